import { describe, expect, it } from 'vitest';
import { type Operation, operations, requestParts, success } from '../../src/docs/reference/description.ts';
import { samplesOf } from '../../src/docs/reference/samples/samples.ts';

const values = { api: 'http://127.0.0.1:3000', pickup: '2027-03-08T10:30:00+01:00', pickupUtc: '' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'e1' } as const;

function samples(changes: Partial<Operation>): string[] {
  const operation: Operation = {
    id: 'sample',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    tag: 'Webhooks',
    summary: '',
    description: '',
    needsKey: true,
    parameters: [],
    responses: [{ status: '200', description: '', headers: [], examples: {} }],
    ...changes,
  };
  return samplesOf(operation, values).map(({ text }) => text);
}

const withBody = (value: unknown) => samples({ body: { isRequired: true, schema: {}, examples: { one: { value } } } });

describe('the samples of an operation', () => {
  it.each([
    ['DELETE', '/v1/webhook-endpoints/{id}', 'api.webhookEndpoints.delete('],
    ['POST', '/v1/webhook-endpoints/{id}/rotate-secret', 'api.webhookEndpoints.rotateSecret('],
    ['GET', '/v1/webhook-endpoints/{id}', 'api.webhookEndpoints.get('],
  ])('send %s %s without a body', (method, path, call) => {
    const [curl, typescript, python] = samples({ method, path, parameters: [id] });
    const url = `http://127.0.0.1:3000${path.replace('{id}', 'e1')}`;
    expect(curl?.split('\n')[0]).toBe(`curl -s ${method === 'GET' ? '' : `-X ${method} `}'${url}' \\`);
    expect(typescript).toContain(`await ${call}'e1');`);
    expect(python).toContain(`    "${url}",\n    method="${method}",`);
    expect(python).not.toContain('data=');
  });

  it('write a body in each language', () => {
    const [curl, typescript, python] = withBody({ name: "L'Étoile", on: true, 'a-b': null, list: [1] });
    expect(curl).toContain(`"name": "L'\\''Étoile"`);
    expect(typescript).toContain(`name: 'L\\'Étoile',\n  on: true,\n  'a-b': null,\n  list: [1],`);
    expect(python).toContain(`"name": "L'Étoile",\n    "on": True,\n    "a-b": None,\n    "list": [1],`);
  });

  it('move times into the future, and only times', () => {
    const [curl] = withBody({ scheduledAt: '2020-01-01T00:00:00Z', note: '2020' });
    expect(curl).toContain('"scheduledAt": "2027-03-08T10:30:00+01:00"');
    expect(curl).toContain('"note": "2020"');
  });
});

const named = (id: string) => operations.find((operation) => operation.id === id) as Operation;
const sampleOf = (id: string, language: number) => samplesOf(named(id), values)[language]?.text;

describe('the samples of our operations', () => {
  it('call results what they are', () => {
    expect(sampleOf('redeliverEvent', 1)).toContain('\nawait api.events.redeliver(');
    expect(sampleOf('testWebhookEndpoint', 1)).toContain('const attempt = await api.webhookEndpoints.test(');
    expect(sampleOf('cancelTrip', 1)).toContain('const trip = await api.trips.cancel(');
  });

  it('send no body where none is needed', () => {
    expect(sampleOf('testWebhookEndpoint', 0)).not.toContain('-d');
  });

  it('look for a client by phone number', () => {
    expect(sampleOf('listClients', 0)).toContain('?phone=06+12+34+56+72');
  });

  it('show the body of an error in Python', () => {
    expect(sampleOf('getTrip', 2)).toContain('except urllib.error.HTTPError as error:\n    print(error.code, ');
  });

  it('ask for the events that the response shows', () => {
    const [shown] = Object.values(success(named('listEvents')).examples);
    expect(shown?.value).toMatchObject({ data: [{ type: 'trip.status_changed' }] });
    expect(sampleOf('listEvents', 0)).toContain('?type=trip.status_changed');
  });
});

describe('the example of VALIDATION_FAILED', () => {
  const cases = operations.flatMap((operation) => {
    const example = operation.responses.find(({ status }) => status === '400')?.examples.VALIDATION_FAILED;
    return example ? [[operation.id, operation, (example.value as { message: string[] }).message] as const] : [];
  });

  it.each(cases)('is a fault that a request of this operation can have: %s', (_, operation, messages) => {
    const names = requestParts(operation).flatMap(([, members]) => members.map(({ name }) => name));
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) {
      const [name = ''] = message.split(/[ .]/);
      expect([message, names.includes(name)]).toEqual([message, !message.includes('is not a known')]);
    }
  });
});
