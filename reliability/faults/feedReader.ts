import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../support/accounts.ts';
import type { Random } from '../support/random.ts';
import type { Endpoint } from './customer.ts';
import { createExchange } from './exchange.ts';
import type { Answer, ClientOperation } from './history.ts';

/** An event as the feed shows it. */
export interface FeedEvent {
  id: string;
  /** JSON. */
  text: string;
}

export interface ReadFeed {
  accountId: string;
  events: FeedEvent[];
  /** Why it was not read to its end, or what was wrong with a page. */
  faults: string[];
}

interface FeedReaderOptions {
  account: Account;
  endpoints: readonly Endpoint[];
  random: Random;
  now(): number;
  /** Whether every change has been made. */
  isOver(): boolean;
  record(operation: ClientOperation): void;
  giveUpMs?: number;
}

// Longer than a recovery may take.
const GIVE_UP_MS = 60_000;

/** Follows the account's feed page by page, at any of the endpoints, until the run is over and the feed has no more. */
export async function followFeed({
  account: { accountId, apiKey },
  endpoints,
  random,
  now,
  isOver,
  record,
  giveUpMs = GIVE_UP_MS,
}: FeedReaderOptions): Promise<ReadFeed> {
  const { send, close } = createExchange();
  const feed: ReadFeed = { accountId, events: [], faults: [] };
  let readAt = now();
  let hasMore = true;
  while (hasMore && feed.faults.length === 0) {
    const wasOver = isOver(); // before the page is read, which then has the last change
    const answer = await readPage(feed.events.at(-1)?.id);
    if (answer) {
      const hasNext = addPage(feed, answer);
      hasMore = hasNext || !wasOver;
      readAt = now();
      if (hasNext) continue;
    } else if (now() - readAt > giveUpMs) feed.faults.push(`no page for ${giveUpMs / 1_000} s`);
    if (hasMore) await sleep(random.between(50, 500));
  }
  close();
  return feed;

  /** Undefined if the service cannot answer now. */
  async function readPage(after: string | undefined): Promise<Answer | undefined> {
    const { service, port } = random.pick(endpoints);
    const path = `/v1/events?limit=${random.between(1, 100)}${after === undefined ? '' : `&after=${after}`}`;
    const sentAt = now();
    const reply = await send(port, { method: 'GET', path, apiKey });
    // The events are kept with the feed, so the text is not kept a second time.
    const kept = reply.status === 200 ? { ...reply, text: '' } : reply;
    const attempts = [{ service, sentAt, endedAt: now(), reply: kept }];
    record({ client: 'reader', accountId, kind: 'events', attempts });
    return reply.status === 'none' || reply.status >= 500 ? undefined : reply;
  }
}

/** Returns whether there are more. */
function addPage(feed: ReadFeed, { status, text }: Answer): boolean {
  const after = feed.events.at(-1)?.id ?? null;
  if (status !== 200) {
    feed.faults.push(`the page after ${after} is answered with ${status} ${text}`);
    return false;
  }
  const { data, pagination } = JSON.parse(text);
  for (const event of data) feed.events.push({ id: event._id, text: JSON.stringify(event) });
  const last = feed.events.at(-1)?.id ?? null;
  if (pagination.next !== last) feed.faults.push(`after ${last}, "next" is ${pagination.next}`);
  return pagination.hasNext;
}
