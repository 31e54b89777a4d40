import { startFramework } from '../bareServer/bareServer.ts';
import type { RequestShape } from '../load/requests.ts';
import { fillMedium, READABLE, spreadTripIds } from './againstBareServer.ts';
import type { Bench } from './limits.ts';
import { quoting, reading } from './requests.ts';
import type { Row } from './row.ts';
import { sameBytesSide } from './sides.ts';

/** What is left of a bare server behind the framework alone: no service on it can come nearer. */
export async function frameworkRows(world: Bench): Promise<{ rows: Row[]; close(): Promise<void> }> {
  await fillMedium(world);
  const framework = await startFramework();
  const row = async (title: string, shape: RequestShape): Promise<Row> => {
    const answer = await world.capture(shape);
    world.generator.prepare(title, shape);
    return {
      title,
      subject: sameBytesSide(world, { name: 'Fastify alone', ...framework }, title, answer),
      limit: sameBytesSide(world, { name: 'bare node:http', ...world.bare }, title, answer),
      compare: 'rate',
      aim: undefined,
    };
  };
  const { booking, medium } = world.accounts;
  const rows = [
    await row('the framework alone, read one', reading(medium.apiKey, spreadTripIds(READABLE))),
    await row('the framework alone, quote', quoting(booking.apiKey, world.serviceTierId)),
  ];
  return { rows, close: framework.stop };
}
