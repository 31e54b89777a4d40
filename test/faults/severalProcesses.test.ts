import { afterAll, describe, expect, it } from 'vitest';
import { HIGH_RATE_LIMITS, runTrips, startProcess } from '../../reliability/support/process.ts';
import type { DemoAccount } from '../../src/accounts/demoAccount.ts';
import { accountsForFile } from '../support/accounts.ts';
import { type ApiAnswer, apiClient, newKey } from '../support/client.ts';
import { lastLetIn } from '../support/refusal.ts';

const { url: databaseUrl, database, newAccount } = await accountsForFile();
const startOne = () => startProcess({ env: { DATABASE_URL: databaseUrl, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn' } });
const processes = await Promise.all([startOne(), startOne(), startOne()]);
afterAll(() => Promise.all(processes.map((each) => each.stop())));

/** The account's calls, by turns to each of the processes. */
const clients = ({ key }: DemoAccount) => processes.map(({ url }) => apiClient(url, key.apiKey));
const byTurns = <Each>(all: Each[], index: number) => all[index % all.length] as Each;

const scheduledAt = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString();

async function count(table: 'trips' | 'riders' | 'trip_status_history', { account }: DemoAccount): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    text: `SELECT count(*) FROM ${table} WHERE account_id = $1`,
    values: [account.accountId],
  });
  return rows[0]?.count ?? Number.NaN;
}

/** What fetch throws when the other side is gone; anything else is a fault. */
function cutOff(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** Exactly one request was carried out; the others were given its answer, or one of the codes allowed. */
function expectOneWinner(answers: ApiAnswer[], status: number, allowedCodes: string[]) {
  const succeeded = answers.filter((answer) => answer.status === status);
  expect(succeeded.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
  expect(new Set(succeeded.map(({ text }) => text)).size).toBe(1);
  for (const { body } of answers.filter((answer) => answer.status !== status)) {
    expect(allowedCodes).toContain(body.code);
  }
}

describe('three processes on one database', () => {
  it('make one trip and one rider of sixty racing requests with one key', async () => {
    const account = await newAccount();
    const all = clients(account);
    for (let round = 0; round < 3; round += 1) {
      const headers = newKey();
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) => byTurns(all, index).create({ scheduledAt }, headers)),
      );
      expectOneWinner(answers, 201, ['IDEMPOTENCY_KEY_IN_PROGRESS']);
      const again = await Promise.all(all.map((api) => api.create({ scheduledAt }, headers)));
      expect(new Set(again.map(({ text }) => text))).toEqual(new Set([answers.find((a) => a.status === 201)?.text]));
    }
    expect([await count('trips', account), await count('trip_status_history', account)]).toEqual([3, 3]);
    expect(await count('riders', account)).toBe(account.riders.length + 3);
  });

  it('make one trip of racing requests with one key and different bodies', async () => {
    const account = await newAccount();
    const all = clients(account);
    const headers = newKey();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, price) => byTurns(all, price).create({ scheduledAt, price }, headers)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expectOneWinner(answers, 201, ['IDEMPOTENCY_KEY_IN_PROGRESS', 'IDEMPOTENCY_KEY_CONFLICT']);
    expect(await count('trips', account)).toBe(1);
    expect(await count('riders', account)).toBe(account.riders.length + 1);
  });

  it('cancel once when a cancellation with one key comes to all of them', async () => {
    const account = await newAccount();
    const all = clients(account);
    for (let round = 0; round < 10; round += 1) {
      const { _id } = await byTurns(all, round).createdTrip({ scheduledAt });
      const headers = newKey();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => byTurns(all, index).cancel(_id, { headers })),
      );
      expectOneWinner(answers, 200, ['IDEMPOTENCY_KEY_IN_PROGRESS']);
    }
    expect(await count('trip_status_history', account)).toBe(20);
  });

  it('cancel once when many cancellations without a key come to all of them', async () => {
    const account = await newAccount();
    const all = clients(account);
    const { _id } = await byTurns(all, 0).createdTrip({ scheduledAt });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => byTurns(all, index).cancel(_id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectOneWinner(answers, 200, ['TRIP_ALREADY_CANCELLED']);
    expect(await count('trip_status_history', account)).toBe(2);
  });

  it('all refuse a key within a second after the operator has revoked it', async () => {
    const account = await newAccount();
    const all = clients(account);
    expect((await Promise.all(all.map((api) => api.list()))).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { code } = await runTrips(['keys', 'revoke', account.key.keyId], { env: { DATABASE_URL: databaseUrl } });
    expect(code).toBe(0);
    const statuses = async () => (await Promise.all(all.map((api) => api.list()))).map(({ status }) => status);
    expect(await lastLetIn(statuses)).toBeLessThan(1_000);
    expect(await statuses()).toEqual([401, 401, 401]);
  });
});

describe('a process killed while it books', () => {
  it('has made each trip it acknowledged once, and each other can be sent to another process and is made once', async () => {
    const account = await newAccount();
    const victim = await startOne();
    const doomed = apiClient(victim.url, account.key.apiKey);
    const bookings = Array.from({ length: 400 }, (_, price) => ({ price, headers: newKey() }));
    const acknowledged = new Map<number, string>();
    await Promise.all(
      bookings.map(async ({ price, headers }) => {
        const answer = await doomed.create({ scheduledAt, price }, headers).catch(cutOff);
        if (answer?.status === 201) acknowledged.set(price, answer.text);
        if (acknowledged.size === 40) victim.child.kill('SIGKILL');
      }),
    );
    await victim.stop('SIGKILL');
    expect(acknowledged.size).toBeLessThan(bookings.length);

    const survivor = byTurns(clients(account), 0);
    const retried = await Promise.all(
      bookings.map(({ price, headers }) => survivor.create({ scheduledAt, price }, headers)),
    );
    expect(retried.map(({ status }) => status)).toEqual(bookings.map(() => 201));
    for (const [price, text] of acknowledged) expect(retried[price]?.text).toBe(text);
    expect(new Set(retried.map(({ body }) => body.data._id)).size).toBe(bookings.length);
    expect(await count('trips', account)).toBe(bookings.length);
    expect(await count('riders', account)).toBe(account.riders.length + bookings.length);
    expect(await count('trip_status_history', account)).toBe(bookings.length);
  });
});
