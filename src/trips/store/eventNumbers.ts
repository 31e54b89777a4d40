import type { Queryable } from '../../database/connection.ts';
import { type Insertion, insertFrom, insertValues } from '../../database/insertion.ts';

/** Takes numbers for this many changes of an account. */
export const numbersFor = (accountId: string, changes: string): Insertion => ({
  into: 'account_events AS e',
  columns: { account_id: accountId, last_number: changes },
  tail: `ON CONFLICT (account_id) DO UPDATE SET last_number = e.last_number + excluded.last_number
    RETURNING account_id, last_number`,
});

/**
 * Every change of a trip is an event, numbered per account without gaps. A statement takes the numbers of its changes, which
 * `changes` has a row each for, as the last thing it locks before the counts, and always in one order, so that no two can wait
 * for each other. The lock is held until the commit: a reader that sees an event sees all that have lower numbers.
 */
export const takeNumbers = (changes: string) =>
  insertFrom(
    numbersFor('account_id', 'count(*)'),
    `FROM ${changes} AS changes GROUP BY account_id ORDER BY account_id`,
  );

/** The same as a statement of its own. Returns the last of the numbers. */
export async function takeNumber(transaction: Queryable, accountId: string, changes = 1): Promise<number> {
  const { rows } = await transaction.query<{ last_number: number }>({
    name: 'take_event_number',
    text: insertValues(numbersFor('$1', '$2')),
    values: [accountId, changes],
  });
  return rows[0]?.last_number ?? 0;
}

/** The number of a change, in a SELECT from the changes joined with the numbers that were taken. `order` is theirs. */
export const eventNumber = (order: string) =>
  `last_number + 1 - row_number() OVER (PARTITION BY account_id ORDER BY ${order} DESC)`;

/** The number of the account's latest event, 0 if there is none: it grows with every change of a trip. */
export async function latestEventNumber(database: Queryable, accountId: string): Promise<number> {
  const { rows } = await database.query<{ number: number }>({
    name: 'latest_event_number',
    text: 'SELECT last_number AS number FROM account_events WHERE account_id = $1',
    values: [accountId],
  });
  return rows[0]?.number ?? 0;
}
