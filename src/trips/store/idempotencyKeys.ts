import type { Queryable } from '../../database/connection.ts';
import { deleteSome } from '../../database/deleteSome.ts';
import { type Insertion, insertFrom } from '../../database/insertion.ts';
import { type RowsetColumn, rowset } from '../../database/rowset.ts';

/*
 * The records of Idempotency-Keys, the same for every statement that carries one. Times are the database's own, so all
 * processes agree on when a key is free again.
 */
const RETENTION = `interval '24 hours'`;

/** A booking that carries a key, and what makes it the same as another. */
export interface KeyedBooking {
  accountId: string;
  idempotencyKey: string;
  fingerprint: Buffer;
  /** The response around the text that is stored with the trip. */
  response: { start: string; end: string };
}

/**
 * Joins the record of a row's key as `known`; an expired one is not known, whether or not it was swept. Each is looked up by
 * itself, because on tables without statistics PostgreSQL would search them by expiry.
 */
export const joinKnownKey = (row: string) => `
      LEFT JOIN LATERAL (
        SELECT known.* FROM (
          SELECT * FROM idempotency_keys k
           WHERE k.account_id = ${row}.account_id AND k.idempotency_key = ${row}.idempotency_key OFFSET 0
        ) AS known WHERE known.expires_at > now()
      ) AS known ON true`;

/** What matters of the same record, as a SELECT of its own. */
export const selectKnownKey = (row: string) => `
      SELECT k.fingerprint, k.response_body::text AS response_body FROM idempotency_keys k
       WHERE k.account_id = ${row}.account_id AND k.idempotency_key = ${row}.idempotency_key AND k.expires_at > now()`;

/** The same for a booking, with the trip that was booked under the key as `booked`. */
export const joinKnownBooking = (row: string) => `${joinKnownKey(row)}
      LEFT JOIN trips booked ON booked.account_id = ${row}.account_id AND booked.trip_id = known.trip_id`;

/** The trip's text as it was booked. */
const bookedMembers = (row: string) => `coalesce(
  (SELECT booked_members FROM trip_changes c
    WHERE c.account_id = ${row}.account_id AND c.trip_id = booked.trip_id AND booked_members IS NOT NULL),
  booked.fixed_members)`;

/** The response to a booking, where it is not stored in full. */
export const knownBookingResponse = (row: string) =>
  `coalesce(known.response_body, ${row}.response_start || ${bookedMembers(row)} || ${row}.response_end)`;

/**
 * Claims the key of a row, which `row` is the alias of, and stores its response. The request that inserts the record owns the
 * key; an expired record is taken over. A second process with the same key waits here until the first has committed, and gets no
 * row. Whether the record has expired is said without now(), which Citus allows in no ON CONFLICT.
 */
export const keyClaim = (row: string, responseBody: string): Insertion => ({
  into: 'idempotency_keys AS k',
  columns: {
    account_id: `${row}.account_id`,
    idempotency_key: `${row}.idempotency_key`,
    fingerprint: `${row}.fingerprint`,
    trip_id: `${row}.trip_id`,
    response_body: responseBody,
    expires_at: `now() + ${RETENTION}`,
  },
  tail: `
    ON CONFLICT (account_id, idempotency_key) DO UPDATE
       SET fingerprint = excluded.fingerprint, trip_id = excluded.trip_id, response_body = excluded.response_body,
           expires_at = excluded.expires_at
     WHERE excluded.expires_at - k.expires_at >= ${RETENTION}
    RETURNING account_id, idempotency_key`,
});

/** Claims the keys of the judged rows that meet the condition, in one order, so that no two statements wait for each other. */
export const claimKeys = (condition: string, claim: Insertion) =>
  insertFrom(claim, `FROM judged WHERE ${condition} ORDER BY account_id, idempotency_key`);

/** For a rowset of bookings; the account is the trip's. */
export const keyColumns: RowsetColumn<Omit<KeyedBooking, 'accountId'>>[] = [
  { name: 'idempotency_key', type: 'text', of: (row) => row.idempotencyKey },
  { name: 'fingerprint', type: 'bytea', of: (row) => row.fingerprint },
  { name: 'response_start', type: 'text', of: (row) => row.response.start },
  { name: 'response_end', type: 'text', of: (row) => row.response.end },
];

const bookings = rowset<KeyedBooking>('asked', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  ...keyColumns,
]);

export type KnownResponse = { verdict: 'replay'; responseBody: string } | { verdict: 'IDEMPOTENCY_KEY_CONFLICT' };

const find = bookings.statement(
  'find_known_responses',
  (asked) => `
  SELECT CASE WHEN known.fingerprint = asked.fingerprint THEN 'replay'
              WHEN known.fingerprint IS NOT NULL THEN 'IDEMPOTENCY_KEY_CONFLICT' END AS verdict,
         CASE WHEN known.fingerprint = asked.fingerprint THEN ${knownBookingResponse('asked')} END AS "responseBody"
    FROM ${asked}${joinKnownBooking('asked')}
   ORDER BY asked.ordinal`,
);

/** What is known under the keys, in the order of the bookings; undefined where nothing is. */
export async function findKnownResponses(
  database: Queryable,
  asked: readonly KeyedBooking[],
): Promise<(KnownResponse | undefined)[]> {
  const { rows } = await database.query<KnownResponse | { verdict: null }>(find(asked, database.layout));
  return rows.map((row) => (row.verdict === null ? undefined : row));
}

interface KeptResponse {
  accountId: string;
  idempotencyKey: string;
  responseBody: string;
}

const responses = rowset<KeptResponse>('kept', [
  { name: 'account_id', type: 'text', of: (row) => row.accountId },
  { name: 'idempotency_key', type: 'text', of: (row) => row.idempotencyKey },
  { name: 'response_body', type: 'text', of: (row) => row.responseBody },
]);

const keep = responses.statement(
  'keep_responses',
  (kept) => `
  UPDATE idempotency_keys k SET response_body = kept.response_body FROM ${kept}
   WHERE k.account_id = kept.account_id AND k.idempotency_key = kept.idempotency_key`,
);

/** Stores the responses of keys that the same transaction has claimed. */
export async function keepResponses(transaction: Queryable, kept: readonly KeptResponse[]): Promise<void> {
  await transaction.query(keep(kept, transaction.layout));
}

/** Deletes at most `limit` expired keys and returns how many. */
export const deleteExpiredKeys = (database: Queryable, limit: number): Promise<number> =>
  deleteSome(
    database,
    { table: 'idempotency_keys', key: 'account_id, idempotency_key', where: 'expires_at <= now()', values: [] },
    limit,
  );
