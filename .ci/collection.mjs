// Converts the description of the service at TRIPS_URL to a Postman collection and runs all of it, in order.
// Every operation must be in it and succeed. TRIPS_API_KEY and TRIPS_SERVICE_TIER come from the environment.
import newman from 'newman';
import converter from 'openapi-to-postmanv2';
import { postmanCollection, requestsIn } from '../scripts/postmanCollection.mjs';

const { TRIPS_URL, TRIPS_API_KEY, TRIPS_SERVICE_TIER } = process.env;
const document = await (await fetch(`${TRIPS_URL}/v1/openapi.json`)).json();
const collection = await postmanCollection(document, converter);

const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
const requests = requestsIn(collection).length;
if (requests !== operations) throw new Error(`${requests} requests for ${operations} operations`);

const settings = { baseUrl: TRIPS_URL, bearerToken: TRIPS_API_KEY, serviceTierId: TRIPS_SERVICE_TIER };
for (const variable of collection.variable) variable.value = settings[variable.key] ?? variable.value;
newman.run({ collection, reporters: 'cli', color: 'off' }, (error, { run }) => {
  if (error) throw error;
  const { total, failed } = run.stats.assertions;
  process.exitCode = run.failures.length === 0 && failed === 0 && total === operations ? 0 : 1;
});
