import { ALL_ACCOUNTS } from '../database/accounts.ts';
import type { Queryable } from '../database/connection.ts';

interface CalendarFeed {
  accountId: string;
  tokenSha256: Buffer;
  createdAt: Date;
}

/** Ends the account's earlier link. */
export async function replaceCalendarFeed(database: Queryable, feed: CalendarFeed): Promise<void> {
  await database.query({
    text: `INSERT INTO calendar_feeds (account_id, token_sha256, created_at) VALUES ($1, $2, $3)
           ON CONFLICT (account_id) DO UPDATE SET token_sha256 = excluded.token_sha256, created_at = excluded.created_at`,
    values: [feed.accountId, feed.tokenSha256, feed.createdAt],
  });
}

export async function endCalendarFeed(database: Queryable, accountId: string): Promise<void> {
  await database.query({ text: 'DELETE FROM calendar_feeds WHERE account_id = $1', values: [accountId] });
}

/** When the account's link was created; undefined if it has none. */
export async function findCalendarFeed(database: Queryable, accountId: string): Promise<Date | undefined> {
  const { rows } = await database.query<{ createdAt: Date }>({
    text: 'SELECT created_at AS "createdAt" FROM calendar_feeds WHERE account_id = $1',
    values: [accountId],
  });
  return rows[0]?.createdAt;
}

/** Takes no account: the token decides whose calendar it is. */
export async function findAccountOfCalendar(
  database: Queryable,
  tokenSha256: Buffer,
): Promise<{ accountId: string; name: string } | undefined> {
  const { rows } = await database.query<{ accountId: string; name: string }>({
    name: 'find_account_of_calendar',
    text: `SELECT f.account_id AS "accountId", a.name
             FROM calendar_feeds f JOIN accounts a USING (account_id) WHERE f.token_sha256 = $1`,
    values: [tokenSha256],
    actsFor: ALL_ACCOUNTS,
  });
  return rows[0];
}
