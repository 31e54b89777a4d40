import type pg from 'pg';

/** How much of what the backup would have opened again stayed closed. */
export interface StillClosed {
  keys: number;
  members: number;
  webhooks: number;
  agreements: number;
}

/*
 * A backup is older than what was closed since: keys that leaked, passwords that were guessed, people who left. What is still there
 * in another state is known from its rows; what is gone, from the audit log, which a restore takes nothing from. So rows that were
 * lost by accident come back, and those that somebody removed do not.
 */

const REMEMBER = [
  `CREATE TEMP TABLE present_keys ON COMMIT DROP AS
     SELECT key_id, revoked_at, expires_at FROM api_keys WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL`,
  `CREATE TEMP TABLE present_members ON COMMIT DROP AS SELECT * FROM members`,
  `CREATE TEMP TABLE present_codes ON COMMIT DROP AS SELECT * FROM member_recovery_codes`,
  `CREATE TEMP TABLE present_endpoints ON COMMIT DROP AS
     SELECT account_id, endpoint_id, status, disabled_reason, secret, old_secrets FROM webhook_endpoints`,
  `CREATE TEMP TABLE present_agreements ON COMMIT DROP AS
     SELECT account_id, email, status, decided_at FROM driver_agreements WHERE status <> 'AGREED'`,
];

/** Before the rows are replaced. */
export async function rememberClosed(session: pg.Client): Promise<void> {
  for (const text of REMEMBER) await session.query(text);
}

const CLOSE_KEYS = `
  UPDATE api_keys k SET revoked_at = coalesce(k.revoked_at, p.revoked_at), expires_at = least(k.expires_at, p.expires_at)
    FROM present_keys p
   WHERE p.key_id = k.key_id
     AND (k.revoked_at IS NULL AND p.revoked_at IS NOT NULL OR least(k.expires_at, p.expires_at) IS DISTINCT FROM k.expires_at)`;

/** $1 is when the backup was made, by the operator's clock, which may differ a little from the database's. */
const wasRemoved = (row: string, action: string, member: string, column: string) => `
  EXISTS (SELECT FROM audit_log l
           WHERE l.account_id = ${row}.account_id AND l.action = '${action}' AND l.subject->>'${member}' = ${row}.${column}
             AND l.recorded_at > $1::timestamptz - interval '1 minute')`;

const isMemberRemoved = (row: string) => wasRemoved(row, 'MEMBER_REMOVED', 'memberId', 'member_id');
const isEndpointDeleted = (row: string) => wasRemoved(row, 'WEBHOOK_DELETED', 'endpointId', 'endpoint_id');

// Foreign keys may be off in this session, so what belongs to a row is deleted before it.
const REMOVE_CODES = `DELETE FROM member_recovery_codes c WHERE ${isMemberRemoved('c')}`;
const REMOVE_MEMBERS = `DELETE FROM members m WHERE ${isMemberRemoved('m')}`;
const REMOVE_DELIVERIES = `DELETE FROM webhook_deliveries d WHERE ${isEndpointDeleted('d')}`;
const REMOVE_ENDPOINTS = `DELETE FROM webhook_endpoints e WHERE ${isEndpointDeleted('e')}`;

/** The role, the password and the second factor are today's; so is the address, unless another member has it. */
const UPDATE_MEMBERS = `
  UPDATE members m
     SET role = p.role, password_hash = p.password_hash, totp_secret = p.totp_secret, totp_used_step = p.totp_used_step,
         changed_at = p.changed_at,
         email = CASE WHEN EXISTS (SELECT FROM members o WHERE o.email = p.email AND o.member_id <> m.member_id)
                      THEN m.email ELSE p.email END
    FROM present_members p
   WHERE p.account_id = m.account_id AND p.member_id = m.member_id`;
const FORGET_CODES = `
  DELETE FROM member_recovery_codes c USING present_members p WHERE p.account_id = c.account_id AND p.member_id = c.member_id`;
const BRING_CODES = `
  INSERT INTO member_recovery_codes
  SELECT c.* FROM present_codes c JOIN members m ON m.account_id = c.account_id AND m.member_id = c.member_id`;

const DISABLE_ENDPOINTS = `
  UPDATE webhook_endpoints e SET status = p.status, disabled_reason = p.disabled_reason
    FROM present_endpoints p
   WHERE p.account_id = e.account_id AND p.endpoint_id = e.endpoint_id AND p.status = 'DISABLED' AND e.status <> p.status`;
const KEEP_SECRETS = `
  UPDATE webhook_endpoints e SET secret = p.secret, old_secrets = p.old_secrets
    FROM present_endpoints p
   WHERE p.account_id = e.account_id AND p.endpoint_id = e.endpoint_id`;

/** A driver who stopped has not agreed again. */
const CLOSE_AGREEMENTS = `
  UPDATE driver_agreements a SET status = p.status, decided_at = p.decided_at
    FROM present_agreements p
   WHERE p.account_id = a.account_id AND p.email = a.email AND a.status IN ('INVITED', 'AGREED') AND a.status <> p.status`;

/** After the rows of the backup are loaded. */
export async function closeAgain(session: pg.Client, madeAt: string): Promise<StillClosed> {
  const count = async (text: string, values: string[] = []) => (await session.query(text, values)).rowCount ?? 0;
  const keys = await count(CLOSE_KEYS);
  await count(REMOVE_CODES, [madeAt]);
  const members = await count(REMOVE_MEMBERS, [madeAt]);
  for (const text of [UPDATE_MEMBERS, FORGET_CODES, BRING_CODES, KEEP_SECRETS]) await count(text);
  await count(REMOVE_DELIVERIES, [madeAt]);
  const webhooks = (await count(REMOVE_ENDPOINTS, [madeAt])) + (await count(DISABLE_ENDPOINTS));
  return { keys, members, webhooks, agreements: await count(CLOSE_AGREEMENTS) };
}
