import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { followFeed } from '../../reliability/faults/feedReader.ts';
import type { ClientOperation } from '../../reliability/faults/history.ts';
import { drainDeliveries } from '../../reliability/faults/webhooks.ts';
import { listenAnywhere } from '../../reliability/support/process.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import { ACCOUNT } from '../support/faultHistories.ts';

const account = { accountId: ACCOUNT, apiKey: 'k' };
let server: Server;
afterEach(() => void server.close());

/** A service that answers as the function says, with 503 if it says nothing. */
async function serve(answer: (path: string, body: string) => object | undefined): Promise<number> {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const found = answer(request.url ?? '', body);
    response.writeHead(found === undefined ? 503 : 200).end(JSON.stringify(found ?? {}));
  });
  return listenAnywhere(server);
}

/** A page of a feed with this many events, e1 and so on. */
function pageOf(count: number, path: string) {
  const { searchParams } = new URL(path, 'http://x');
  const after = Number(searchParams.get('after')?.slice(1) ?? 0);
  const last = Math.min(count, after + Number(searchParams.get('limit')));
  const data = Array.from({ length: last - after }, (_, index) => ({ _id: `e${after + index + 1}` }));
  return { data, pagination: { next: last === 0 ? null : `e${last}`, hasNext: last < count } };
}

async function follow(port: number, isOver = () => true, giveUpMs = 300) {
  const operations: ClientOperation[] = [];
  const feed = await followFeed({
    account,
    endpoints: [{ service: 'A', port }],
    random: seededRandom(3),
    now: () => performance.now(),
    isOver,
    record: (operation) => operations.push(operation),
    giveUpMs,
  });
  return { ids: feed.events.map(({ id }) => id), faults: feed.faults, operations };
}
const eventsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `e${index + 1}`);

describe('a reader of the feed in the faults run', () => {
  it('reads page after page, and records each', async () => {
    const { ids, faults, operations } = await follow(await serve((path) => pageOf(250, path)));
    expect({ ids, faults }).toEqual({ ids: eventsUpTo(250), faults: [] });
    expect(operations.length).toBeGreaterThan(2);
  });

  it('follows the feed while it grows, to what was there when the run was over', async () => {
    let count = 0;
    const port = await serve((path) => {
      count += 1;
      return pageOf(count, path);
    });
    const { ids } = await follow(port, () => count >= 4);
    expect(ids).toEqual(eventsUpTo(count));
  });

  it('goes on where it was after a page that was not answered', async () => {
    let requests = 0;
    const port = await serve((path) => {
      requests += 1;
      return requests % 2 === 0 ? undefined : pageOf(150, path);
    });
    expect(await follow(port)).toMatchObject({ ids: eventsUpTo(150), faults: [] });
  });

  it('gives up when nothing is answered for long', async () => {
    expect((await follow(await serve(() => undefined))).faults).toEqual(['no page for 0.3 s']);
  });

  it('reports a page that does not say where to go on', async () => {
    const port = await serve((path) => ({ ...pageOf(3, path), pagination: { next: 'e2', hasNext: false } }));
    expect((await follow(port)).faults).toEqual(['after e3, "next" is e2']);
  });
});

describe('draining the deliveries of the faults run', () => {
  const waiting = (eventId: string, isLater: boolean) => ({ accountId: ACCOUNT, endpointId: 'p', eventId, isLater });

  it('redelivers what waits for a later attempt and nothing else, and enables what was disabled', async () => {
    const requested: string[] = [];
    const queue = [waiting('later', true), waiting('due', false)];
    let isDisabled = true;
    const port = await serve((path, body) => {
      requested.push(`${path} ${body}`);
      if (path.endsWith('/enable')) isDisabled = false;
      else queue.length = 0;
      return {};
    });
    const query = async (text: string) => ({
      rows: text.includes("<> 'ENABLED'") ? (isDisabled ? [waiting('', false)] : []) : [...queue],
    });
    expect(await drainDeliveries({ query } as never, [account], port)).toEqual({
      redelivered: 1,
      enabled: 1,
      waiting: [],
    });
    expect(requested).toEqual(['/v1/webhook-endpoints/p/enable ', '/v1/events/later/redeliver {"endpointId":"p"}']);
  });

  it('ends with what is left when nothing moves any more', async () => {
    const port = await serve(() => ({}));
    const query = async (text: string) => ({ rows: text.includes("<> 'ENABLED'") ? [] : [waiting('stuck', false)] });
    const { waiting: left } = await drainDeliveries({ query } as never, [account], port, 100);
    expect(left).toEqual([`${ACCOUNT} stuck`]);
  });
});
