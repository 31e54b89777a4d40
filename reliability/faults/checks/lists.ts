import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../../support/accounts.ts';
import { type Snapshot, type Violation, violation } from '../evidence.ts';
import type { Exchange } from '../exchange.ts';

/** At the end, the pages of an account's list hold each of its trips once, newest first, and nothing else. */
export async function checkLists(
  send: Exchange['send'],
  port: number,
  accounts: Account[],
  { trips }: Snapshot,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { accountId, apiKey } of accounts) {
    const { listed, faults } = await walkPages(send, port, apiKey);
    const stored = trips
      .filter((trip) => trip.accountId === accountId)
      .map(({ tripId, createdAt }) => `${createdAt.toISOString()} ${tripId}`);
    if (!isDeepStrictEqual(listed, stored.sort().reverse()))
      faults.push(`of ${stored.length} trips, ${listed.length} are listed, or in another order`);
    for (const fault of faults) violations.push(violation('a list is complete and in order', `${accountId}: ${fault}`));
  }
  return violations;
}

async function walkPages(send: Exchange['send'], port: number, apiKey: string) {
  const listed: string[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await send(port, { method: 'GET', path: `/v1/trips?limit=100&page=${page}`, apiKey });
    if (reply.status !== 200) return { listed, faults: [`page ${page} is answered with ${reply.status}`] };
    if (reply.departures.length > 0) return { listed, faults: reply.departures };
    const { data, pagination } = JSON.parse(reply.text);
    for (const { _id, createdAt } of data) listed.push(`${createdAt} ${_id}`);
    if (!pagination.hasNext) return { listed, faults: [] };
  }
}
