import { currentScope, onBehalfOf, type Scope } from '../tracing.ts';
import { isDatabaseUnavailable } from './failures.ts';
import type { Layout } from './layout/placement.ts';

export interface BatchOptions<Row, Outcome> {
  /** Runs one statement for all rows and returns one outcome per row, in the same order. */
  run(rows: readonly Row[]): Promise<Outcome[]>;
  maxRows: number;
  /** How many statements may run at once; meanwhile new rows gather for the next. */
  maxInFlight: number;
  /** The account of a row: when more rows wait than fit, accounts take turns. */
  accountOf(row: Row): string;
  /** Whether a statement may have rows of one account only. */
  isOfOneAccount?: boolean;
  /** What a row locks, if anything: rows that lock the same would wait for each other in the database, so they gather here instead. */
  lockOf?(row: Row): string | undefined;
}

/**
 * The limits of batches. On a Citus cluster accounts are on different nodes, and a statement is for one of them: there every
 * batch is of one account, and more of them run at once.
 */
export const batchLimits = (
  { layout = 'single' }: { layout?: Layout },
  { maxInFlight }: { maxInFlight: number },
): Pick<BatchOptions<unknown, unknown>, 'maxRows' | 'maxInFlight' | 'isOfOneAccount'> => ({
  maxRows: 200,
  ...(layout === 'single' ? { maxInFlight } : { maxInFlight: 2 * maxInFlight, isOfOneAccount: true }),
});

interface Waiting<Row, Outcome> {
  row: Row;
  resolve(outcome: Outcome): void;
  reject(fault: unknown): void;
  /** What it is traced in, if it is. */
  scope: Scope | undefined;
}

/**
 * Combines the rows of one event-loop turn into one statement. If a statement fails because of its content, each row is
 * retried alone, so that only the faulty one fails; if the database is unavailable, all fail.
 */
export function batched<Row, Outcome>(options: BatchOptions<Row, Outcome>): (row: Row) => Promise<Outcome> {
  const { run, maxRows, maxInFlight, isOfOneAccount = false } = options;
  const accountOf = ({ row }: Waiting<Row, Outcome>) => options.accountOf(row);
  const lockOf = ({ row }: Waiting<Row, Outcome>) => options.lockOf?.(row);
  let waiting: Waiting<Row, Outcome>[] = [];
  let inFlight = 0;
  let isScheduled = false;
  const held = new Set<string | undefined>();

  function dispatch(): void {
    isScheduled = false;
    while (inFlight < maxInFlight) {
      const free = held.size === 0 ? waiting : waiting.filter((each) => !held.has(lockOf(each)));
      const [next] = free;
      if (!next) return;
      const ready = isOfOneAccount ? free.filter((each) => accountOf(each) === accountOf(next)) : free;
      const batch = ready.length <= maxRows ? ready : inTurns(ready, accountOf).slice(0, maxRows);
      const taken = new Set(batch);
      waiting = waiting.filter((each) => !taken.has(each));
      void send(batch);
    }
  }

  async function send(batch: Waiting<Row, Outcome>[]): Promise<void> {
    const locks = batch.map(lockOf).filter((lock) => lock !== undefined);
    inFlight += 1;
    for (const lock of locks) held.add(lock);
    await onBehalfOf(batch, () => settle(batch, run));
    inFlight -= 1;
    for (const lock of locks) held.delete(lock);
    dispatch();
  }

  return (row) =>
    new Promise((resolve, reject) => {
      // After all readable sockets have been read, so that their requests are included.
      if (!isScheduled) setImmediate(dispatch);
      isScheduled = true;
      waiting.push({ row, resolve, reject, scope: currentScope() });
    });
}

async function settle<Row, Outcome>(
  batch: readonly Waiting<Row, Outcome>[],
  run: BatchOptions<Row, Outcome>['run'],
): Promise<void> {
  try {
    const outcomes = await run(batch.map(({ row }) => row));
    batch.forEach(({ resolve }, index) => {
      resolve(outcomes[index] as Outcome);
    });
  } catch (fault) {
    if (batch.length > 1 && !isDatabaseUnavailable(fault)) for (const each of batch) await settle([each], run);
    else for (const { reject } of batch) reject(fault);
  }
}

/** Every account's first row, then every account's second, so that nobody waits behind another's flood. */
function inTurns<Entry>(waiting: readonly Entry[], accountOf: (entry: Entry) => string): Entry[] {
  const rowsOf = new Map<string, number>();
  const numbered = waiting.map((entry) => {
    const account = accountOf(entry);
    const turn = rowsOf.get(account) ?? 0;
    rowsOf.set(account, turn + 1);
    return { entry, turn };
  });
  return numbered.sort((a, b) => a.turn - b.turn).map(({ entry }) => entry);
}
