import { listRow, quoteRow, readRow, replayRow } from './againstBareServer.ts';
import { cancelRow, keyedCancelRow } from './cancelling.ts';
import { createRows, manyAccountsRow, oneConnectionRow } from './creating.ts';
import { frameworkRows } from './framework.ts';
import type { Bench } from './limits.ts';
import { pageRows } from './pages.ts';
import type { MeasuringOptions, Row } from './row.ts';
import { searchRows } from './search.ts';
import { sizeRows } from './sizes.ts';
import type { Figure } from './startup.ts';
import { workerRows } from './workers.ts';

/** The rows of one name, ready to be measured. */
export interface Prepared {
  rows: Row[];
  /** Measured after the rows, or by them. */
  figures?(how: MeasuringOptions): Promise<Figure[]>;
  /** Why there are none, or what they are compared with instead. */
  unavailable?: string | undefined;
  close?(): Promise<void>;
}

export type Prepare = (world: Bench) => Promise<Prepared>;

const one =
  (prepare: (world: Bench) => Promise<Row>): Prepare =>
  async (world) => ({ rows: [await prepare(world)] });

/** In the order in which they are measured. The large account comes last, so that it does not slow the others. */
export const CATALOGUE: Record<string, Prepare> = {
  create: createRows,
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
  workers: workerRows,
  framework: frameworkRows,
  pages: async (world) => ({ rows: await pageRows(world) }),
  search: searchRows,
  sizes: sizeRows,
};

/** Measured only on request, so that the rest takes less than five minutes. */
export const ON_REQUEST: readonly string[] = ['framework', 'pages', 'search'];
