import { describe, expect, it } from 'vitest';
import { noteByOperator } from '../../src/audit/audit.ts';
import { openApiDocument } from '../../src/contract/openapi/document.ts';
import { KEY_SCOPES, type KeyScope } from '../../src/contract/values.ts';
import { newId } from '../../src/identifiers.ts';
import { issueKey, rotateKey } from '../../src/keys/keys.ts';
import { UNRESTRICTED } from '../../src/keys/restrictions.ts';
import { bookingBody, call, newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile({ env: { TRUST_PROXY: 'loopback' } });
const account = await service.account();

const issue = (restrictions: Partial<typeof UNRESTRICTED>) =>
  issueKey(service.database, service.clock.now, account.accountId, null, null, { ...UNRESTRICTED, ...restrictions });

/** Every operation, and the scopes of which one is enough. */
const NEEDED: Record<string, readonly KeyScope[]> = {
  'POST /v1/quotes': ['quotes'],
  'POST /v1/trips': ['trips:write'],
  'GET /v1/trips': ['trips:read'],
  'GET /v1/trips/{id}': ['trips:read'],
  'POST /v1/trips/{id}/cancel': ['trips:write'],
  'GET /v1/events': ['events'],
  'GET /v1/events/{id}': ['events'],
  'GET /v1/service-tiers': ['quotes', 'trips:read'],
  'GET /v1/pricing-schemes': ['quotes', 'trips:read'],
  'GET /v1/vehicles': ['trips:read'],
  'GET /v1/clients': ['trips:read'],
  'GET /v1/clients/{id}': ['trips:read'],
  'POST /v1/webhook-endpoints': ['webhooks'],
  'GET /v1/webhook-endpoints': ['webhooks'],
  'GET /v1/webhook-endpoints/{id}': ['webhooks'],
  'DELETE /v1/webhook-endpoints/{id}': ['webhooks'],
  'POST /v1/webhook-endpoints/{id}/rotate-secret': ['webhooks'],
  'POST /v1/webhook-endpoints/{id}/enable': ['webhooks'],
  'POST /v1/webhook-endpoints/{id}/disable': ['webhooks'],
  'POST /v1/webhook-endpoints/{id}/test': ['webhooks'],
  'GET /v1/webhook-endpoints/{id}/deliveries': ['webhooks'],
  'POST /v1/events/{id}/redeliver': ['webhooks'],
};

/** Every operation with the last paragraph of its description. */
const operations = Object.entries(openApiDocument('http://localhost').paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, { description: string }>).map(([method, { description }]) => [
    `${method.toUpperCase()} ${path}`,
    description.split('\n\n').at(-1),
  ]),
);
const sentenceOn = (scopes: readonly KeyScope[]) => `A key with scopes needs \`${scopes.join('` or `')}\`.`;

const tryOperation = (operation: string, key: string) => {
  const [method = '', path = ''] = operation.split(' ');
  return call(service.url, method, path.replace('{id}', newId()), { key, ...(method === 'POST' ? { body: {} } : {}) });
};

describe('a key with scopes', () => {
  it('is judged at every operation, whose description names the scopes', () => {
    expect(Object.fromEntries(operations)).toEqual(
      Object.fromEntries(Object.entries(NEEDED).map(([operation, scopes]) => [operation, sentenceOn(scopes)])),
    );
  });

  it.each(KEY_SCOPES)('%s alone opens its operations and no other', async (scope) => {
    const { apiKey } = await issue({ scopes: [scope] });
    for (const [operation, needed] of Object.entries(NEEDED)) {
      const { status, body } = await tryOperation(operation, apiKey);
      if (needed.includes(scope)) expect([operation, status === 403]).toEqual([operation, false]);
      else
        expect([operation, status, body.code, body.message]).toEqual([
          ...[operation, 403, 'FORBIDDEN'],
          `This key lacks the scope ${needed.join(' or ')}.`,
        ]);
    }
  });

  it('books with trips:write and reads with trips:read', async () => {
    const { apiKey } = await issue({ scopes: ['trips:write'] });
    const booked = await call(service.url, 'POST', '/v1/trips', {
      key: apiKey,
      body: bookingBody(),
      headers: newKey(),
    });
    expect(booked.status).toBe(201);
    expect((await call(service.url, 'GET', `/v1/trips/${booked.body.data._id}`, { key: apiKey })).status).toBe(403);
    const both = await issue({ scopes: ['trips:read', 'trips:write'] });
    expect((await call(service.url, 'GET', `/v1/trips/${booked.body.data._id}`, { key: both.apiKey })).status).toBe(
      200,
    );
  });

  it('is refused before the body is looked at, and counts against the limit', async () => {
    const { apiKey } = await issue({ scopes: ['events'] });
    const refused = await call(service.url, 'POST', '/v1/trips', { key: apiKey, body: 'not json' });
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([403, expect.stringContaining('r=')]);
  });

  it('without scopes does everything', async () => {
    const { apiKey } = await issue({});
    for (const operation of Object.keys(NEEDED)) expect((await tryOperation(operation, apiKey)).status).not.toBe(403);
  });
});

describe('a key with networks', () => {
  const from = (address: string, key: string) =>
    call(service.url, 'GET', '/v1/trips', { key, headers: { 'x-forwarded-for': address } });

  it('works from these and from nowhere else', async () => {
    const { apiKey } = await issue({ networks: ['203.0.113.0/24', '2001:db8::/32'] });
    expect((await from('203.0.113.200', apiKey)).status).toBe(200);
    expect((await from('2001:db8::7', apiKey)).status).toBe(200);
    const { status, body } = await from('198.51.100.7', apiKey);
    expect([status, body.code, body.message]).toEqual([
      ...[403, 'FORBIDDEN', 'This key may not be used from the address 198.51.100.7.'],
    ]);
  });

  it('works from all of a network with bits beyond its prefix, which could be issued once', async () => {
    const { apiKey } = await issue({ networks: ['10.0.0.5/8'] });
    expect((await from('10.200.0.1', apiKey)).status).toBe(200);
    expect((await from('11.0.0.5', apiKey)).status).toBe(403);
  });

  it('still needs its secret: a wrong one is 401 from everywhere', async () => {
    const { apiKey } = await issue({ networks: ['203.0.113.0/24'] });
    const wrong = `${apiKey.slice(0, -3)}AAA`;
    for (const address of ['203.0.113.1', '198.51.100.7']) expect((await from(address, wrong)).status).toBe(401);
  });

  it('passes its restrictions on when it is rotated', async () => {
    const old = await issue({ networks: ['203.0.113.0/24'], scopes: ['trips:read'] });
    const key = { accountId: account.accountId, keyId: old.keyId };
    const next = await rotateKey(service.database, service.clock.now, key, 0, noteByOperator(account.accountId));
    if ('refused' in next) throw new Error(next.refused);
    expect((await from('203.0.113.1', next.apiKey)).status).toBe(200);
    expect((await from('198.51.100.7', next.apiKey)).status).toBe(403);
    const quote = await call(service.url, 'POST', '/v1/quotes', {
      ...{ key: next.apiKey, body: {}, headers: { 'x-forwarded-for': '203.0.113.1' } },
    });
    expect(quote.body.message).toBe('This key lacks the scope quotes.');
  });
});
