import { startFramework } from '../bareServer/bareServer.ts';
import type { RequestShape } from '../load/requests.ts';
import { fillMedium, READABLE, spreadTripIds } from './againstBareServer.ts';
import type { Prepared } from './catalogue.ts';
import type { Bench } from './limits.ts';
import { quoting, reading } from './requests.ts';
import type { Row } from './row.ts';
import { sameBytesSide } from './sides.ts';

/** The framework alone compared with a bare server: no service on it can come closer. */
export async function frameworkRows(world: Bench): Promise<Prepared> {
  await fillMedium(world);
  const framework = await startFramework();
  const row = async (title: string, shape: RequestShape): Promise<Row> => {
    const answer = await world.capture(shape);
    world.generator.prepare(title, shape);
    return {
      title,
      subject: sameBytesSide(world, { name: 'Fastify alone', ...framework }, title, answer),
      limit: sameBytesSide(world, { name: 'node:http', ...world.bare }, title, answer),
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
