import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { ALL_ACCOUNTS } from '../../src/database/accounts.ts';
import type { Queryable, Statement } from '../../src/database/connection.ts';
import { queryScoped } from '../../src/database/scopedQuery.ts';
import { tablesOfAccounts } from '../support/accountRows.ts';
import { serviceForFile } from '../support/service.ts';
import { furnishTwo, SCOPED, trialOn } from './scopedStatements.ts';
import type { Scoped } from './statements.ts';

/*
 * Accounts are isolated twice: by the conditions of each statement, and by row-level security. Here a program removes each
 * condition on the account, one at a time, and runs what is left for a stranger.
 */

const service = await serviceForFile();
const { owner, stranger } = await furnishTwo(service);
const trial = await trialOn(service, owner, stranger);
const TABLES = await tablesOfAccounts(service.database);

/** Functions that look across accounts by design: only their own conditions limit them. */
const ACROSS_ACCOUNTS = {
  listContractors: 'a driver sees who invites them',
  listRides: 'a driver sees the rides that contractors assigned to them',
  listPlannedRides: 'a driver is warned if rides overlap that contractors assigned to them',
  findRide: 'a driver sees the rides that contractors assigned to them',
  findRides: 'a driver sees the rides that contractors assigned to them',
  listMovedRides: 'a driver sees the rides that contractors assigned to them',
  listContractorsRides: 'a driver sees the rides that contractors assigned to them',
  listSearchedRides: 'a driver sees the rides that contractors assigned to them',
  hasAssignedRides: 'a driver sees the rides that contractors assigned to them',
  wasAssigned: 'a page says to a driver that a ride is no longer theirs',
  listCalendarRides: 'a driver sees the rides that contractors assigned to them',
};

/**
 * Functions that send batches, which run as a role that bypasses row-level security. Here they run without that role, so that
 * row-level security applies to them too.
 */
const BATCHES = {
  bookTrips: 'row-level security costs a booking more than 5 %',
  cancelTrips: 'a batch, as bookings are',
  keepResponses: 'the second statement of a batch of cancellations',
  findTrips: 'row-level security costs a read more than 5 %',
  findKnownResponses: 'a batch, before bookings are priced',
  findPricing: 'a batch, for quotes and bookings',
};

/** A condition on the account as it stands in statements, and what takes its place. */
const CONDITIONS: [RegExp, (found: string, parameter?: string) => string][] = [
  [/\b(?:\w+\.)?account_id = (\$\d+)/g, (_, parameter) => `${parameter}::text IS NOT NULL`],
  [/\b\w+\.account_id = \w+\.account_id\b/g, () => 'true'],
  [/\bUSING \(account_id\)/g, () => 'ON true'],
  [/\bUSING \(account_id, /g, () => 'USING ('],
];

/** The text without each of its conditions in turn. */
const withoutConditions = (text: string): string[] =>
  CONDITIONS.flatMap(([pattern, replace]) =>
    [...text.matchAll(pattern)].map(
      (found) => text.slice(0, found.index) + replace(found[0], found[1]) + text.slice(found.index + found[0].length),
    ),
  );

type Change = (statement: Statement) => Statement;

/** Runs it for the stranger and undoes it. Returns what it said, or why it was refused, and a digest of the owner's rows after it. */
async function attempt(pool: pg.Pool, { run }: Scoped, change: Change) {
  const client = await pool.connect();
  const scope = {
    roles: { own: '', batches: null },
    isInTransaction: true,
    isPooled: inject('pgBouncer') !== undefined && pool === service.serving.pool,
  };
  const scoped: Queryable['query'] = ({ name: _, ...statement }) => queryScoped(client, statement, scope);
  try {
    await client.query('BEGIN; SAVEPOINT before_it');
    const database: Queryable = { query: (statement) => scoped(change(statement)) };
    const answer: unknown = await run({ ...trial, database }).catch(async ({ code }: { code: string }) => {
      await client.query('ROLLBACK TO before_it');
      return { refused: code };
    });
    const digest = { text: DIGEST, values: [owner.accountId], ...(!scope.isPooled && { name: 'digest' }) };
    const { rows } = await queryScoped<{ digest: string }>(client, digest, scope);
    return { answer, digest: rows[0]?.digest };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const DIGEST = `SELECT md5(string_agg(row, '' ORDER BY row)) AS digest FROM (${TABLES.map(
  (table) => `SELECT '${table}' || to_jsonb(t)::text AS row FROM ${table} t WHERE account_id = $1`,
).join(' UNION ALL ')}) AS rows`;

/** The statements that a function sends. */
async function statementsOf(scoped: Scoped): Promise<Statement[]> {
  const sent = new Map<string, Statement>();
  await attempt(service.serving.pool, scoped, (statement) => {
    sent.set(statement.text, statement);
    return statement;
  });
  return [...sent.values()];
}

const unchanged: Change = (statement) => statement;
const isRefusedAsSql = (answer: unknown) => /^42/.test(String((answer as { refused?: string } | undefined)?.refused));
const learnt = { tried: 0, invalid: 0, foundWithoutWall: 0 };

describe('a statement without its condition on the account', () => {
  it.each(Object.keys(SCOPED).filter((name) => !(name in ACROSS_ACCOUNTS)))(
    '%s finds and changes nothing of another account',
    async (name) => {
      const scoped = SCOPED[name] as Scoped;
      const [isolated, open] = [service.serving.pool, service.database.pool];
      const asWritten = await attempt(isolated, scoped, unchanged);
      for (const { text } of await statementsOf(scoped))
        for (const mutant of withoutConditions(text)) {
          const mutate: Change = (statement) => (statement.text === text ? { ...statement, text: mutant } : statement);
          learnt.tried += 1;
          const unprotected = await attempt(open, scoped, mutate);
          if (isRefusedAsSql(unprotected.answer)) learnt.invalid += 1;
          // What finds and changes nothing without row-level security cannot do so with it.
          else if (!isDeepStrictEqual(unprotected, asWritten)) {
            learnt.foundWithoutWall += 1;
            expect({ mutant, ...(await attempt(isolated, scoped, mutate)) }).toEqual({ mutant, ...asWritten });
          }
        }
    },
  );

  it('would find or change something of another account without row-level security, in many cases', () => {
    expect(learnt.tried).toBeGreaterThan(200);
    expect(learnt.foundWithoutWall).toBeGreaterThan(100);
    expect(learnt.invalid).toBeLessThan(0.1 * learnt.tried);
  });
});

describe('only these functions', () => {
  const functionsWith = async (isMeant: (statement: Statement) => boolean) => {
    const found: string[] = [];
    for (const [name, scoped] of Object.entries(SCOPED))
      if ((await statementsOf(scoped)).some(isMeant)) found.push(name);
    return found.sort();
  };

  it('take an account and look across accounts', async () => {
    const across = await functionsWith(({ actsFor }) => actsFor === ALL_ACCOUNTS);
    expect(across).toEqual(Object.keys(ACROSS_ACCOUNTS).sort());
  });

  it('bypass row-level security', async () => {
    expect(await functionsWith(({ isBatch }) => isBatch === true)).toEqual(Object.keys(BATCHES).sort());
  });
});
