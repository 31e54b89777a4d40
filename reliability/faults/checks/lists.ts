import type { Account } from '../databaseUnderTest.ts';
import type { Exchange } from '../exchange.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Violation } from './story.ts';

/** Once all is quiet, the pages of an account's list hold each of its trips once, newest first, and nothing else. */
export async function checkLists(
  send: Exchange['send'],
  port: number,
  accounts: Account[],
  { trips }: Snapshot,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { accountId, apiKey } of accounts) {
    const listed = await walkPages(send, port, apiKey);
    const stored = trips.filter((trip) => trip.accountId === accountId).map(({ tripId }) => tripId);
    const isSame = isDeepEqual([...listed.map(({ _id }) => _id)].sort(), stored.sort());
    const isOrdered = listed.every(
      ({ createdAt }, index) => index === 0 || createdAt <= (listed[index - 1]?.createdAt ?? ''),
    );
    if (!isSame || !isOrdered)
      violations.push({
        rule: 'a list is whole and in order',
        what: `${accountId} has ${stored.length} trips, ${listed.length} are listed${isOrdered ? '' : ', out of order'}`,
        operations: [],
      });
  }
  return violations;
}

const isDeepEqual = (a: string[], b: string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index]);

async function walkPages(send: Exchange['send'], port: number, apiKey: string) {
  const listed: { _id: string; createdAt: string }[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await send(port, { method: 'GET', path: `/v1/trips?limit=100&page=${page}`, apiKey });
    if (reply.status !== 200) return listed;
    const { data, pagination } = JSON.parse(reply.text);
    listed.push(...data);
    if (!pagination.hasNext) return listed;
  }
}
