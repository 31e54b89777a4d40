import { describe, expect, it } from 'vitest';
import type { Queryable } from '../../src/database/connection.ts';
import { revokeKey } from '../../src/keys/apiKeyStore.ts';
import { createAuthenticator } from '../../src/keys/authenticator.ts';
import { issueKey } from '../../src/keys/keys.ts';
import { call } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';
import { sourceFiles } from '../support/sources.ts';

const service = await serviceForFile();
const account = await service.account();
const issue = (seconds: number | null) => issueKey(service.database, service.clock.now, account.accountId, seconds);
const expired = (await issue(1)).apiKey;
const { keyId, apiKey } = await issue(null);
const revoked = apiKey;
await revokeKey(service.database, { accountId: account.accountId, keyId }, service.clock.now());
service.clock.advance(2);

const withoutSecret = (apiKey: string) => apiKey.split('.')[0] ?? '';
const withSecret = (apiKey: string, secret: string) => `${withoutSecret(apiKey)}.${secret}`;
const OTHER_SECRET = 'A'.repeat(43);
/** Wrong in its last character alone. */
const nearlyRight = (apiKey: string) => `${apiKey.slice(0, -1)}${apiKey.endsWith('A') ? 'B' : 'A'}`;

const WRONG_KEYS: [what: string, key: () => string][] = [
  ['an id that nobody has', () => `trip_live_${'0'.repeat(24)}.${OTHER_SECRET}`],
  [
    'an id that nobody has, with somebody’s secret',
    () => account.apiKey.replace(/_[0-9a-f]{24}/, `_${'f'.repeat(24)}`),
  ],
  ['another secret', () => withSecret(account.apiKey, OTHER_SECRET)],
  ['a secret that is nearly right', () => nearlyRight(account.apiKey)],
  ['another secret for an expired key', () => withSecret(expired, OTHER_SECRET)],
  ['a nearly right secret for an expired key', () => nearlyRight(expired)],
  ['another secret for a revoked key', () => withSecret(revoked, OTHER_SECRET)],
  ['a nearly right secret for a revoked key', () => nearlyRight(revoked)],
];

describe('a key that is wrong', () => {
  it('is refused in the very same words, whatever is wrong with it', async () => {
    const answers = new Set<string>();
    for (const [, key] of WRONG_KEYS) {
      const { status, headers, text } = await call(service.url, 'GET', '/v1/trips', { key: key() });
      const shown = [...headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit'].includes(name));
      answers.add(JSON.stringify([status, shown.sort(), text]));
    }
    expect([...answers]).toEqual([expect.stringContaining('The API key is malformed or unknown.')]);
  });

  it.each(WRONG_KEYS)('is looked up each time, even while the right one is trusted: %s', async (_, key) => {
    let looks = 0;
    const counted: Queryable = {
      query: (statement) => {
        looks += 1;
        return service.database.query(statement);
      },
    };
    const { verify } = createAuthenticator(counted, service.clock.now, () => {});
    for (const apiKey of [account.apiKey, expired, revoked]) await verify(apiKey);
    looks = 0;
    for (let time = 1; time <= 3; time += 1) {
      expect(await verify(key())).toEqual({ refused: 'unknown' });
      expect(looks).toBe(time);
    }
    expect(await verify(account.apiKey)).toMatchObject({ accountId: account.accountId });
  });
});

describe('secrets', () => {
  const mentioning = (word: string) => sourceFiles.filter(({ text }) => text.includes(word)).map(({ name }) => name);

  it('are compared in one place, in a time that does not tell how much of them is right', () => {
    expect(mentioning('timingSafeEqual')).toEqual(['keys/apiKey.ts']);
    const { text = '' } = sourceFiles.find(({ name }) => name === 'keys/apiKey.ts') ?? {};
    expect(text).toMatch(/secretMatches = \(given: Buffer, kept: Buffer\): boolean => timingSafeEqual\(given, kept\)/);
    expect(mentioning('secretMatches')).toEqual(['dashboard/visit.ts', 'keys/apiKey.ts', 'keys/authenticator.ts']);
    expect(mentioning('secretSha256')).toEqual([
      'keys/apiKey.ts',
      'keys/apiKeyStore.ts',
      'keys/authenticator.ts',
      'keys/keys.ts',
    ]);
    const compared = /secretSha256\s*[!=]==?|[!=]==?\s*\w*\.?secretSha256|\.(equals|compare)\(/;
    expect(
      sourceFiles.filter((file) => file.name.startsWith('keys/') && compared.test(file.text)).map(({ name }) => name),
    ).toEqual([]);
  });

  // It reads the sources, which `npm run mutants` has altered.
  it.skipIf(process.env.MUTANTS_TESTS)(
    'are never compared by the database, which only keeps and returns their hash',
    () => {
      const lines = sourceFiles.flatMap(({ text }) =>
        text.split('\n').filter((line) => line.includes('secret_sha256')),
      );
      expect(lines.map((line) => line.trim())).toEqual([
        expect.stringMatching(/^text: `SELECT .* k\.secret_sha256 AS "secretSha256",$/),
        expect.stringMatching(/^text: `INSERT INTO api_keys \(key_id, account_id, secret_sha256, /),
      ]);
    },
  );
});
