import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { type Operation, operations, success } from '../../src/docs/reference/description.ts';
import { newId } from '../../src/identifiers.ts';
import { examplesIn, noCurl, noPython } from '../support/guides.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';
import { makeEndpoint } from '../support/webhooks.ts';

const run = promisify(execFile);
const work = mkdtempSync(join(tmpdir(), 'trips-samples-'));
afterAll(() => rmSync(work, { recursive: true }));

let url = '';
const service = await serviceForFile({ overrides: { publicUrl: () => url } });
url = service.url;
const account = await service.account();

/** A new record for `{id}` in a path, by what the path says before it: a sample may change or delete its record. */
const RECORDS: Record<string, (account: TestAccount) => Promise<string>> = {
  '/v1/trips/': async ({ api }) => (await api.createdTrip())._id,
  '/v1/events/': async ({ api }) => {
    await api.createdTrip();
    return (await api.send('GET', '/v1/events')).body.data[0]._id;
  },
  // Nothing can be sent to it, so a test of it ends at once. An account can have ten.
  '/v1/webhook-endpoints/': async ({ api, accountId }) => {
    for (const { _id } of (await api.send('GET', '/v1/webhook-endpoints')).body.data)
      if (_id !== NAMED.endpointId) await api.send('DELETE', `/v1/webhook-endpoints/${_id}`);
    return makeEndpoint(service.database, accountId, newId());
  },
  '/v1/clients/': async ({ riders }) => riders[0]?.clientId ?? '',
};

/** What identifiers in a body name. */
const NAMED: Record<string, string | undefined> = {
  serviceTierId: account.serviceTiers[0]?.serviceTierId,
  endpointId: await makeEndpoint(service.database, account.accountId, newId()),
};

/** The sample with records of the account in the place of those of the description. */
async function withRecords(text: string, { path, parameters, body }: Operation): Promise<string> {
  let changed = text;
  const id = parameters.find((parameter) => parameter.in === 'path');
  if (id) {
    const before = path.split('{')[0] ?? '';
    const record = RECORDS[before];
    if (!record) throw new Error(`the samples of ${path} need a record: add ${before} to RECORDS`);
    changed = changed.replaceAll(String(id.example ?? id.schema.example), await record(account));
  }
  const example = Object.values(body?.examples ?? {})[0]?.value ?? {};
  for (const [name, value] of Object.entries(example)) {
    if (/Id$/.test(name)) changed = changed.replaceAll(String(value), NAMED[name] ?? `NAMED has no ${name}`);
  }
  return changed;
}

async function sampleOn(operation: Operation, extension: string): Promise<string> {
  const page = await (await fetch(`${service.url}/docs/reference/${operation.id}`)).text();
  const sample = examplesIn(page).find(({ file }) => file === `${operation.id}.${extension}`);
  if (!sample) throw new Error(`the page of ${operation.id} has no sample .${extension}`);
  return withRecords(sample.text, operation);
}

const env = { PATH: process.env.PATH, HOME: process.env.HOME, API_KEY: account.apiKey, CURL_HOME: work };
// curl reads it from there, so that samples are run as they stand.
writeFileSync(join(work, '.curlrc'), 'write-out = "\\n%{http_code}"\n');

const cases = operations.map((operation) => [operation.id, operation] as const);

describe.skipIf(noCurl)(`the samples in curl${noCurl ? ` (${noCurl})` : ''}`, () => {
  it.each(cases)('run and succeed: %s', async (_, operation) => {
    const { stdout } = await run('bash', ['-c', await sampleOn(operation, 'sh')], { env });
    expect(stdout.split('\n').at(-1)).toBe(success(operation).status);
  });
});

describe.skipIf(noPython)(`the samples in Python${noPython ? ` (${noPython})` : ''}`, () => {
  it.each(cases)('run with the standard library and succeed: %s', async (_, operation) => {
    const { stdout } = await run('python3', ['-I', '-c', await sampleOn(operation, 'py')], { env });
    expect(stdout.split(' ')[0]).toBe(success(operation).status);
  });
});

describe('the samples in TypeScript', () => {
  it('compile against the SDK, and print what its methods return', async () => {
    const client = join(ROOT, 'clients/typescript');
    await run(process.execPath, [join(client, 'scripts/generate.mjs')]);
    const compilerOptions = {
      target: 'ES2023',
      module: 'NodeNext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      paths: { '@trip-booking/client': [join(client, 'src/index.ts')] },
    };
    writeFileSync(join(work, 'package.json'), '{"type": "module"}');
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    // console.log accepts everything, also the result of a method that returns nothing.
    writeFileSync(join(work, 'print.d.ts'), 'declare function print(result: object): void;');
    for (const operation of operations) {
      const sample = await sampleOn(operation, 'ts');
      writeFileSync(join(work, `${operation.id}.ts`), sample.replaceAll('console.log(', 'print('));
    }
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', work]).catch((failure) => failure);
    expect(stdout).toBe('');
  });
});
