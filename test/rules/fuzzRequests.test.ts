import { describe, expect, it } from 'vitest';
import type { Operation, Schema } from '../../reliability/fuzz/making/description.ts';
import { bytesOf, draftRequest, headerOf } from '../../reliability/fuzz/making/draft.ts';
import { render } from '../../reliability/fuzz/making/json.ts';
import { validValue } from '../../reliability/fuzz/making/values.ts';
import { type Account, knownTo, parametersKnownTo } from '../../reliability/fuzz/making/world.ts';
import { MUTATIONS, mutate } from '../../reliability/fuzz/mutations/catalogue.ts';
import { TRICKS } from '../../reliability/fuzz/sockets/catalogue.ts';
import { validate } from '../../reliability/support/openapi.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import { description, smallWorld, validRequest } from '../support/fuzzing.ts';

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);
const operationIds = description.operations.map(({ id }) => id);

describe('requests made from the description', () => {
  it('are made for every operation', () => {
    const specified = ['cancelTrip', 'createQuote', 'createTrip', 'getTrip', 'listTrips'];
    expect(operationIds).toEqual(expect.arrayContaining(specified));
  });

  it.each(operationIds)('have bodies, parameters and headers that the description allows: %s', (id) => {
    for (const seed of SEEDS) {
      const draft = validRequest(id, smallWorld(), seed);
      const { operation, json } = draft;
      if (json !== undefined) expect(validate(operation.body ?? {}, JSON.parse(render(json)))).toEqual([]);
      const given: Record<string, string> = {
        ...Object.fromEntries(new URLSearchParams(draft.query.join('&'))),
        ...Object.fromEntries(draft.headers),
        ...inPath(operation.template, draft.path),
      };
      for (const { name, required, schema } of operation.parameters) {
        const text = given[name];
        if (text === undefined) expect([name, required]).toEqual([name, false]);
        else expect([name, validate(schema, typed(schema, text))]).toEqual([name, []]);
      }
    }
  });

  it('leave no member of a body out for good, and none in', () => {
    const { properties = {}, required = [] } = description.resolve({ $ref: '#/components/schemas/CreateTripRequest' });
    const bodies = SEEDS.map((seed) =>
      JSON.parse(validRequest('createTrip', smallWorld(), seed).body?.toString() ?? ''),
    );
    for (const name of Object.keys(properties)) {
      const share = bodies.filter((body) => name in body).length / bodies.length;
      expect(share, name).toBeGreaterThan(0.1);
      if (!required.includes(name)) expect(share, name).toBeLessThan(0.9);
    }
  });

  it.each<[string, Schema]>([
    [
      'members with names of a pattern',
      {
        type: 'object',
        additionalProperties: false,
        patternProperties: { '^[A-Za-z0-9_.-]{1,40}$': { type: 'string' } },
      },
    ],
    [
      'members with any name',
      { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', maxLength: 500 } },
    ],
    ['a list', { type: 'array', minItems: 1, maxItems: 3, items: { type: 'integer', minimum: 0 } }],
    ['a set', { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['a', 'b', 'c'] } }],
    ['an address of a server', { type: 'string', format: 'uri', maxLength: 2_000 }],
    ['text for any pattern', { type: 'string', pattern: '^[0-9A-Za-z]{5}-?[0-9A-Za-z]{5}$' }],
    ['text that is not only white space', { type: 'string', pattern: '\\S', minLength: 1, maxLength: 10 }],
    ['null', { type: 'boolean', nullable: true }],
  ])('have %s where the description has it', (_, schema) => {
    const values = SEEDS.map((seed) =>
      validValue({ description, random: seededRandom(seed), nowMs: 0, known: () => undefined }, schema),
    );
    for (const value of values) expect(validate(schema, value)).toEqual([]);
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(2);
  });

  it('name records of the kind that the path or the member is for, and values that lists can be filtered by', () => {
    const world = smallWorld();
    const account = world.accounts[0] as Account;
    const operation = (template: string) => ({ ...(description.operations[0] as Operation), template });
    for (const [template, name] of [
      ['/v1/trips/{id}/cancel', 'tripId'],
      ['/v1/pricing-schemes/{id}', 'pricingSchemeId'],
      ['/v1/webhook-endpoints/{id}/deliveries', 'webhookEndpointId'],
    ] as const) {
      world.noteOwned(account, name, `a-${name}`);
      expect(parametersKnownTo(account, operation(template))('id')).toContain(`a-${name}`);
    }
    expect(knownTo(account)('endpointId', { pattern: 'x' })).toEqual(['a-webhookEndpointId']);
    world.noteSeen(account, 'externalReference', 'order-1');
    expect(parametersKnownTo(account, operation('/v1/trips'))('externalReference')).toEqual(['order-1']);
    world.noteDeleted(account, 'webhookEndpointId', 'a-webhookEndpointId');
    expect(knownTo(account)('endpointId', { pattern: 'x' })).toEqual([]);
  });

  it('are the same for the same seed', () => {
    const bytes = (seed: number) => bytesOf(validRequest('createTrip', smallWorld(), seed), seededRandom(seed));
    expect(bytes(7).equals(bytes(7))).toBe(true);
    expect(bytes(7).equals(bytes(8))).toBe(false);
  });

  it('are written as HTTP', () => {
    const draft = validRequest('createTrip');
    draft.isChunked = false;
    const [head = '', body] = bytesOf(draft, seededRandom(1)).toString().split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining(['POST /v1/trips HTTP/1.1', 'Host: localhost', `Content-Length: ${draft.body?.length}`]),
    );
    expect(body).toBe(draft.body?.toString());
  });
});

describe('mutations', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
    'change some request: %s',
    (name, mutation) => {
      const world = smallWorld();
      const account = world.accounts[0] as Account;
      const answered = { method: 'POST', path: '/v1/trips', body: undefined, status: 201, text: '' };
      world.noteCompleted({ account, key: 'a-known-key', ...answered });
      const hasMutated = SEEDS.some((seed) => {
        const random = seededRandom(seed);
        const operation = description.operations[seed % description.operations.length] as never;
        const make = () =>
          draftRequest({ description, random: seededRandom(seed), nowMs: 0 }, operation, account, 'id');
        const [valid, draft] = [make(), make()];
        mutate(valid, [], { random, world, description });
        mutate(draft, [mutation], { random, world, description });
        return (
          draft.mutations.includes(name) && !bytesOf(valid, seededRandom(0)).equals(bytesOf(draft, seededRandom(0)))
        );
      });
      expect(hasMutated).toBe(true);
    },
  );

  it('have names of their own', () => {
    const names = [...MUTATIONS, ...TRICKS].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('stack', () => {
    const draft = validRequest('createTrip');
    const chosen = MUTATIONS.filter(({ name }) => ['an unknown member', 'no Authorization', 'HEAD'].includes(name));
    mutate(draft, chosen, { random: seededRandom(3), world: smallWorld(), description });
    expect(draft.mutations.sort()).toEqual(['HEAD', 'an unknown member', 'no Authorization']);
    expect([draft.method, headerOf(draft, 'Authorization')]).toEqual(['HEAD', undefined]);
  });
});

/** The parameters of a path, by name. */
function inPath(template: string, path: string): Record<string, string> {
  const pattern = template.replace(/\{([^}]+)\}/g, '(?<$1>[^/]*)');
  const groups = new RegExp(`^${pattern}$`).exec(path)?.groups ?? {};
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
}

/** Query strings carry numbers as digits. */
const typed = ({ type }: { type?: string }, text: string) => (type === 'integer' ? Number(text) : text);
