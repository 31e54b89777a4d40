import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';

interface Mail {
  accountId: string;
  mailId: string;
  /** What it is about, for the log. */
  kind: string;
  recipient: string;
  subject: string;
  body: string;
  /** When it is no longer worth sending. */
  expiresAt: Date;
}

export interface ClaimedMail extends Mail {
  /** This one included. */
  attempts: number;
}

export async function insertMail(database: Queryable, mail: Mail, now: Date): Promise<void> {
  const { accountId, mailId, kind, recipient, subject, body, expiresAt } = mail;
  await database.query({
    text: `INSERT INTO mails (account_id, mail_id, kind, recipient, subject, body, attempts, next_attempt_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)`,
    values: [accountId, mailId, kind, recipient, subject, body, now, expiresAt],
  });
}

/** The mail that has waited longest, if one is due. No other process gets it until the claim expires. */
export async function claimMail(database: Queryable, now: Date, claimedUntil: Date): Promise<ClaimedMail | undefined> {
  const { rows } = await database.query<ClaimedMail>({
    text: `UPDATE mails SET attempts = attempts + 1, next_attempt_at = $2
            WHERE (account_id, mail_id) = (SELECT account_id, mail_id FROM mails WHERE next_attempt_at <= $1
                                            ORDER BY next_attempt_at, mail_id LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING account_id AS "accountId", mail_id AS "mailId", kind, recipient, subject, body, attempts,
                     expires_at AS "expiresAt"`,
    values: [now, claimedUntil],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0];
}

type OwnMail = Pick<Mail, 'accountId' | 'mailId'>;

export async function postponeMail(database: Queryable, { accountId, mailId }: OwnMail, until: Date): Promise<void> {
  await database.query({
    text: `UPDATE mails SET next_attempt_at = $3 WHERE account_id = $1 AND mail_id = $2`,
    values: [accountId, mailId, until],
  });
}

export async function deleteMail(database: Queryable, { accountId, mailId }: OwnMail): Promise<void> {
  await database.query({
    text: `DELETE FROM mails WHERE account_id = $1 AND mail_id = $2`,
    values: [accountId, mailId],
  });
}
