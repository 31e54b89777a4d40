// Runs a limit's statement through the bare driver, in its own process.
import pg from 'pg';
import { answerParent } from '../../reliability/support/childProgram.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import type { LoadResult } from '../load/protocol.ts';
import { resultOf } from '../load/result.ts';
import { createHistogram } from '../measuring/histogram.ts';
import { accountNumber } from './accounts.ts';
import type { InserterOrder } from './inserter.ts';
import { type NumberName, numbered } from './statement.ts';

const chance = seededRandom(1);

async function run(order: InserterOrder): Promise<LoadResult> {
  const { text, names } = numbered(order.statement);
  const histogram = createHistogram();
  const clients = await Promise.all(
    Array.from({ length: order.clients }, async () => {
      const client = new pg.Client({
        host: order.sockets,
        user: order.user,
        password: order.password,
        database: 'postgres',
      });
      await client.connect();
      return client;
    }),
  );
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const deadline = startedAt + order.seconds * 1_000;
  const work = async (client: pg.Client, index: number) => {
    for (let count = 1, now = startedAt; now < deadline; count += 1) {
      const numbers: Record<NumberName, string> = {
        account: accountNumber(index),
        serial: String((order.run * 1e8 + count) * 1e3 + index),
        key: String(chance.between(1e15, 9e15)),
        minutes: String(chance.between(60, 86_400)),
      };
      await client.query({ name: 'limit', text, values: names.map((name) => numbers[name]) });
      const done = performance.now();
      histogram.record(done - now);
      now = done;
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - startedAt) / 1_000;
  const result = resultOf(histogram, seconds, cpuBefore);
  await Promise.all(clients.map((client) => client.end()));
  return result;
}

const abilities = { run };
export type InserterProgram = typeof abilities;
answerParent(abilities);
