import { bodyOf, type CapturedAnswer } from '../bareServer/capture.ts';
import type { WrittenTrip } from '../database/fill.ts';
import { type PgbenchResult, runPgbench } from '../database/pgbench.ts';
import { statementFor } from '../database/statement.ts';
import { rowsWrittenBy } from '../database/written.ts';
import type { RequestShape } from '../load/requests.ts';
import { cancelling, creationUnder, pickupTimes } from './requests.ts';
import type { Side, Slice } from './row.ts';
import { type Installation, LIMIT_CLIENTS, type World } from './world.ts';

/** What the service was seen to write: one statement per kind of operation, and a trip's row as a sample for more. */
export interface Operations {
  create: string;
  cancel: string;
  keyedCancel: string;
  trip: WrittenTrip;
}

export type Watched<Place extends Installation = Installation> = Place & { watched: Operations };
export type Bench = Watched<World>;

/** Watches the service at work in an account of its own. */
export async function watchOperations({ client, accounts, capture }: Installation): Promise<Operations> {
  const { accountId, apiKey } = accounts.probe;
  const send = async (shape: RequestShape, status: number): Promise<CapturedAnswer> => {
    const answer = await capture(shape);
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
  const [first, second] = [await book('watched-1'), await book('watched-2')];
  let booked = { _id: '', clientId: '' };
  const at = new Date();
  const common = { accountId, at };
  const created = await rowsWrittenBy(client, async () => {
    booked = await book('watched-create');
  });
  const cancelled = await rowsWrittenBy(client, () => cancel(first._id));
  const keyed = await rowsWrittenBy(client, () => cancel(second._id, 'watched-cancel'));
  return {
    trip: created.find(({ table }) => table === 'trips')?.after ?? {},
    create: statementFor(created, {
      ...common,
      tripId: booked._id,
      riderId: booked.clientId,
      idempotencyKey: 'watched-create',
    }),
    cancel: statementFor(cancelled, { ...common, tripId: first._id, riderId: undefined, idempotencyKey: undefined }),
    keyedCancel: statementFor(keyed, {
      ...common,
      tripId: second._id,
      riderId: undefined,
      idempotencyKey: 'watched-cancel',
    }),
  };
}

let runs = 100;
/** The first three digits of a run's serials, which no other run has. */
export const nextRun = () => {
  runs += 1;
  return runs;
};

/** pgbench running the statement once per booking; a bare driver where there is no pgbench. */
export function creationLimit(world: World, statement: string): Side {
  const { sockets, user, password } = world.cluster;
  const program = world.pgbench;
  const common = { sockets, user, password, statement, clients: LIMIT_CLIENTS };
  if (program === undefined) {
    return {
      name: 'bare pg',
      run: async (seconds) => withoutServer(await world.inserter.run({ ...common, seconds, run: nextRun() })),
    };
  }
  return {
    name: 'pgbench',
    async run(seconds) {
      const until = { seconds: Math.max(1, Math.round(seconds)) };
      return rateOnly(await runPgbench({ ...common, program, until, run: nextRun(), from: 0 }));
    },
  };
}

export const rateOnly = ({ perSecond, transactions }: PgbenchResult): Slice =>
  withoutServer({ perSecond, count: transactions, p50Ms: Number.NaN, p99Ms: Number.NaN, faults: {} });

export const withoutServer = (slice: Omit<Slice, 'generatorCpu' | 'serverCpu' | 'residentMib'>): Slice => ({
  ...slice,
  generatorCpu: Number.NaN,
  serverCpu: Number.NaN,
  residentMib: Number.NaN,
});
