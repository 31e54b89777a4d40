import { bodyOf, type CapturedAnswer } from '../bareServer/capture.ts';
import type { WrittenTrip } from '../database/fill.ts';
import { HOW_TO_GET_PGBENCH, runPgbench } from '../database/pgbench.ts';
import { statementFor } from '../database/statement.ts';
import { rowsWrittenBy } from '../database/written.ts';
import type { RequestShape } from '../load/requests.ts';
import { cancelling, creationUnder, pickupTimes } from './requests.ts';
import type { Side, Slice } from './row.ts';
import { LIMIT_CLIENTS, type World } from './world.ts';

/** What the service was seen to write: as one statement a kind of operation, and a trip's row as a sample for more. */
export interface Watched {
  create: string;
  cancel: string;
  keyedCancel: string;
  trip: WrittenTrip;
}

export type Bench = World & { watched: Watched };

/**
 * Watches the service at work in an account of its own. What is watched is not the account's first operation of the kind, so
 * that whatever is counted there is seen to be counted on.
 */
export async function watchOperations(world: World): Promise<Watched> {
  const { accountId, apiKey } = world.accounts.probe;
  const send = async (shape: RequestShape, status: number): Promise<CapturedAnswer> => {
    const answer = await world.capture(shape);
    if (answer.status !== status) throw new Error(`the service answered ${answer.status}: ${bodyOf(answer)}`);
    return answer;
  };
  const when = pickupTimes()[0] ?? '';
  const book = async (key: string) =>
    JSON.parse(bodyOf(await send(creationUnder(apiKey, [key], 'once', when), 201))).data as {
      _id: string;
      clientId: string;
    };
  const cancel = (tripId: string, key?: string) => {
    const shape = cancelling(apiKey, [tripId], key !== undefined);
    return send({ ...shape, slots: { ...shape.slots, key: { kind: 'once', values: [key ?? ''] } } }, 200);
  };
  const [first, second, third] = [await book('watched-1'), await book('watched-2'), await book('watched-3')];
  await cancel(first._id);

  let booked = { _id: '', clientId: '' };
  const at = new Date();
  const common = { accountId, at };
  const created = await rowsWrittenBy(world.client, async () => {
    booked = await book('watched-create');
  });
  const cancelled = await rowsWrittenBy(world.client, () => cancel(second._id));
  const keyed = await rowsWrittenBy(world.client, () => cancel(third._id, 'watched-cancel'));
  return {
    trip: created.find(({ table }) => table === 'trips')?.after ?? {},
    create: statementFor(created, {
      ...common,
      tripId: booked._id,
      riderId: booked.clientId,
      idempotencyKey: 'watched-create',
    }),
    cancel: statementFor(cancelled, { ...common, tripId: second._id, riderId: undefined, idempotencyKey: undefined }),
    keyedCancel: statementFor(keyed, {
      ...common,
      tripId: third._id,
      riderId: undefined,
      idempotencyKey: 'watched-cancel',
    }),
  };
}

let runs = 100;
/** Serials begin with three digits that no other run has. */
export const nextRun = () => {
  runs += 1;
  return runs;
};

/** The statement for each booking by itself, from pgbench; or from a bare driver where there is no pgbench. */
export function creationLimit(world: World, statement: string): Side {
  const { sockets, user } = world.cluster;
  const program = world.pgbench;
  const common = { sockets, user, statement, clients: LIMIT_CLIENTS };
  if (program === undefined) {
    return {
      name: `bare pg, -c ${LIMIT_CLIENTS} (${HOW_TO_GET_PGBENCH})`,
      run: async (seconds) => withoutServer(await world.inserter.run({ ...common, seconds, run: nextRun() })),
    };
  }
  return {
    name: `pgbench -c ${LIMIT_CLIENTS}`,
    async run(seconds) {
      const until = { seconds: Math.max(1, Math.round(seconds)) };
      return rateOnly(await runPgbench({ ...common, program, until, run: nextRun(), from: 0 }));
    },
  };
}

export const rateOnly = ({ perSecond }: { perSecond: number }): Slice =>
  withoutServer({ perSecond, p50Ms: Number.NaN, p99Ms: Number.NaN, faults: {} });

export const withoutServer = (slice: Pick<Slice, 'perSecond' | 'p50Ms' | 'p99Ms' | 'faults'>): Slice => ({
  ...slice,
  generatorCpu: Number.NaN,
  serverCpu: Number.NaN,
  residentMib: Number.NaN,
});
