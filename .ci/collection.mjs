// Runs two Postman collections in newman, each from top to bottom: the one that the service at TRIPS_URL serves, and one that
// openapi-to-postmanv2 makes of its description. Every operation must be in them and succeed. TRIPS_API_KEY comes from the environment.
import newman from 'newman';
import converter from 'openapi-to-postmanv2';
import { readyToRun } from '../dist/docs/postman/readyToRun.js';

const { TRIPS_URL, TRIPS_API_KEY } = process.env;
const read = async (path) => (await fetch(TRIPS_URL + path)).json();
const description = await read('/v1/openapi.json');
const operations = Object.values(description.paths).flatMap((methods) => Object.keys(methods)).length;

function convert(document) {
  const options = { folderStrategy: 'Tags', parametersResolution: 'Example' };
  return new Promise((resolve, reject) => {
    converter.convertV2({ type: 'json', data: document }, options, (error, { result, reason, output }) => {
      if (error || !result) reject(error ?? new Error(`the description cannot be converted: ${reason}`));
      else resolve(output[0].data);
    });
  });
}

function run(collection) {
  const settings = { baseUrl: TRIPS_URL, bearerToken: TRIPS_API_KEY };
  const variable = collection.variable.map(({ key, value }) => ({ key, value: settings[key] ?? value }));
  return new Promise((resolve, reject) => {
    newman.run({ collection: { ...collection, variable }, reporters: 'cli', color: 'off' }, (error, { run }) => {
      if (error) return reject(error);
      const { total, failed } = run.stats.assertions;
      resolve(run.failures.length === 0 && failed === 0 && total === operations);
    });
  });
}

const served = await run(await read('/docs/postman.json'));
const converted = await run(readyToRun(await convert(description)));
process.exitCode = served && converted ? 0 : 1;
