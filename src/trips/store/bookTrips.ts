import { SCHEME_IN_USE } from '../../catalogue/pricingSchemeStore.ts';
import { RIDER_COLUMNS, type RiderDetails } from '../../catalogue/riderStore.ts';
import { MEMBERS_SHAPE } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import { type Insertion, insertFrom, insertValues } from '../../database/insertion.ts';
import { type AccountFunction, accountFunction } from '../../database/layout/accountFunction.ts';
import { type Rowset, type RowsetColumn, rowset } from '../../database/rowset.ts';
import type { ChangeAuthor, TripRow } from '../tripRow.ts';
import { eventNumber, numbersFor, takeNumbers } from './eventNumbers.ts';
import {
  claimKeys,
  joinKnownBooking,
  type KeyedBooking,
  keyClaim,
  keyColumns,
  knownBookingResponse,
  selectKnownKey,
} from './idempotencyKeys.ts';
import { TRIP_COLUMNS, tripRowsetColumns } from './tripColumns.ts';
import { addToCounts, countOf } from './tripCounts.ts';

export interface Booking extends Omit<KeyedBooking, 'accountId'> {
  trip: TripRow;
  newRider: RiderDetails | null;
  /** Stored with the trip, for readers and for replays. */
  fixedMembers: string;
  /** Who books in the dashboard; kept for the members of the account. */
  memberEmail?: string | null;
  /** False: only look whether the key has a response, because another request with it is being executed. */
  mayExecute: boolean;
}

export type BookingAuthor = Exclude<ChangeAuthor, 'OPERATOR'>;

export type BookingOutcome =
  | { verdict: 'booked' }
  | { verdict: 'replay'; responseBody: string }
  | { verdict: 'IDEMPOTENCY_KEY_CONFLICT' | 'IDEMPOTENCY_KEY_IN_PROGRESS' }
  | { verdict: 'lost_race' }
  | {
      verdict:
        | 'in_past'
        | 'CLIENT_NOT_FOUND'
        | 'VEHICLE_NOT_FOUND'
        | 'PRICING_SCHEME_NOT_FOUND'
        | 'SERVICE_TIER_NOT_FOUND';
    };

const COLUMNS: RowsetColumn<Booking>[] = [
  ...keyColumns,
  { name: 'fixed_members', type: 'text', of: (booking) => booking.fixedMembers },
  { name: 'may_execute', type: 'boolean', of: (booking) => booking.mayExecute },
  { name: 'is_new_rider', type: 'boolean', of: (booking) => booking.newRider !== null },
  ...RIDER_COLUMNS.map(([member, name]) => ({
    name,
    type: 'text',
    of: (booking: Booking) => booking.newRider?.[member] ?? null,
  })),
  ...tripRowsetColumns<Booking>((booking) => booking.trip),
];

// Each author has a statement of their own, so that bookings through the API carry nothing more for the sake of the others.
const BOOKINGS: Record<BookingAuthor, Rowset<Booking>> = {
  API: rowset('booking', COLUMNS),
  DASHBOARD: rowset('booking', [
    ...COLUMNS,
    { name: 'member_email', type: 'text', of: (booking) => booking.memberEmail ?? null },
  ]),
};

const KNOWN_RESPONSE = knownBookingResponse('booking');

interface Rule {
  verdict: BookingOutcome['verdict'];
  refusesIf: string;
}

/** What the key's record and the booking itself say. */
const RULES: Rule[] = [
  { verdict: 'replay', refusesIf: 'known.fingerprint = booking.fingerprint' },
  { verdict: 'IDEMPOTENCY_KEY_CONFLICT', refusesIf: 'known.fingerprint IS NOT NULL' },
  { verdict: 'IDEMPOTENCY_KEY_IN_PROGRESS', refusesIf: 'NOT booking.may_execute' },
  { verdict: 'in_past', refusesIf: 'booking.scheduled_at <= booking.created_at' },
];

interface NamedThing {
  verdict: BookingOutcome['verdict'];
  isNamed: string;
  find: string;
}

/** What a booking may name, which must be there. */
const NAMED_THINGS: NamedThing[] = [
  {
    verdict: 'CLIENT_NOT_FOUND',
    isNamed: 'NOT booking.is_new_rider',
    find: `SELECT r.client_id FROM riders r
            WHERE r.account_id = booking.account_id AND r.client_id = booking.client_id AND r.erased_at IS NULL`,
  },
  {
    verdict: 'VEHICLE_NOT_FOUND',
    isNamed: 'booking.vehicle_id IS NOT NULL',
    find: `SELECT v.vehicle_id FROM vehicles v
            WHERE v.account_id = booking.account_id AND v.vehicle_id = booking.vehicle_id AND v.retired_at IS NULL`,
  },
  {
    verdict: 'PRICING_SCHEME_NOT_FOUND',
    isNamed: 'booking.pricing_scheme_id IS NOT NULL',
    find: `SELECT s.pricing_scheme_id FROM pricing_schemes s
            WHERE s.account_id = booking.account_id AND s.pricing_scheme_id = booking.pricing_scheme_id
              AND ${SCHEME_IN_USE}`,
  },
  {
    verdict: 'SERVICE_TIER_NOT_FOUND',
    isNamed: 'booking.service_tier_id IS NOT NULL',
    find: 'SELECT c.service_tier_id FROM service_tiers c WHERE c.service_tier_id = booking.service_tier_id',
  },
];

const CASES_OF_RULES = RULES.map(({ verdict, refusesIf }) => `WHEN ${refusesIf} THEN '${verdict}'`).join(
  '\n          ',
);

/** What is known before anything is written: a response under this key, or a rule that refuses. */
const VERDICT = `CASE
          ${CASES_OF_RULES}
          ${NAMED_THINGS.map(({ verdict, isNamed, find }) => `WHEN ${isNamed} AND (${find}) IS NULL THEN '${verdict}'`).join('\n          ')}
          ELSE 'booked'
        END`;

// The trip has the response; only for the sake of release 1.0 is it stored in full (migration 0014).
const claimFor = (row: string) =>
  keyClaim(row, `stored_response(${row}.response_start || ${row}.fixed_members || ${row}.response_end)`);

const fromBooking = (names: string[]) => Object.fromEntries(names.map((name) => [name, `booking.${name}`]));

const newRider: Insertion = {
  into: 'riders',
  columns: fromBooking(['account_id', 'client_id', ...RIDER_COLUMNS.map(([, column]) => column), 'created_at']),
};
const newTrip: Insertion = {
  into: 'trips',
  columns: { members_shape: `${MEMBERS_SHAPE}`, ...fromBooking(['fixed_members', ...TRIP_COLUMNS]) },
};
const firstEntry = (bookedBy: BookingAuthor, number: string): Insertion => ({
  into: 'trip_status_history',
  columns: {
    ...fromBooking(['account_id', 'trip_id', 'version', 'status']),
    changed_at: 'booking.created_at',
    changed_by: `'${bookedBy}'`,
    ...(bookedBy === 'DASHBOARD' && fromBooking(['member_email'])),
    event_number: number,
  },
});

/**
 * One statement, so one transaction and one round trip, for any number of bookings. Each is judged by itself:
 *
 * - judged: the verdict on each.
 * - claimed: the key's record; a booking that gets none has lost the race for its key.
 * - the rider, the trip, its first history entry and the counts are written for those that own their key, and commit with it.
 */
const bookAs = (name: string, bookedBy: BookingAuthor) =>
  BOOKINGS[bookedBy].statement(
    name,
    (relation) => `
  WITH judged AS (
    SELECT booking.*, ${KNOWN_RESPONSE} AS known_body, verdict, verdict = 'booked' AS is_due
      FROM ${relation}${joinKnownBooking('booking')}
      CROSS JOIN LATERAL (
        SELECT ${VERDICT} AS verdict
        OFFSET 0 -- so that PostgreSQL judges once, not wherever the verdict is used
      ) AS judgement
  ),
  claimed AS (${claimKeys('is_due', claimFor('judged'))}
  ),
  winner AS (
    SELECT judged.* FROM judged JOIN claimed USING (account_id, idempotency_key) WHERE is_due
  ),
  new_rider AS (${insertFrom(newRider, 'FROM winner AS booking WHERE is_new_rider')}
  ),
  new_trip AS (${insertFrom(newTrip, 'FROM winner AS booking')}
  ),
  numbers AS (${takeNumbers('winner')}
  ),
  new_history AS (${insertFrom(
    firstEntry(bookedBy, eventNumber('ordinal')),
    'FROM winner AS booking JOIN numbers USING (account_id)',
  )}
  ),
  new_counts AS (${addToCounts('(SELECT account_id, status, 1 AS trips FROM winner)')}
  )
  SELECT CASE WHEN is_due AND claimed.account_id IS NULL THEN 'lost_race' ELSE verdict END AS verdict,
         known_body AS "responseBody"
    FROM judged LEFT JOIN claimed USING (account_id, idempotency_key)
   ORDER BY ordinal`,
  );

const BOOK = {
  API: bookAs('book_trips', 'API'),
  DASHBOARD: bookAs('book_trips_in_dashboard', 'DASHBOARD'),
} satisfies Record<BookingAuthor, unknown>;

/**
 * The same for bookings of one account on a Citus cluster, as a function of statements for one table each. Keys are claimed in one
 * order, and event numbers taken when nothing but the counts is left to lock.
 */
const bookOnNode = (name: string, bookedBy: BookingAuthor) =>
  accountFunction<Booking, BookingOutcome>({
    name,
    rows: BOOKINGS[bookedBy],
    returns: 'verdict text, "responseBody" text',
    declare: `
  booking record;
  known record;
  claimed record;
  numbers record;
  winners int[] := '{}';`,
    body: `
  FOR booking IN SELECT * FROM ${BOOKINGS[bookedBy].fromJson('given')} ORDER BY idempotency_key LOOP
    ordinal := booking.ordinal;
    "responseBody" := NULL;
    ${selectKnownKey('booking')} INTO known;
    verdict := CASE ${CASES_OF_RULES} ELSE 'booked' END;
    ${NAMED_THINGS.map(
      (thing) => `
    IF verdict = 'booked' AND ${thing.isNamed} THEN
      PERFORM ${thing.find.slice('SELECT '.length)};
      IF NOT FOUND THEN verdict := '${thing.verdict}'; END IF;
    END IF;`,
    ).join('')}
    IF verdict = 'replay' THEN
      SELECT ${KNOWN_RESPONSE} INTO "responseBody" FROM (SELECT) AS nothing${joinKnownBooking('booking')};
    ELSIF verdict = 'booked' THEN
      ${insertValues(claimFor('booking'))} INTO claimed;
      IF FOUND THEN
        winners := winners || booking.ordinal;
        IF booking.is_new_rider THEN ${insertValues(newRider)}; END IF;
        ${insertValues(newTrip)};
      ELSE
        verdict := 'lost_race';
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
  IF winners = '{}' THEN RETURN; END IF;
  ${insertValues(numbersFor('of_account', 'cardinality(winners)'))} INTO numbers;
  FOR booking IN
    SELECT *, ${eventNumber('ordinal')} AS number
      FROM (SELECT booking.*, numbers.last_number FROM ${BOOKINGS[bookedBy].fromJson('given')} WHERE ordinal = ANY (winners)) AS won
  LOOP
    ${insertValues(firstEntry(bookedBy, 'booking.number'))};
    ${insertValues(countOf('booking.account_id', 'booking.status', '1'))};
  END LOOP;`,
  });

const BOOK_ON_NODE = {
  API: bookOnNode('book_trips', 'API'),
  DASHBOARD: bookOnNode('book_trips_in_dashboard', 'DASHBOARD'),
} satisfies Record<BookingAuthor, unknown>;

export const BOOKING_FUNCTIONS: AccountFunction[] = Object.values(BOOK_ON_NODE);

/** Outcomes come in the order of the bookings. Of those with one key of one account, at most one may execute. */
export async function bookTrips(
  database: Queryable,
  rows: readonly Booking[],
  bookedBy: BookingAuthor,
): Promise<BookingOutcome[]> {
  if (database.layout === 'citus') return BOOK_ON_NODE[bookedBy].run(database, rows[0]?.trip.accountId ?? '', rows);
  const result = await database.query<BookingOutcome>(BOOK[bookedBy](rows));
  return result.rows;
}
