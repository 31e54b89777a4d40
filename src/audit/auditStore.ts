import type { Queryable } from '../database/connection.ts';
import { deleteSome } from '../database/deleteSome.ts';

/** Everything that is recorded. The dashboard has a text for each in both languages. */
export const ACTIONS = [
  'ACCOUNT_OPENED',
  'ACCOUNT_RENAMED',
  'API_TIER_CHANGED',
  'VAT_CHANGED',
  'BUSINESS_DETAILS_CHANGED',
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGNED_OUT',
  'SIGNED_OUT_EVERYWHERE',
  'SESSION_ENDED',
  'OTHER_SESSIONS_ENDED',
  'PASSWORD_REFUSED',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET_REQUESTED',
  'CODE_REFUSED',
  'TOTP_SWITCHED_ON',
  'TOTP_SWITCHED_OFF',
  'RECOVERY_CODES_RENEWED',
  'EMAIL_CHANGED',
  'MEMBER_INVITED',
  'INVITATION_WITHDRAWN',
  'MEMBER_JOINED',
  'MEMBER_ROLE_CHANGED',
  'MEMBER_REMOVED',
  'DRIVER_INVITED',
  'AGREEMENT_ACCEPTED',
  'AGREEMENT_DECLINED',
  'AGREEMENT_ENDED',
  'KEY_ISSUED',
  'KEY_RENAMED',
  'KEY_ROTATED',
  'KEY_REVOKED',
  'WEBHOOK_ADDED',
  'WEBHOOK_SECRET_ROTATED',
  'WEBHOOK_ENABLED',
  'WEBHOOK_DISABLED',
  'WEBHOOK_DELETED',
  'SCHEME_ADDED',
  'SCHEME_CHANGED',
  'SCHEME_RETIRED',
  'SCHEME_RESTORED',
  'TRIPS_EXPORTED',
  'RIDERS_EXPORTED',
  'TOTALS_EXPORTED',
  'RIDES_EXPORTED',
  'RIDER_CHANGED',
  'RIDER_EXPORTED',
  'RIDER_ERASED',
  'RIDERS_EXPIRED',
  'CALENDAR_LINK_CREATED',
  'CALENDAR_LINK_ENDED',
  'BACKUP_RESTORED',
] as const;

export type Action = (typeof ACTIONS)[number];

/** What an action concerned: identifiers and names, nothing secret and nothing about riders. */
export type Subject = Readonly<Record<string, string>>;

/** Who acts. A stranger is somebody who has not signed in. */
export interface Actor {
  kind: 'MEMBER' | 'KEY' | 'OPERATOR' | 'STRANGER';
  /** The member's or the key's identifier. */
  id?: string;
  /** The member's e-mail address, since a removed member can no longer be looked up; of an operator, the user on their machine. */
  name?: string;
  /** The client's IP address. */
  address?: string;
}

interface NewAuditEntry {
  accountId: string;
  entryId: string;
  actor: Actor;
  action: Action;
  subject: Subject;
}

export async function insertAuditEntry(database: Queryable, entry: NewAuditEntry): Promise<void> {
  const { accountId, entryId, actor, action, subject } = entry;
  await database.query({
    text: `INSERT INTO audit_log (account_id, entry_id, actor, actor_id, actor_name, address, action, subject)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      accountId,
      entryId,
      actor.kind,
      actor.id ?? null,
      actor.name ?? null,
      actor.address ?? null,
      action,
      subject,
    ],
  });
}

export interface AuditEntry {
  entryId: string;
  recordedAt: Date;
  actor: Actor['kind'];
  actorId: string | null;
  actorName: string | null;
  address: string | null;
  /** A text, since a newer release beside this one may record more. */
  action: string;
  subject: Subject;
}

/** Newest first. */
export async function listAuditEntries(
  database: Queryable,
  accountId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditEntry[]> {
  const { rows } = await database.query<AuditEntry>({
    name: 'list_audit_entries',
    text: `SELECT entry_id AS "entryId", recorded_at AS "recordedAt", actor, actor_id AS "actorId", actor_name AS "actorName",
                  address, action, subject
             FROM audit_log WHERE account_id = $1
            ORDER BY recorded_at DESC, entry_id DESC LIMIT $2 OFFSET $3`,
    values: [accountId, limit, offset],
  });
  return rows;
}

export async function countAuditEntries(database: Queryable, accountId: string): Promise<number> {
  const { rows } = await database.query<{ total: number }>({
    text: 'SELECT count(*) AS total FROM audit_log WHERE account_id = $1',
    values: [accountId],
  });
  return rows[0]?.total ?? 0;
}

const EXPIRED = {
  table: 'audit_log',
  key: 'account_id, recorded_at, entry_id',
  where: 'recorded_at < audit_kept_since()',
  values: [],
};

/** Deletes some of the expired entries; returns how many. The serving role can only ask a function to; a Citus cluster has no such role. */
export async function deleteExpiredAuditEntries(database: Queryable, limit: number): Promise<number> {
  if (database.layout === 'citus') return deleteSome(database, EXPIRED, limit);
  const { rows } = await database.query<{ deleted: number }>({
    text: 'SELECT delete_expired_audit_entries($1) AS deleted',
    values: [limit],
  });
  return rows[0]?.deleted ?? 0;
}
