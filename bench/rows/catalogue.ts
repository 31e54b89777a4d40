import { listRow, quoteRow, readRow, replayRow } from './againstBareServer.ts';
import { cancelRow, keyedCancelRow } from './cancelling.ts';
import { createRow, manyAccountsRow, oneConnectionRow } from './creating.ts';
import { frameworkRows } from './framework.ts';
import type { Bench } from './limits.ts';
import { pageRows } from './pages.ts';
import type { Row } from './row.ts';
import { sizeRows } from './sizes.ts';
import { workerRows } from './workers.ts';

/** The rows that a name stands for, made ready to be measured. */
export interface Prepared {
  rows: Row[];
  /** Why there are none. */
  unavailable?: string;
  close?(): Promise<void>;
}

type Prepare = (world: Bench) => Promise<Prepared>;

const one =
  (prepare: (world: Bench) => Promise<Row>): Prepare =>
  async (world) => ({ rows: [await prepare(world)] });

/** In the order in which they are measured: the large account comes last, so that it is in nobody's way. */
export const CATALOGUE: Record<string, Prepare> = {
  create: one(createRow),
  replay: one(replayRow),
  read: one(readRow),
  list: one(listRow),
  quote: one(quoteRow),
  cancel: async (world) => {
    if (world.pgbench === undefined) return { rows: [], unavailable: 'cancel: not available without pgbench' };
    return { rows: [await cancelRow(world), await keyedCancelRow(world)] };
  },
  accounts: one(manyAccountsRow),
  one: one(oneConnectionRow),
  workers: async (world) => {
    const { rows, close } = await workerRows(world);
    if (rows.length > 0) return { rows, close };
    return { rows, unavailable: '2 processes : 1 process: not available, the service has no WORKERS setting' };
  },
  framework: frameworkRows,
  pages: async (world) => ({ rows: await pageRows(world) }),
  sizes: async (world) => ({ rows: await sizeRows(world) }),
};

/** Measured only when they are asked for, so that all the others take less than five minutes. */
export const ON_REQUEST: readonly string[] = ['framework', 'pages'];
