import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/docs/reference/description.ts';
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
