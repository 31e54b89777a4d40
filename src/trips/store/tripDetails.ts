import { VOUCHER_COLUMNS, type VoucherDetails } from '../../accounts/voucherStore.ts';
import { RIDER_COLUMNS, type RiderDetails } from '../../catalogue/riderStore.ts';
import type { TripStatus } from '../../contract/trip.ts';
import type { Queryable } from '../../database/connection.ts';
import type { ChangeAuthor } from '../tripRow.ts';
import type { Assignment } from './changeTrip.ts';
import type { TripReference } from './findTrips.ts';
import type { UpdatableMembers } from './tripColumns.ts';

/** An account as others see it on a trip and its voucher. */
export interface Party extends VoucherDetails {
  /** What it is called everywhere but on the voucher, which shows the legal name. */
  name: string;
}

/** `ENDED` and `INVITED`, which is again, say that they drove for the account before; null that they never did. */
type ExecutorsAgreement = 'AGREED' | 'ENDED' | 'INVITED' | null;

/** The records that a trip refers to. */
export interface TripDetails {
  rider: { [Member in keyof RiderDetails]: RiderDetails[Member] | null } & Pick<RiderDetails, 'firstName' | 'lastName'>;
  isRiderErased: boolean;
  owner: Party;
  /** Without business details, unless they agreed to drive for the account. */
  executor: (Party & { agreement: ExecutorsAgreement }) | null;
  vehicle: { name: string; plate: string | null } | null;
  serviceTierName: string | null;
  pricingSchemeName: string | null;
  /** The oldest first, as all changes are; their times are texts. */
  statuses: RecordedStatus[];
  assignments: RecordedAssignment[];
  updates: RecordedUpdate[];
}

interface RecordedChange {
  /** The trip's version after the change. */
  version: number;
  /** Of the trip's account, if the change was made in its dashboard. */
  memberEmail: string | null;
}

interface RecordedStatus extends RecordedChange {
  status: TripStatus;
  changedAt: string;
  changedBy: ChangeAuthor;
  /** Of a cancellation. */
  reason: string | null;
}

interface RecordedAssignment extends RecordedChange {
  /** Null: the one before was removed, or declined. */
  driver: string | null;
  assignedAt: string;
  assignedBy: Assignment['assignedBy'];
  reason: string | null;
}

/** What somebody changed of a trip. */
export interface RecordedUpdate extends RecordedChange {
  changedAt: string;
  changedBy: ChangeAuthor;
  before: Partial<UpdatableMembers>;
  after: Partial<UpdatableMembers>;
}

const party = (account: string) =>
  [['name', 'name'], ...VOUCHER_COLUMNS].map(([member, column]) => `'${member}', ${account}.${column}`).join(', ');

/** The executor as the viewer may see them: business details only with the driver's consent. Needs EXECUTOR_JOIN. */
export const executorFor = (viewerId: string) => `
  CASE WHEN e.account_id IS NULL THEN NULL
       WHEN e.account_id IN (t.account_id, ${viewerId}) OR EXISTS (
              SELECT FROM driver_agreements g
               WHERE g.account_id = t.account_id AND g.driver_id = e.account_id AND g.status = 'AGREED')
         THEN json_build_object(${party('e')}, 'agreement', 'AGREED')
       ELSE json_build_object('name', e.name, 'agreement', (
              SELECT g.status FROM driver_agreements g
               WHERE g.account_id = t.account_id AND g.driver_id = e.account_id AND g.status IN ('ENDED', 'INVITED')
               ORDER BY g.status = 'INVITED' DESC LIMIT 1)) END`;

export const EXECUTOR_JOIN = 'LEFT JOIN parties e ON e.account_id = t.executor_id';

const FIND = `
  SELECT json_build_object(${RIDER_COLUMNS.map(([member, column]) => `'${member}', r.${column}`).join(', ')}) AS rider,
         r.erased_at IS NOT NULL AS "isRiderErased",
         json_build_object(${party('a')}) AS owner,
         ${executorFor('$3')} AS executor,
         CASE WHEN v.vehicle_id IS NOT NULL THEN json_build_object('name', v.name, 'plate', v.plate) END AS vehicle,
         s.name AS "serviceTierName", p.name AS "pricingSchemeName",
         (SELECT coalesce(json_agg(json_build_object(
                   'version', h.version, 'status', h.status, 'changedAt', h.changed_at, 'changedBy', h.changed_by,
                   'memberEmail', h.member_email, 'reason', h.reason
                 ) ORDER BY h.version), '[]')
            FROM trip_status_history h WHERE h.account_id = $1 AND h.trip_id = t.trip_id) AS statuses,
         (SELECT coalesce(json_agg(json_build_object(
                   'version', n.version, 'driver', d.name, 'assignedAt', n.assigned_at, 'assignedBy', n.assigned_by,
                   'memberEmail', n.member_email, 'reason', n.reason
                 ) ORDER BY n.version), '[]')
            FROM trip_assignments n LEFT JOIN parties d ON d.account_id = n.executor_id
           WHERE n.account_id = $1 AND n.trip_id = t.trip_id) AS assignments,
         (SELECT coalesce(json_agg(json_build_object(
                   'version', c.version, 'changedAt', c.changed_at, 'changedBy', c.changed_by,
                   'memberEmail', c.member_email, 'before', c.before, 'after', c.after
                 ) ORDER BY c.version), '[]')
            FROM trip_changes c WHERE c.account_id = $1 AND c.trip_id = t.trip_id) AS updates
    FROM trips t
    JOIN accounts a ON a.account_id = t.account_id
    JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
    ${EXECUTOR_JOIN}
    LEFT JOIN vehicles v ON v.account_id = t.account_id AND v.vehicle_id = t.vehicle_id
    LEFT JOIN pricing_schemes p ON p.account_id = t.account_id AND p.pricing_scheme_id = t.pricing_scheme_id
    LEFT JOIN service_tiers s ON s.service_tier_id = t.service_tier_id
   WHERE t.account_id = $1 AND t.trip_id = $2`;

/** For the trip's account, or for the driver as `viewerId`. Undefined where the account has no such trip. */
export async function findTripDetails(
  database: Queryable,
  { accountId, tripId }: TripReference,
  viewerId: string = accountId,
): Promise<TripDetails | undefined> {
  const { rows } = await database.query<TripDetails>({
    name: 'find_trip_details',
    text: FIND,
    values: [accountId, tripId, viewerId],
  });
  return rows[0];
}

export interface TripNames {
  tripId: string;
  riderName: string;
  executorName: string | null;
}

/** Who rides and who drives, for a list of the account's trips. */
export async function findTripNames(
  database: Queryable,
  accountId: string,
  tripIds: readonly string[],
): Promise<TripNames[]> {
  const { rows } = await database.query<TripNames>({
    name: 'find_trip_names',
    text: `SELECT t.trip_id AS "tripId", concat_ws(' ', r.first_name, r.last_name) AS "riderName", e.name AS "executorName"
             FROM trips t
             JOIN riders r ON r.account_id = t.account_id AND r.client_id = t.client_id
             LEFT JOIN parties e ON e.account_id = t.executor_id
            WHERE t.account_id = $1 AND t.trip_id = ANY($2)`,
    values: [accountId, tripIds],
  });
  return rows;
}
