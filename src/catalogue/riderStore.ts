import type { Static } from 'typebox';
import type { RequestedPage } from '../contract/pagination.ts';
import type { Client } from '../contract/trip.ts';
import type { Queryable } from '../database/connection.ts';
import type { Layout } from '../database/layout/placement.ts';
import { type Page, selectPage } from '../database/page.ts';

export type RiderDetails = Static<typeof Client>;

/** The details of a rider and the columns that hold them; all are texts. */
export const RIDER_COLUMNS: readonly (readonly [member: keyof RiderDetails, column: string])[] = [
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['phone', 'phone'],
  ['email', 'email'],
  ['companyName', 'company_name'],
  ['type', 'type'],
  ['address', 'address'],
  ['city', 'city'],
  ['country', 'country'],
  ['postalCode', 'postal_code'],
];
const COLUMNS = RIDER_COLUMNS.map(([, column]) => column);

export interface Rider extends RiderDetails {
  accountId: string;
  clientId: string;
}

/** Queues riders of the relation to be indexed for the search, with their trips. A booking's rider is indexed with its event. */
const queueForSearch = (relation: string) => `
  INSERT INTO rider_search (account_id, client_id, trips_after) SELECT account_id, client_id, '' FROM ${relation}
  ON CONFLICT (account_id, client_id) DO UPDATE SET trips_after = excluded.trips_after`;

export async function insertRider(database: Queryable, rider: Rider, createdAt: Date): Promise<void> {
  await database.query({
    text: `WITH added AS (
             INSERT INTO riders (account_id, client_id, created_at, ${COLUMNS.join(', ')})
             VALUES ($1, $2, $3, ${COLUMNS.map((_, index) => `$${index + 4}`).join(', ')})
             RETURNING account_id, client_id)
           ${queueForSearch('added')}`,
    values: [rider.accountId, rider.clientId, createdAt, ...detailsOf(rider)],
  });
}

/** False if the account has no such rider. */
export async function updateRider(database: Queryable, rider: Rider): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `WITH changed AS (
             UPDATE riders SET ${COLUMNS.map((column, index) => `${column} = $${index + 3}`).join(', ')}
              WHERE account_id = $1 AND client_id = $2
             RETURNING account_id, client_id)
           ${queueForSearch('changed')}`,
    values: [rider.accountId, rider.clientId, ...detailsOf(rider)],
  });
  return rowCount === 1;
}

const detailsOf = (rider: Rider): unknown[] => RIDER_COLUMNS.map(([member]) => rider[member]);

const RIDER = `account_id AS "accountId", client_id AS "clientId",
  ${RIDER_COLUMNS.map(([member, column]) => `${column} AS "${member}"`).join(', ')}`;
const OF_ACCOUNT = 'riders WHERE account_id = $1';
const SELECT_RIDER = `SELECT ${RIDER} FROM ${OF_ACCOUNT}`;

/** A stored rider: unknown details are null. */
export type KeptRider = { [Member in keyof Rider]: Rider[Member] | null } & Pick<
  Rider,
  'accountId' | 'clientId' | 'firstName' | 'lastName'
>;

export interface DatedRider extends KeptRider {
  createdAt: Date;
  /** An erased rider has neither name nor contact details. */
  erasedAt: Date | null;
}
const DATED_RIDER = `${RIDER}, created_at AS "createdAt", erased_at AS "erasedAt"`;

export async function listRiders(database: Queryable, accountId: string): Promise<Rider[]> {
  const { rows } = await database.query<Rider>({
    text: `${SELECT_RIDER} ORDER BY created_at, client_id`,
    values: [accountId],
  });
  return rows;
}

export async function findRider(
  database: Queryable,
  accountId: string,
  clientId: string,
): Promise<DatedRider | undefined> {
  const { rows } = await database.query<DatedRider>({
    name: 'find_rider',
    text: `SELECT ${DATED_RIDER} FROM ${OF_ACCOUNT} AND client_id = $2`,
    values: [accountId, clientId],
  });
  return rows[0];
}

/** Locks the rider until the transaction ends, so that two changes run one after the other. Bookings do not wait for this lock. */
export async function findRiderForUpdate(
  database: Queryable,
  accountId: string,
  clientId: string,
): Promise<DatedRider | undefined> {
  const { rows } = await database.query<DatedRider>({
    text: `SELECT ${DATED_RIDER} FROM ${OF_ACCOUNT} AND client_id = $2 FOR NO KEY UPDATE`,
    values: [accountId, clientId],
  });
  return rows[0];
}

/** Those of these riders that the account has. */
export async function findRiders(
  database: Queryable,
  accountId: string,
  clientIds: readonly string[],
): Promise<DatedRider[]> {
  const { rows } = await database.query<DatedRider>({
    name: 'find_riders',
    text: `SELECT ${DATED_RIDER} FROM ${OF_ACCOUNT} AND client_id = ANY ($2)`,
    values: [accountId, clientIds],
  });
  return rows;
}

interface OlderRiders {
  accountId: string;
  /** Only riders created before this one; all if empty. */
  olderThan: string;
  limit: number;
}

/**
 * Riders, newest first. Identifiers begin with their second of creation, so the primary key gives the order and a page
 * costs only its own rows.
 */
export async function listOlderRiders(
  database: Queryable,
  { accountId, olderThan, limit }: OlderRiders,
): Promise<KeptRider[]> {
  const { rows } = await database.query<KeptRider>({
    name: 'list_older_riders',
    text: `${SELECT_RIDER} AND ($2 = '' OR client_id < $2) ORDER BY client_id DESC LIMIT $3`,
    values: [accountId, olderThan, limit],
  });
  return rows;
}

export interface RiderListing extends RequestedPage {
  accountId: string;
  /** However it is written. */
  phone: string | undefined;
  /** In upper or lower case. */
  email: string | undefined;
}

interface RiderFilter {
  column: 'phone' | 'email';
  asCompared: string;
}

/**
 * That a rider has this phone number or e-mail address, so that an index finds it. With row-level security PostgreSQL would not use
 * the index for such a comparison, so a function compares there. A Citus cluster has no such policies, and could not pass the call on.
 */
const isSame = (layout: Layout, { column, asCompared }: RiderFilter, parameter: string) =>
  layout === 'citus'
    ? `${column} IS NOT NULL AND ${asCompared}(${column}) COLLATE "C" = ${asCompared}(${parameter})`
    : `client_id = ANY (find_riders_by_${column}(${parameter}))`;

/** Riders, newest first. An index finds those with a phone number or an e-mail address; all of them are counted. */
export function pageOfRiders(database: Queryable, listing: RiderListing): Promise<Page<DatedRider>> {
  const { accountId, phone, email } = listing;
  const filters = [
    { column: 'phone', asCompared: 'comparable_phone', text: phone } as const,
    { column: 'email', asCompared: 'lower', text: email } as const,
  ].filter(({ text }) => text !== undefined);
  const { layout = 'single' } = database;
  const conditions = filters.map((filter, index) => ` AND ${isSame(layout, filter, `$${index + 2}`)}`);
  return selectPage(
    database,
    {
      name: ['page_of_riders', ...filters.map(({ column }) => column)].join('_by_'),
      columns: DATED_RIDER,
      from: `${OF_ACCOUNT}${conditions.join('')}`,
      order: 'client_id DESC',
      values: [accountId, ...filters.map(({ text }) => text)],
    },
    listing,
  );
}
