import { startService } from '../service/serviceProcess.ts';
import { fillMedium, READABLE, spreadTripIds } from './againstBareServer.ts';
import type { Prepared } from './catalogue.ts';
import type { Bench } from './limits.ts';
import { creation, reading } from './requests.ts';
import type { Row } from './row.ts';
import { CONNECTIONS, httpSide, serviceSide } from './sides.ts';

/** Two processes of the service compared with one, on the same database. */
export async function workerRows(world: Bench): Promise<Prepared> {
  const two = await startService({ DATABASE_URL: world.cluster.url, WORKERS: '2' });
  await fillMedium(world);
  world.generator.prepare('create by workers', creation([world.accounts.booking.apiKey]));
  world.generator.prepare('read by workers', reading(world.accounts.medium.apiKey, spreadTripIds(READABLE)));
  const row = (title: string, request: string, expectedStatus: number): Row => {
    const order = { connections: CONNECTIONS, expectedStatus };
    return {
      title: `2 processes : 1 process, ${title}`,
      subject: httpSide(world, { name: '2 processes', ...two }, request, order),
      limit: serviceSide(world, request, order, '1 process'),
      compare: 'rate',
      aim: undefined,
    };
  };
  const rows = [row('create', 'create by workers', 201), row('read', 'read by workers', 200)];
  return { rows, close: () => two.stop() };
}
