import { describe, expect, it } from 'vitest';
import { noteByOperator } from '../../src/audit/audit.ts';
import { revokeKey } from '../../src/keys/apiKeyStore.ts';
import { type IssuedKey, issueKey, MAX_ACTIVE_KEYS, rotateKey } from '../../src/keys/keys.ts';
import { call } from '../support/client.ts';
import { lastLetIn } from '../support/refusal.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const note = noteByOperator(account.accountId);

const HOUR = 3600;
const statusWith = async ({ apiKey }: IssuedKey) =>
  (await call(service.url, 'GET', '/v1/trips', { key: apiKey })).status;
const issue = (lifetimeSeconds: number | null) =>
  issueKey(service.database, service.clock.now, account.accountId, lifetimeSeconds);
const own = (keyId: string) => ({ accountId: account.accountId, keyId });
async function rotate({ keyId }: IssuedKey, overlapSeconds: number): Promise<IssuedKey> {
  const rotated = await rotateKey(service.database, service.clock.now, own(keyId), overlapSeconds, note);
  if ('refused' in rotated) throw new Error(rotated.refused);
  return rotated;
}
const inSeconds = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000);

describe('rotating a key', () => {
  it('without overlap opens with the new key at once and shuts out the old one within a second', async () => {
    const old = await issue(null);
    expect(await statusWith(old)).toBe(200);
    const next = await rotate(old, 0);
    expect(await statusWith(next)).toBe(200);
    expect(await lastLetIn(async () => [await statusWith(old)])).toBeLessThan(1_000);
  });

  it('with an hour’s overlap lets both in for that hour', async () => {
    const old = await issue(null);
    const next = await rotate(old, HOUR);
    service.clock.advance(HOUR - 1);
    expect([await statusWith(old), await statusWith(next)]).toEqual([200, 200]);
    service.clock.advance(1);
    expect([await statusWith(old), await statusWith(next)]).toEqual([401, 200]);
  });

  it('gives the new key the lifetime that the old one was made with', async () => {
    const old = await issue(30 * 24 * HOUR);
    service.clock.advance(10 * 24 * HOUR);
    const next = await rotate(old, HOUR);
    expect(next.expiresAt).toEqual(inSeconds(30 * 24 * HOUR));
    service.clock.advance(60);
    const afterNext = await rotate(next, 0);
    expect(afterNext.expiresAt).toEqual(inSeconds(30 * 24 * HOUR));
    expect((await rotate(await issue(null), 0)).expiresAt).toBeNull();
  });

  it('never makes the old key live longer', async () => {
    const old = await issue(HOUR);
    await rotate(old, 7 * 24 * HOUR);
    service.clock.advance(HOUR);
    expect(await statusWith(old)).toBe(401);
  });

  it('gives a key of the same account with a secret of its own', async () => {
    const next = await rotate(await issue(null), HOUR);
    const { _id } = await account.api.createdTrip();
    const { body } = await call(service.url, 'GET', `/v1/trips/${_id}`, { key: next.apiKey });
    expect(body.data.userId).toBe(account.accountId);
    expect(next.apiKey).toMatch(/^trip_live_[0-9a-f]{24}\.[A-Za-z0-9_-]{43}$/);
  });

  it('is refused for a key that is unknown, revoked or expired', async () => {
    const [revoked, expired] = [await issue(null), await issue(1)];
    await revokeKey(service.database, own(revoked.keyId), service.clock.now());
    service.clock.advance(1);
    const refusal = (keyId: string) => rotateKey(service.database, service.clock.now, own(keyId), 0, note);
    expect(await refusal('0'.repeat(24))).toEqual({ refused: 'unknown' });
    expect(await refusal(revoked.keyId)).toEqual({ refused: 'revoked' });
    expect(await refusal(expired.keyId)).toEqual({ refused: 'expired' });
  });

  it('without overlap, twice at once, gives one new key', async () => {
    const old = await issue(null);
    const results = await Promise.all(
      [1, 2, 3].map(() => rotateKey(service.database, service.clock.now, own(old.keyId), 0, note)),
    );
    expect(results.filter((result) => 'apiKey' in result)).toHaveLength(1);
    expect(results.filter((result) => 'refused' in result && result.refused === 'expired')).toHaveLength(2);
  });

  it('with an overlap leaves an account fifty active keys at most, however many are rotated at once', async () => {
    const { accountId } = await service.account();
    const { now } = service.clock;
    const keys: IssuedKey[] = [];
    for (let count = 1; count < 49; count += 1) keys.push(await issueKey(service.serving, now, accountId, null));
    const rotations = keys
      .slice(0, 8)
      .map(({ keyId }) => rotateKey(service.serving, now, { accountId, keyId }, HOUR, noteByOperator(accountId)));
    const refused = (await Promise.all(rotations)).filter((outcome) => 'refused' in outcome);
    expect(refused).toEqual(Array(7).fill({ refused: 'too_many' }));
  });

  it('with an overlap is not kept from it by keys that are revoked', async () => {
    const { accountId, key } = await service.account();
    const { now } = service.clock;
    for (let count = 1; count <= MAX_ACTIVE_KEYS; count += 1) {
      const { keyId } = await issueKey(service.serving, now, accountId, null);
      await revokeKey(service.serving, { accountId, keyId }, now());
    }
    const rotated = await rotateKey(
      service.serving,
      now,
      { accountId, keyId: key.keyId },
      HOUR,
      noteByOperator(accountId),
    );
    expect(rotated).toHaveProperty('apiKey');
  });
});
