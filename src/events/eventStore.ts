import type { EventType } from '../contract/event.ts';
import type { TripStatus } from '../contract/trip.ts';
import type { Queryable } from '../database/connection.ts';
import { latestEventNumber } from '../trips/store/eventNumbers.ts';
import { SELECT_STORED_TRIP, TRIP_AS_JSON, type UpdatableMembers } from '../trips/store/tripColumns.ts';
import type { ChangeAuthor, StoredTrip, TripInJson } from '../trips/tripRow.ts';

/** One change of a trip, and the trip as it was right after it. */
export interface EventRow {
  number: number;
  tripId: string;
  version: number;
  type: EventType;
  changedAt: Date;
  changedBy: ChangeAuthor;
  previousStatus: TripStatus | null;
  trip: StoredTrip;
}

const STATUS_EVENT = `CASE WHEN version = 1 THEN 'trip.created' WHEN status = 'CANCELLED' THEN 'trip.cancelled' ELSE 'trip.status_changed' END`;

/** Each kind of change: where it is recorded, and which types of events it makes, each with the condition of its index. */
const CHANGES: { select: string; types: Partial<Record<EventType, string>> }[] = [
  {
    select: `SELECT account_id, event_number, trip_id, version, ${STATUS_EVENT} AS type, changed_at, changed_by FROM trip_status_history`,
    types: {
      'trip.created': 'version = 1',
      'trip.cancelled': `status = 'CANCELLED'`,
      'trip.status_changed': `version > 1 AND status <> 'CANCELLED'`,
    },
  },
  {
    select: `SELECT account_id, event_number, trip_id, version, 'trip.assigned' AS type, assigned_at AS changed_at, assigned_by AS changed_by FROM trip_assignments`,
    types: { 'trip.assigned': 'true' },
  },
  {
    select: `SELECT account_id, event_number, trip_id, version, 'trip.updated' AS type, changed_at, changed_by FROM trip_changes`,
    types: { 'trip.updated': 'true' },
  },
];

/** All changes of one type, or of any, of the account $1 that meet the condition: oldest first, at most $3. */
export const changesOf = (type: EventType | undefined, condition: string) =>
  CHANGES.filter(({ types }) => type === undefined || types[type] !== undefined)
    .map(({ select, types }) => {
      const ofType = type === undefined ? '' : `AND ${types[type]}`;
      return `(${select} WHERE account_id = $1 AND ${condition} ${ofType} ORDER BY event_number LIMIT $3)`;
    })
    .join(' UNION ALL ');

/**
 * The state of a trip right after a change: what its history and its assignments say up to that version. The other members are
 * today's, except those that were updated later: they are as the first of these updates found them.
 */
const selectEvents = (changes: string) => `
  SELECT change.event_number AS number, change.trip_id AS "tripId", change.type, change.changed_at AS "changedAt",
         change.changed_by AS "changedBy", change.version AS "eventVersion",
         ${SELECT_STORED_TRIP},
         (SELECT status FROM trip_status_history h
           WHERE h.account_id = $1 AND h.trip_id = change.trip_id AND h.version <= change.version
           ORDER BY version DESC LIMIT 1) AS "eventStatus",
         (SELECT status FROM trip_status_history h
           WHERE h.account_id = $1 AND h.trip_id = change.trip_id AND h.version < change.version
           ORDER BY version DESC LIMIT 1) AS "previousStatus",
         coalesce((SELECT status FROM trip_status_history h
           WHERE h.account_id = $1 AND h.trip_id = change.trip_id AND h.version <= change.version AND h.status <> 'CANCELLED'
           ORDER BY version DESC LIMIT 1) = 'FINISHED_PAYED', false) AS "eventIsPaid",
         CASE WHEN assigned.version IS NOT NULL THEN assigned.executor_id
              WHEN a.role = 'DRIVER' THEN a.account_id END AS "eventExecutorId",
         later.before AS "updatedLater", CASE WHEN later.before IS NOT NULL THEN ${TRIP_AS_JSON} END AS "rowToday"
    FROM (SELECT * FROM (${changes}) AS changes ORDER BY event_number LIMIT $3) AS change
    JOIN trips t ON t.account_id = $1 AND t.trip_id = change.trip_id
    JOIN accounts a ON a.account_id = $1
    LEFT JOIN LATERAL (
      SELECT version, executor_id FROM trip_assignments
       WHERE account_id = $1 AND trip_id = change.trip_id AND version <= change.version
       ORDER BY version DESC LIMIT 1
    ) AS assigned ON true
    LEFT JOIN LATERAL (
      SELECT json_object_agg(member, value) AS before
        FROM (SELECT DISTINCT ON (key) key AS member, value
                FROM trip_changes, json_each(before)
               WHERE account_id = $1 AND trip_id = change.trip_id AND version > change.version
               ORDER BY key, version) AS first
    ) AS later ON true
   ORDER BY change.event_number`;

type Selected = StoredTrip &
  Omit<EventRow, 'trip' | 'version'> & {
    eventVersion: number;
    eventStatus: TripStatus;
    eventIsPaid: boolean;
    eventExecutorId: string | null;
    updatedLater: Partial<UpdatableMembers> | null;
    rowToday: TripInJson | null;
  };

function tripAtEvent(row: Selected): StoredTrip {
  const state = {
    version: row.eventVersion,
    status: row.eventStatus,
    isPaid: row.eventIsPaid,
    executorId: row.eventExecutorId,
  };
  if (row.rowToday === null) return { ...row, ...state };
  return { ...state, fixedMembers: null, row: { ...row.rowToday, ...row.updatedLater } };
}

const eventRow = (row: Selected): EventRow => ({
  number: row.number,
  tripId: row.tripId,
  version: row.eventVersion,
  type: row.type,
  changedAt: row.changedAt,
  changedBy: row.changedBy,
  previousStatus: row.previousStatus,
  trip: tripAtEvent(row),
});

interface EventFeed {
  accountId: string;
  /** Events with higher numbers. */
  after: number;
  type: EventType | undefined;
  limit: number;
}

/** The account's next events, oldest first. Changes of earlier releases have no number and are not among them. */
export async function readEvents(
  database: Queryable,
  { accountId, after, type, limit }: EventFeed,
): Promise<EventRow[]> {
  const changes = changesOf(type, 'event_number > $2');
  if (changes === '') return []; // a type that no change makes yet
  const { rows } = await database.query<Selected>({
    name: `read_events_${type ?? 'any'}`,
    text: selectEvents(changes),
    values: [accountId, after, limit],
  });
  return rows.map(eventRow);
}

export interface EventReference {
  accountId: string;
  tripId: string;
  version: number;
}

const FIND_EVENT = selectEvents(changesOf(undefined, 'trip_id = $2 AND version = $4 AND event_number IS NOT NULL'));

export async function findEvent(
  database: Queryable,
  { accountId, tripId, version }: EventReference,
): Promise<EventRow | undefined> {
  const { rows } = await database.query<Selected>({
    name: 'find_event',
    text: FIND_EVENT,
    values: [accountId, tripId, 1, version],
  });
  return rows[0] && eventRow(rows[0]);
}

const TYPES_OF_EVENTS = CHANGES.map(
  ({ select }) =>
    `${select} WHERE account_id = $1 AND (trip_id, version) IN (SELECT * FROM unnest($2::text[], $3::int[]))`,
).join(' UNION ALL ');

/** The types of those of these events that the account has. */
export async function findEventTypes(
  database: Queryable,
  accountId: string,
  events: readonly Omit<EventReference, 'accountId'>[],
): Promise<Pick<EventRow, 'tripId' | 'version' | 'type'>[]> {
  const { rows } = await database.query<Pick<EventRow, 'tripId' | 'version' | 'type'>>({
    name: 'find_event_types',
    text: `SELECT trip_id AS "tripId", version, type FROM (${TYPES_OF_EVENTS}) AS changes`,
    values: [accountId, events.map(({ tripId }) => tripId), events.map(({ version }) => version)],
  });
  return rows;
}

/** The account's latest event. */
export async function findLatestEvent(database: Queryable, accountId: string): Promise<EventRow | undefined> {
  const number = await latestEventNumber(database, accountId);
  if (number === 0) return undefined;
  const [latest] = await readEvents(database, { accountId, after: number - 1, type: undefined, limit: 1 });
  return latest;
}
