import { startFramework } from '../bareServer/bareServer.ts';
import type { RequestShape } from '../load/requests.ts';
import { fillMedium, READABLE, spreadTripIds } from './againstBareServer.ts';
import type { Bench } from './limits.ts';
import { quoting, reading } from './requests.ts';
import type { Row, Side } from './row.ts';
import { CONNECTIONS, httpSide } from './sides.ts';

/** What is left of a bare server behind the framework alone: no service on it can come nearer. */
export async function frameworkRows(world: Bench): Promise<{ rows: Row[]; close(): Promise<void> }> {
  await fillMedium(world);
  const framework = await startFramework();
  const row = async (title: string, shape: RequestShape): Promise<Row> => {
    const answer = await world.capture(shape);
    const order = { connections: CONNECTIONS, expectedStatus: answer.status };
    world.generator.prepare(title, shape);
    const side = (name: string, server: typeof framework): Side => {
      const { run } = httpSide(world, { name, ...server }, title, order);
      return { name, run: (seconds) => server.answerWith(answer).then(() => run(seconds)) };
    };
    const [subject, limit] = [side('Fastify alone', framework), side('bare node:http', world.bare)];
    return { title, subject, limit, compare: 'rate', aim: undefined };
  };
  const { booking, medium } = world.accounts;
  const rows = [
    await row('the framework alone, read one', reading(medium.apiKey, spreadTripIds(READABLE))),
    await row('the framework alone, quote', quoting(booking.apiKey, world.serviceTierId)),
  ];
  return { rows, close: framework.stop };
}
