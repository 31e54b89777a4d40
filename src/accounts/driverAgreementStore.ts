import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';

export type AgreementStatus = 'INVITED' | 'AGREED' | 'DECLINED' | 'ENDED';

/** A driver as their contractor sees them. */
export interface InvitedDriver {
  email: string;
  status: AgreementStatus;
  invitedAt: Date;
  /** Only while they agree. */
  driverId: string | null;
  /** Once they agreed, as their name; kept after the agreement ended, since trips may still name them. */
  executorId: string | null;
  name: string | null;
}

/** A contractor as their driver sees them. */
export interface InvitingContractor {
  contractorId: string;
  name: string;
  status: AgreementStatus;
  invitedAt: Date;
}

/**
 * Invites a driver, again if they have declined before. An existing agreement is kept. If another account
 * has the address by now, who drove with it before is no longer meant. Returns the status.
 */
export async function inviteDriver(
  database: Queryable,
  accountId: string,
  email: string,
  now: Date,
  holderId?: string,
): Promise<AgreementStatus> {
  const { rows } = await database.query<{ status: AgreementStatus }>({
    text: `INSERT INTO driver_agreements AS a (account_id, email, status, invited_at) VALUES ($1, $2, 'INVITED', $3)
           ON CONFLICT (account_id, email) DO UPDATE
              SET status = CASE WHEN a.status = 'AGREED' THEN a.status ELSE 'INVITED' END,
                  invited_at = CASE WHEN a.status = 'AGREED' THEN a.invited_at ELSE excluded.invited_at END,
                  driver_id = CASE WHEN a.status = 'AGREED' OR a.status <> 'DECLINED' AND a.driver_id = coalesce($4, a.driver_id)
                                   THEN a.driver_id END
           RETURNING status`,
    values: [accountId, email, now, holderId ?? null],
  });
  return rows[0]?.status ?? 'INVITED';
}

export async function countInvitedDrivers(database: Queryable, accountId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    text: 'SELECT count(*) FROM driver_agreements WHERE account_id = $1',
    values: [accountId],
  });
  return rows[0]?.count ?? 0;
}

/** First those who agree, then the others, by name and address. Of ended agreements of one driver, the last one that no newer replaces. */
export async function listInvitedDrivers(database: Queryable, accountId: string): Promise<InvitedDriver[]> {
  const { rows } = await database.query<InvitedDriver>({
    text: `SELECT email, status, invited_at AS "invitedAt", CASE WHEN status = 'AGREED' THEN driver_id END AS "driverId",
                  d.account_id AS "executorId", d.name
             FROM driver_agreements a LEFT JOIN parties d ON d.account_id = a.driver_id AND a.status <> 'DECLINED'
            WHERE a.account_id = $1
              AND NOT (a.status = 'ENDED' AND EXISTS (
                    SELECT FROM driver_agreements o
                     WHERE o.account_id = $1 AND o.driver_id = a.driver_id AND o.email <> a.email
                       AND (o.status IN ('AGREED', 'INVITED')
                            OR o.status = 'ENDED' AND (o.decided_at, o.email) > (a.decided_at, a.email))))
            ORDER BY status <> 'AGREED', name NULLS LAST, email`,
    values: [accountId],
  });
  return rows;
}

/** Whether somebody with this address has an open invitation to drive for the account. */
export async function isInvitedToDrive(database: Queryable, accountId: string, email: string): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `SELECT FROM driver_agreements WHERE account_id = $1 AND email = $2 AND status = 'INVITED'`,
    values: [accountId, email],
  });
  return rowCount !== 0;
}

/** Whether this driver agreed to drive for the account. */
export async function hasAgreed(database: Queryable, accountId: string, driverId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `SELECT FROM driver_agreements WHERE account_id = $1 AND driver_id = $2 AND status = 'AGREED'`,
    values: [accountId, driverId],
  });
  return rowCount !== 0;
}

/**
 * Ends the agreement with a driver, at every address where they agreed, or withdraws an invitation. Returns the driver, if they
 * had agreed; undefined if there was nothing to end.
 */
export async function endAgreement(
  database: Queryable,
  accountId: string,
  email: string,
  now: Date,
): Promise<{ driverId: string | null } | undefined> {
  const { rows } = await database.query<{ driverId: string | null }>({
    text: `WITH present AS (
             SELECT account_id, email, CASE WHEN status = 'AGREED' THEN driver_id END AS driver_id FROM driver_agreements
              WHERE account_id = $1 AND email = $2 AND status IN ('INVITED', 'AGREED') FOR NO KEY UPDATE)
           UPDATE driver_agreements a SET status = 'ENDED', decided_at = $3 FROM present
            WHERE a.account_id = present.account_id
              AND (a.email = present.email OR a.status = 'AGREED' AND a.driver_id = present.driver_id)
           RETURNING present.driver_id AS "driverId"`,
    values: [accountId, email, now],
  });
  return rows[0];
}

/** Of the driver $1 with the addresses $2. Somebody who drove for the contractor before is invited at the old address, too. */
const IS_INVITED = `a.status = 'INVITED' AND (a.email = ANY ($2) OR a.driver_id = $1)`;
const HAS_AGREED = `a.status = 'AGREED' AND a.driver_id = $1`;

/** Invitations to these addresses, and agreements of this driver, across contractors: the driver is the one who is asked. */
export async function listContractors(
  database: Queryable,
  driverId: string,
  emails: readonly string[],
): Promise<InvitingContractor[]> {
  const { rows } = await database.query<InvitingContractor>({
    text: `SELECT a.account_id AS "contractorId", c.name, a.status, max(a.invited_at) AS "invitedAt"
             FROM driver_agreements a JOIN accounts c ON c.account_id = a.account_id
            WHERE ${IS_INVITED} OR ${HAS_AGREED}
            GROUP BY a.account_id, c.name, a.status
            ORDER BY a.status DESC, c.name`,
    values: [driverId, emails],
    actsFor: ALL_ACCOUNTS,
  });
  return rows;
}

export interface DriversAnswer {
  driverId: string;
  /** The addresses that the driver's members sign in with, of those that are verified. */
  emails: readonly string[];
  contractorId: string;
  status: 'AGREED' | 'DECLINED' | 'ENDED';
}

/** An agreement as both parties name it. */
interface AnsweredAgreement {
  /** The address to which the contractor sent the invitation. */
  email: string;
  contractorName: string;
}

/**
 * The driver's answer to an invitation, or the end of an agreement. Returns what was answered, if anything. A new agreement takes
 * the place of others of the same driver: they may have another address now. One that ended before stays ended if the driver
 * declines, since trips may still name them.
 */
export async function answerContractor(
  database: Queryable,
  { driverId, emails, contractorId, status }: DriversAnswer,
  now: Date,
): Promise<AnsweredAgreement[]> {
  const { rows } = await database.query<AnsweredAgreement>({
    text: `UPDATE driver_agreements a
              SET status = CASE WHEN $4 = 'DECLINED' AND a.driver_id = $1 THEN 'ENDED' ELSE $4 END, decided_at = $5, driver_id = $1
             FROM accounts c
            WHERE a.account_id = $3 AND c.account_id = a.account_id
              AND CASE WHEN $4 = 'ENDED' THEN ${HAS_AGREED} ELSE ${IS_INVITED} END
           RETURNING email, c.name AS "contractorName"`,
    values: [driverId, emails, contractorId, status, now],
    actsFor: [contractorId],
  });
  if (status !== 'AGREED' || !rows[0]) return rows;
  const agreed = rows.find(({ email }) => emails.includes(email)) ?? rows[0];
  await database.query({
    text: `UPDATE driver_agreements SET status = 'ENDED', decided_at = $4
            WHERE account_id = $1 AND driver_id = $2 AND email <> $3 AND status = 'AGREED'`,
    values: [contractorId, driverId, agreed.email, now],
    actsFor: [contractorId],
  });
  return [agreed];
}
