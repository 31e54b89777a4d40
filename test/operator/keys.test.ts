import { describe, expect, it } from 'vitest';
import { databaseForFile } from '../support/database.ts';
import { liveForFile } from '../support/liveService.ts';
import { operatorOn } from '../support/operator.ts';

const KEY = /^trip_live_([0-9a-f]{24})\.[A-Za-z0-9_-]{43}$/;

const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
const service = await liveForFile({ env: database.env }, 'none');
const { accountId } = await operator.json('demo');

const issue = (rest = '') => operator.json(`keys issue --account ${accountId}${rest}`);
const statusWith = async (key: string) => (await service.api.send('GET', '/v1/trips', { key })).status;
const messageWith = async (key: string) => (await service.api.send('GET', '/v1/trips', { key })).body.message;
const listed = async (keyId: string) =>
  (await operator.json(`keys list --account ${accountId}`)).find((key: { keyId: string }) => key.keyId === keyId);

/** A key once read is trusted for a moment, but never longer than a second. */
const expectDeath = (key: string) => expect.poll(() => statusWith(key), { timeout: 1_500, interval: 50 }).toBe(401);

describe('keys of the operator’s command, on a running service', () => {
  it('issue: the key works at once, names itself, and never ends by itself', async () => {
    const { keyId, apiKey, expiresAt } = await issue();
    expect([KEY.exec(apiKey)?.[1], expiresAt]).toEqual([keyId, null]);
    expect(await statusWith(apiKey)).toBe(200);
  });

  it('issue with a name: the list shows it', async () => {
    const { keyId } = await issue(' --name Garage');
    expect((await listed(keyId)).name).toBe('Garage');
    expect(await operator.fault(`keys issue --account ${accountId} --name ${'x'.repeat(81)}`)).toContain(
      '--name must have 1 to 80 characters',
    );
  });

  it('rotate and revoke understand the whole key as well as its id', async () => {
    const old = await issue();
    const next = await operator.json(`keys rotate ${old.apiKey} --overlap 0s`);
    expect(await operator.json(`keys revoke ${next.apiKey}`)).toMatchObject({ keyId: next.keyId, state: 'REVOKED' });
  });

  it('rotate with no overlap: the new key works and the old one dies', async () => {
    const old = await issue();
    expect(await statusWith(old.apiKey)).toBe(200);
    const next = await operator.json(`keys rotate ${old.keyId} --overlap 0s`);
    expect(await statusWith(next.apiKey)).toBe(200);
    await expectDeath(old.apiKey);
    expect(await messageWith(old.apiKey)).toContain('expired');
    expect((await listed(old.keyId)).state).toBe('EXPIRED');
    expect(await operator.fault(`keys rotate ${old.keyId}`)).toContain('is expired: issue a new one instead');
  });

  it('rotate with an overlap: both keys work, and the old one has its end', async () => {
    const old = await issue();
    const next = await operator.json(`keys rotate ${old.keyId}`);
    expect([await statusWith(old.apiKey), await statusWith(next.apiKey)]).toEqual([200, 200]);
    const end = new Date((await listed(old.keyId)).expiresAt).getTime();
    expect(Math.abs(end - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    expect(next.expiresAt).toBeNull();
  });

  it('rotate a key that was rotated before and still works: says so, beside the new key', async () => {
    const old = await issue(' --expires-in 90d');
    const first = await operator.run(`keys rotate ${old.keyId} --json`);
    const second = await operator.run(`keys rotate ${old.keyId} --json`);
    expect([first.code, first.stderr, second.code]).toEqual([0, '', 0]);
    expect(second.stderr).toContain(
      `trips: key ${old.keyId} was rotated before: revoke the key issued then if nobody uses it\n`,
    );
    expect(await statusWith(JSON.parse(second.stdout).apiKey)).toBe(200);
  });

  it.each([
    ['rotated before', '', '1h'],
    ['that expires', ' --expires-in 1h', undefined],
  ])('rotate a key %s for longer than it is valid: says when it really ends', async (_, expiry, firstOverlap) => {
    const old = await issue(expiry);
    if (firstOverlap) await operator.run(`keys rotate ${old.keyId} --overlap ${firstOverlap}`);
    const { expiresAt } = await listed(old.keyId);
    const end = `trips: key ${old.keyId} works only until ${expiresAt}, as before: a rotation does not extend it\n`;
    const longer = await operator.run(`keys rotate ${old.keyId} --overlap 7d --json`);
    expect([longer.code, longer.stderr.endsWith(end)]).toEqual([0, true]);
    expect(Object.keys(JSON.parse(longer.stdout))).toEqual(['keyId', 'apiKey', 'expiresAt']);
    expect((await listed(old.keyId)).expiresAt).toBe(expiresAt);
    expect((await operator.run(`keys rotate ${old.keyId} --overlap 30m --json`)).stderr).not.toContain('works only');
    expect((await listed(old.keyId)).expiresAt < expiresAt).toBe(true);
  });

  it('revoke: the key dies, stays listed as revoked from the first time on, and cannot be rotated', async () => {
    const { keyId, apiKey } = await issue();
    expect(await statusWith(apiKey)).toBe(200);
    const first = await operator.json(`keys revoke ${keyId}`);
    await expectDeath(apiKey);
    expect(await messageWith(apiKey)).toContain('revoked');
    const second = await operator.json(`keys revoke ${keyId.toUpperCase()}`);
    expect([second.state, second.revokedAt]).toEqual(['REVOKED', first.revokedAt]);
    expect(await operator.fault(`keys rotate ${keyId}`)).toContain('is revoked: issue a new one instead');
  });

  it('list: all keys of that account and no secret', async () => {
    const { keyId, apiKey } = await issue();
    const stranger = await operator.json('demo');
    const text = await operator.text(`keys list --account ${accountId}`);
    expect(text).toContain(keyId);
    expect(text).not.toContain(apiKey.split('.')[1]);
    expect(text).not.toContain(KEY.exec(stranger.apiKey)?.[1]);
    expect(await listed(keyId)).toMatchObject({ state: 'ACTIVE', revokedAt: null, expiresAt: null });
  });

  it('issue --expires-in refuses a key that would never be valid', async () => {
    const { accountId } = await operator.json('demo');
    expect(await operator.fault(`keys issue --account ${accountId} --expires-in 0d`)).toBe(
      'trips: --expires-in must be longer than 0: such a key would never be valid',
    );
  });

  it('issue --expires-in: the key expires that long after now', async () => {
    const before = Date.now();
    const { expiresAt } = await issue(' --expires-in 90d');
    const issuedAt = new Date(expiresAt).getTime() - 7_776_000_000;
    expect(issuedAt).toBeGreaterThanOrEqual(before - 1);
    expect(issuedAt).toBeLessThanOrEqual(Date.now());
  });
});

describe('restricted keys of the operator’s command', () => {
  it('issue with scopes and networks: the key does no more, and the list shows it', async () => {
    const { keyId, apiKey } = await issue(' --scope trips:read --scope events --network 127.0.0.0/8');
    expect(await statusWith(apiKey)).toBe(200);
    expect((await service.api.send('POST', '/v1/quotes', { key: apiKey, body: {} })).body.code).toBe('FORBIDDEN');
    expect(await listed(keyId)).toMatchObject({ scopes: ['trips:read', 'events'], networks: ['127.0.0.0/8'] });
    const elsewhere = await issue(' --network 203.0.113.7');
    expect(await statusWith(elsewhere.apiKey)).toBe(403);
    expect(await listed((await issue()).keyId)).toMatchObject({ scopes: null, networks: null });
  });

  it.each([
    ['--scope trips', '--scope must be one of quotes, trips:read'],
    ['--network 10.1', '--network must be an address or a network'],
    ['--network 0.0.0.0/0', '--network must be an address or a network'],
    ['--network 10.0.0.5/8', '10.0.0.5/8 has bits set beyond the prefix: use 10.0.0.5 or 10.0.0.0/8'],
    ['--network 2001:db8::1/32', '2001:db8::1/32 has bits set beyond the prefix: use 2001:db8::1 or 2001:db8::/32'],
    [
      Array(21)
        .fill(0)
        .map((_, at) => `--network 10.0.0.${at}`)
        .join(' '),
      '--network may be given at most 20 times',
    ],
  ])('refuse %s', async (option, message) => {
    expect(await operator.fault(`keys issue --account ${accountId} ${option}`)).toContain(message);
  });
});
