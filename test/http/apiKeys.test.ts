import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../src/keys/apiKeyStore.ts';
import { issueKey } from '../../src/keys/keys.ts';
import { call } from '../support/client.ts';
import { openTransaction } from '../support/databaseOfService.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { lastLetIn } from '../support/refusal.ts';
import { serviceForFile, startService } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const list = (authorization?: string) =>
  call(service.url, 'GET', '/v1/trips', { headers: authorization === undefined ? {} : { authorization } });
const keyParts = (apiKey: string) => apiKey.split('.') as [string, string];

const MISSING = ['Send Authorization: Bearer trip_live_<keyId>.<secret> with a valid API key.', 'Bearer'] as const;
const EXPIRED = [
  'The API key has expired, or was replaced by rotation. Use its replacement, or issue a new one.',
  'Bearer error="invalid_token"',
] as const;
const UNKNOWN = ['The API key is malformed or unknown.', 'Bearer error="invalid_token"'] as const;

async function expectRefused(authorization: string | undefined, [message, challenge]: readonly [string, string]) {
  const { status, body, headers } = await list(authorization);
  expect([status, body.code, body.message]).toEqual([401, 'UNAUTHORIZED', message]);
  expect(headers.get('www-authenticate')).toBe(challenge);
}

describe('a request without an API key', () => {
  it.each([
    ['no Authorization header', undefined],
    ['an empty one', ''],
    ['the scheme alone', 'Bearer'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['a scheme that only begins alike', 'Bearers trip_live_x.y'],
    ['two words after the scheme', 'Bearer one two'],
  ])('is refused: %s', async (_, authorization) => {
    await expectRefused(authorization, MISSING);
  });

  it('is refused when the key comes without its scheme', async () => {
    await expectRefused(account.apiKey, MISSING);
  });
});

describe('an invalid key', () => {
  it.each<[string, (id: string, secret: string) => string]>([
    ['one with another prefix', (id, secret) => `${id.replace('trip_live_', 'trip_test_')}.${secret}`],
    ['one without its prefix', (id, secret) => `${id.replace('trip_live_', '')}.${secret}`],
    ['one with its identifier in capitals', (id, secret) => `trip_live_${id.slice(10).toUpperCase()}.${secret}`],
    ['one with an identifier that is too short', (id, secret) => `${id.slice(0, -1)}.${secret}`],
    ['one without a secret', (id) => `${id}.`],
    ['one without a dot', (id, secret) => `${id}${secret}`],
    ['one with a secret that is too short', (id, secret) => `${id}.${secret.slice(0, -1)}`],
    ['one with a secret that is too long', (id, secret) => `${id}.${secret}A`],
    ['one with a sign no secret has', (id, secret) => `${id}.${secret.slice(0, -1)}+`],
    ['a very long one', (id, secret) => `${id}.${secret.repeat(100)}`],
    ['one that names an injection', () => `trip_live_';DROP-TABLE-trips;--.x`],
    ['an unknown one', (_, secret) => `trip_live_${'0'.repeat(24)}.${secret}`],
    ['one with the wrong secret', (id) => `${id}.${'A'.repeat(43)}`],
  ])('is refused: %s', async (_, spoil) => {
    await expectRefused(`Bearer ${spoil(...keyParts(account.apiKey))}`, UNKNOWN);
  });

  it.each([
    ['two different ones', 'Authorization', 'trip_live_other'],
    ['one twice', 'AUTHORIZATION', ''],
  ])('is refused beside another: %s', async (_, name, other) => {
    const second = other === '' ? account.apiKey : other;
    const lines = [`Authorization: Bearer ${account.apiKey}`, `${name}: Bearer ${second}`];
    for (const each of [lines, lines.toReversed()]) {
      const head = ['GET /v1/trips HTTP/1.1', 'Host: localhost', 'Connection: close', ...each];
      const { status, headers, body } = await sendRaw(service.url, `${head.join('\r\n')}\r\n\r\n`);
      expect([status, body.code, body.message]).toEqual([
        401,
        'UNAUTHORIZED',
        'Send one Authorization header, not several.',
      ]);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('is no fault of the scheme’s case: %s', async (scheme) => {
    expect((await list(`${scheme} ${account.apiKey}`)).status).toBe(200);
  });
});

describe('a key that has ended', () => {
  const wrongSecret = (apiKey: string) => `Bearer ${keyParts(apiKey)[0]}.${'A'.repeat(43)}`;

  it('works until the moment it expires; only a caller with its secret learns that it has', async () => {
    const { apiKey } = await issueKey(service.database, service.clock.now, account.accountId, 3600);
    service.clock.advance(3599);
    expect((await list(`Bearer ${apiKey}`)).status).toBe(200);
    service.clock.advance(1);
    await expectRefused(`Bearer ${apiKey}`, EXPIRED);
    await expectRefused(wrongSecret(apiKey), UNKNOWN);
  });

  it('is reported as revoked only to a caller with its secret', async () => {
    const { keyId, apiKey } = await issueKey(service.database, service.clock.now, account.accountId, null);
    await revokeKey(service.database, { accountId: account.accountId, keyId }, service.clock.now());
    await expectRefused(`Bearer ${apiKey}`, ['The API key was revoked. Issue a new one.', UNKNOWN[1]]);
    await expectRefused(wrongSecret(apiKey), UNKNOWN);
  });

  it('is refused within a second after another process has revoked it, however busy it is', async () => {
    const { keyId, apiKey } = await issueKey(service.database, service.clock.now, account.accountId, null);
    expect((await list(`Bearer ${apiKey}`)).status).toBe(200);
    const other = await openTransaction(service);
    await other.query('UPDATE api_keys SET revoked_at = now() WHERE key_id = $1', [keyId]);
    await other.commit();
    expect(await lastLetIn(async () => [(await list(`Bearer ${apiKey}`)).status])).toBeLessThan(1_000);
  });
});

describe('what is kept of a key', () => {
  it('is the SHA-256 of its secret, never the secret', async () => {
    const [, secret] = keyParts(account.apiKey);
    const { rows } = await service.database.query<{ secret_sha256: Buffer; whole: string }>({
      text: 'SELECT secret_sha256, k::text AS whole FROM api_keys k WHERE key_id = $1',
      values: [account.key.keyId],
    });
    expect(rows[0]?.secret_sha256.equals(createHash('sha256').update(secret).digest())).toBe(true);
    expect(rows[0]?.whole).not.toContain(secret);
    expect(rows[0]?.whole).not.toContain(Buffer.from(secret).toString('hex'));
  });

  it('is when it was last used, written now and then instead of at every request', async () => {
    const own = await startService();
    try {
      const { api, key } = await own.account();
      const unused = await own.account();
      const lastUse = async (keyId: string) => {
        const { rows } = await own.database.query<{ last_used_at: Date | null }>({
          text: 'SELECT last_used_at FROM api_keys WHERE key_id = $1',
          values: [keyId],
        });
        return rows[0]?.last_used_at;
      };
      await api.list();
      own.clock.advance(60);
      await Promise.all(Array.from({ length: 20 }, () => api.list()));
      expect(await lastUse(key.keyId)).toBeNull();
      await own.keyUse.close();
      expect(await lastUse(key.keyId)).toEqual(own.clock.now());
      expect(await lastUse(unused.key.keyId)).toBeNull();
    } finally {
      await own.close();
    }
  });
});
