import { describe, expect, it } from 'vitest';
import { newId } from '../../src/identifiers.ts';
import { rowsOfAccount, tablesOfAccounts } from '../support/accountRows.ts';
import { type AccountWithRecords, furnish } from '../support/accountWithRecords.ts';
import { serviceForFile } from '../support/service.ts';

/** The schema backs up the WHERE of every statement: it refuses what a wrong statement would do. */

const service = await serviceForFile();
const own = await furnish(service, await service.account(), { day: '2031-01-01', status: 'OTWTP' });
const other = await furnish(service, await service.account(), { day: '2031-02-01', status: 'OTWTD' });

/** Found by what it is asked with, before it is known whose it is. */
const NOT_KEYED_BY_ACCOUNT = ['api_keys'];

interface Constraint {
  type: 'p' | 'f';
  from: string;
  columns: string[];
  to: string | null;
  toColumns: string[] | null;
}

async function constraints(): Promise<Constraint[]> {
  const columns = (table: string, numbers: string) =>
    `ARRAY(SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS n(number, place)
             JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = n.number ORDER BY n.place)`;
  const { rows } = await service.database.query<Constraint>({
    text: `SELECT c.contype AS type, c.conrelid::regclass::text AS "from", ${columns('c.conrelid', 'c.conkey')} AS columns,
                  nullif(c.confrelid, 0)::regclass::text AS "to", ${columns('c.confrelid', 'c.confkey')} AS "toColumns"
             FROM pg_constraint c
            WHERE c.contype IN ('p', 'f') AND c.connamespace = 'public'::regnamespace`,
  });
  return rows;
}

describe('the schema', () => {
  it('has the account first in the primary key of every table that accounts own, and never leaves it empty', async () => {
    const tables = await tablesOfAccounts(service.database);
    expect(tables).toEqual(
      expect.arrayContaining(['trips', 'riders', 'vehicles', 'pricing_schemes', 'idempotency_keys']),
    );
    const keys = (await constraints()).filter(({ type }) => type === 'p');
    const firstOf = (table: string) => keys.find(({ from }) => from === table)?.columns[0];
    expect(tables.filter((table) => firstOf(table) !== 'account_id')).toEqual(NOT_KEYED_BY_ACCOUNT);
    const { rows } = await service.database.query<{ name: string }>({
      text: `SELECT attrelid::regclass::text AS name FROM pg_attribute
              WHERE attname = 'account_id' AND NOT attnotnull AND attrelid::regclass::text = ANY ($1)`,
      values: [tables],
    });
    expect(rows).toEqual([]);
  });

  it('carries the account on both sides of every reference between such tables', async () => {
    const owned = new Set((await tablesOfAccounts(service.database)).filter((table) => table !== 'accounts'));
    const references = (await constraints()).filter(
      ({ type, from, to }) => type === 'f' && owned.has(from) && owned.has(to ?? ''),
    );
    expect(references.map(({ from, to }) => `${from} -> ${to}`).sort()).toEqual([
      'member_browsers -> members',
      'member_invitations -> members',
      'member_recovery_codes -> members',
      'member_sessions -> members',
      'trip_assignments -> trips',
      'trip_changes -> trips',
      'trip_status_history -> trips',
      'trips -> pricing_schemes',
      'trips -> riders',
      'trips -> vehicles',
      'webhook_attempts -> webhook_endpoints',
      'webhook_deliveries -> webhook_endpoints',
    ]);
    for (const { columns, toColumns } of references) {
      expect([columns[0], toColumns?.[0]]).toEqual(['account_id', 'account_id']);
    }
  });

  it('has no column that looks like a reference and is not held to be one', async () => {
    const { rows } = await service.database.query<{ name: string }>({
      text: `SELECT a.attrelid::regclass || '.' || a.attname AS name
               FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
              WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname ~ '_id$'
                AND NOT EXISTS (SELECT FROM pg_constraint k
                                 WHERE k.conrelid = a.attrelid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey))`,
    });
    // An assignment has its own reference to the executor, a key is written with its trip, the index is derived from trips, and
    // logs outlive what they are about.
    expect(rows.map(({ name }) => name).sort()).toEqual([
      'audit_log.actor_id',
      'idempotency_keys.trip_id',
      'request_log.key_id',
      'trip_search.client_id',
      'trips.executor_id',
    ]);
  });
});

describe('PostgreSQL itself refuses', () => {
  const FOREIGN_KEY_VIOLATION = '23503';
  /** A statement of `own` that would cross accounts; $1 is its account, $2 its trip, $3 the other's thing. */
  const attempts: [what: string, text: string, thing: () => string][] = [
    ['a trip with another’s rider', 'UPDATE trips SET client_id = $3', () => other.resources.clientId],
    ['a trip with another’s vehicle', 'UPDATE trips SET vehicle_id = $3', () => other.resources.vehicleId],
    ['a trip with another’s scheme', 'UPDATE trips SET pricing_scheme_id = $3', () => other.resources.pricingSchemeId],
    ['a trip given to another account', 'UPDATE trips SET account_id = $3', () => other.accountId],
    ['history taken to another account', 'UPDATE trip_status_history SET account_id = $3', () => other.accountId],
    ['history taken to another’s trip', 'UPDATE trip_status_history SET trip_id = $3', () => other.resources.tripId],
  ];

  it.each(attempts)('%s, in an update', async (_, text, thing) => {
    const before = [
      await rowsOfAccount(service.database, own.accountId),
      await rowsOfAccount(service.database, other.accountId),
    ];
    const attempt = service.database.query({
      text: `${text} WHERE account_id = $1 AND trip_id = $2`,
      values: [own.accountId, own.resources.tripId, thing()],
    });
    await expect(attempt).rejects.toMatchObject({ code: FOREIGN_KEY_VIOLATION });
    expect([
      await rowsOfAccount(service.database, own.accountId),
      await rowsOfAccount(service.database, other.accountId),
    ]).toEqual(before);
  });

  it.each(['client_id', 'vehicle_id', 'pricing_scheme_id'])('a new trip with another’s %s', async (column) => {
    const things = {
      client_id: other.resources.clientId,
      vehicle_id: other.resources.vehicleId,
      pricing_scheme_id: other.resources.pricingSchemeId,
    };
    const copy = (changes: object) =>
      service.database.query({
        text: `INSERT INTO trips SELECT (jsonb_populate_record(t, $3)).* FROM trips t WHERE account_id = $1 AND trip_id = $2`,
        values: [own.accountId, own.resources.tripId, { trip_id: newId(), ...changes }],
      });
    await expect(copy({ [column]: things[column as keyof typeof things] })).rejects.toMatchObject({
      code: FOREIGN_KEY_VIOLATION,
    });
    expect((await copy({})).rowCount).toBe(1); // the same row with its own things is taken
  });

  it('a history entry on another’s trip', async () => {
    const write = ({ accountId }: AccountWithRecords) =>
      service.database.query({
        text: `INSERT INTO trip_status_history VALUES ($1, $2, 2, 'CANCELLED', now(), 'API')`,
        values: [accountId, other.resources.tripId],
      });
    await expect(write(own)).rejects.toMatchObject({ code: FOREIGN_KEY_VIOLATION });
    expect((await write(other)).rowCount).toBe(1);
  });

  it.each([
    ['rider', 'riders', 'client_id', () => own.resources.clientId],
    ['vehicle', 'vehicles', 'vehicle_id', () => own.resources.vehicleId],
    ['scheme', 'pricing_schemes', 'pricing_scheme_id', () => own.resources.pricingSchemeId],
  ] as const)('to move a %s that a trip names to another account', async (_, table, column, thing) => {
    await own.api.createdTrip({
      client: undefined,
      clientId: own.resources.clientId,
      vehicleId: own.resources.vehicleId,
      pricingSchemeId: own.resources.pricingSchemeId,
    });
    const attempt = service.database.query({
      text: `UPDATE ${table} SET account_id = $2${table === 'pricing_schemes' ? ', is_default = false' : ''}
              WHERE account_id = $1 AND ${column} = $3`,
      values: [own.accountId, other.accountId, thing()],
    });
    await expect(attempt).rejects.toMatchObject({ code: FOREIGN_KEY_VIOLATION });
  });
});
