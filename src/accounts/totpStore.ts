import type { Queryable } from '../database/connection.ts';
import type { OwnMember } from './memberStore.ts';

export async function findTotpSecret(
  database: Queryable,
  { accountId, memberId }: OwnMember,
): Promise<string | undefined> {
  const { rows } = await database.query<{ secret: string | null }>({
    text: `SELECT totp_secret AS secret FROM members WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
  return rows[0]?.secret ?? undefined;
}

/** Switches the second factor on; the code of `usedStep` counts as used. */
export async function saveTotpSecret(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  secret: string,
  usedStep: number,
): Promise<void> {
  await database.query({
    text: `UPDATE members SET totp_secret = $3, totp_used_step = $4 WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId, secret, usedStep],
  });
}

/** Switches the second factor off and deletes the recovery codes. */
export async function clearTotp(database: Queryable, { accountId, memberId }: OwnMember): Promise<void> {
  await database.query({
    text: `WITH codes AS (DELETE FROM member_recovery_codes WHERE account_id = $1 AND member_id = $2)
           UPDATE members SET totp_secret = NULL, totp_used_step = NULL WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
}

/** Whether the code of this step was unused until now. Of two requests with the same code, only one gets true. */
export async function useTotpStep(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  step: number,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `UPDATE members SET totp_used_step = $3
            WHERE account_id = $1 AND member_id = $2 AND totp_secret IS NOT NULL
              AND (totp_used_step IS NULL OR totp_used_step < $3)`,
    values: [accountId, memberId, step],
  });
  return rowCount === 1;
}

export async function replaceRecoveryCodes(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  hashes: readonly Buffer[],
): Promise<void> {
  await database.query({
    text: `DELETE FROM member_recovery_codes WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
  await database.query({
    text: `INSERT INTO member_recovery_codes (account_id, member_id, code_sha256) SELECT $1, $2, unnest($3::bytea[])`,
    values: [accountId, memberId, hashes],
  });
}

/** Whether there was such a code; it is gone now. */
export async function useRecoveryCode(
  database: Queryable,
  { accountId, memberId }: OwnMember,
  codeSha256: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.query({
    text: `DELETE FROM member_recovery_codes WHERE account_id = $1 AND member_id = $2 AND code_sha256 = $3`,
    values: [accountId, memberId, codeSha256],
  });
  return rowCount === 1;
}

export async function countRecoveryCodes(database: Queryable, { accountId, memberId }: OwnMember): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    text: `SELECT count(*) FROM member_recovery_codes WHERE account_id = $1 AND member_id = $2`,
    values: [accountId, memberId],
  });
  return rows[0]?.count ?? 0;
}
