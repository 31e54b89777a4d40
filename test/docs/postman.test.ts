import { describe, expect, it } from 'vitest';
import type { Collection, Item } from '../../src/docs/postman/readyToRun.ts';
import { operations } from '../../src/docs/reference/description.ts';
import { serviceForFile } from '../support/service.ts';
import { makeEndpoint } from '../support/webhooks.ts';

const PATH = '/docs/postman.json';
let url = '';
const service = await serviceForFile({ overrides: { publicUrl: () => url } });
url = service.url;
service.clock.set(new Date().toISOString()); // the collection books for next week
const collection: Collection = await (await fetch(service.url + PATH)).json();

type Variables = Map<string, string>;

const filled = (text: string, variables: Variables) =>
  text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
    name === '$guid' ? crypto.randomUUID() : (variables.get(name) ?? `no variable ${name}`),
  );

/** What of Postman's sandbox the scripts use. */
function sandbox(variables: Variables, name = '', { status = 0, text = '' } = {}) {
  const assertSuccess = () => expect([name, Math.floor(status / 100), text]).toEqual([name, 2, text]);
  return {
    collectionVariables: variables,
    info: { requestName: name },
    response: {
      json: () => JSON.parse(text),
      to: {
        be: {
          get success() {
            return assertSuccess();
          },
        },
      },
    },
    test: (_name: string, assertion: () => void) => assertion(),
  };
}

function runScript(event: Item['event'], pm: ReturnType<typeof sandbox>): void {
  const lines = event?.flatMap(({ script }) => script.exec) ?? [];
  new Function('pm', lines.join('\n'))(pm);
}

/** Runs it as Postman does, and answers with the requests that it sent. */
async function run({ event, item, variable }: Collection, bearerToken: string): Promise<string[]> {
  const variables: Variables = new Map(variable.map(({ key, value }) => [key, value]));
  variables.set('bearerToken', bearerToken);
  const sent: string[] = [];
  for (const { name, request, event: tests } of item.flatMap((folder) => folder.item)) {
    runScript(event, sandbox(variables));
    const { host, path, variable: inPath } = request.url;
    const segments = path.map((each) => inPath.find(({ key }) => each === `:${key}`)?.value ?? each);
    const headers = (request.header ?? []).filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
    const response = await fetch(filled([...host, ...segments].join('/'), variables), {
      method: request.method,
      headers: [
        ['Authorization', `Bearer ${bearerToken}`],
        ...headers.map(([key = '', value = '']): [string, string] => [key, filled(value, variables)]),
      ],
      ...(request.body?.raw ? { body: filled(request.body.raw, variables) } : {}),
    });
    runScript(tests, sandbox(variables, name, { status: response.status, text: await response.text() }));
    sent.push(`${request.method} /${path.join('/')}`);
  }
  return sent;
}

describe('the Postman collection', () => {
  it('holds every operation, and each succeeds when it is run from top to bottom, also for a new account', async () => {
    const { apiKey, accountId } = await service.account();
    for (const table of ['riders', 'vehicles'])
      await service.database.query({ text: `DELETE FROM ${table} WHERE account_id = $1`, values: [accountId] });
    const sent = await run(collection, apiKey);
    const described = operations.map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`);
    expect(sent.toSorted()).toEqual(described.toSorted());
  });

  it('leaves the trips and endpoints alone that the account had before, also if it can add none', async () => {
    const { apiKey, api, accountId } = await service.account();
    const { _id } = await api.createdTrip();
    const endpoints = [];
    for (let count = 0; count < 10; count += 1) endpoints.push(await makeEndpoint(service.database, accountId, _id));
    const withoutTests = structuredClone(collection);
    for (const { event } of withoutTests.item.flatMap((folder) => folder.item))
      for (const { script } of event ?? []) script.exec = script.exec.filter((line) => !line.startsWith('pm.test'));
    await run(withoutTests, apiKey);
    expect((await api.tripNow(_id)).status).toBe('CONFIRMED');
    const { body } = await api.send('GET', '/v1/webhook-endpoints?limit=100');
    expect(body.data.map((endpoint: { _id: string }) => endpoint._id)).toEqual(endpoints);
  });

  it('is downloaded under a name that says what it is, and has the address of the service', async () => {
    const response = await fetch(service.url + PATH);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="trip-booking-api.postman_collection.json"',
    );
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    expect(collection.variable).toContainEqual({ key: 'baseUrl', value: service.url });
  });

  it('is not sent again to a client that has it', async () => {
    const first = await fetch(service.url + PATH);
    const etag = first.headers.get('etag') ?? '';
    expect([etag.length > 10, first.headers.get('cache-control')]).toEqual([true, 'public, no-cache']);
    const again = await fetch(service.url + PATH, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it.each(['/docs', '/docs/reference'])('is linked from %s', async (page) => {
    expect(await (await fetch(service.url + page)).text()).toContain(`href="${PATH}"`);
  });
});
