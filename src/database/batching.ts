import DataLoader from 'dataloader';
import { isDatabaseUnavailable } from './failures.ts';

export interface BatchOptions<Row, Outcome> {
  /** Runs one statement for all rows and answers with one outcome per row, in the same order. */
  run(rows: readonly Row[]): Promise<Outcome[]>;
  maxRows: number;
  /** How many statements may be under way at once; while all are, newcomers gather for the next. */
  maxInFlight: number;
}

/**
 * Requests that arrive together travel together: all rows of one event-loop turn become one statement.
 * If a statement fails because of what is in it, each of its rows goes again alone, so that only the
 * guilty one fails; if the database is away, all of them learn so.
 */
export function batched<Row, Outcome>({ run, maxRows, maxInFlight }: BatchOptions<Row, Outcome>) {
  const waiting: (() => void)[] = [];
  let inFlight = 0;

  const dispatchWhenFree = (dispatch: () => void) => {
    waiting.push(dispatch);
    setImmediate(dispatchNext);
  };
  const dispatchNext = () => {
    if (inFlight >= maxInFlight) return;
    const dispatch = waiting.shift();
    if (dispatch === undefined) return;
    inFlight += 1;
    dispatch();
  };
  const runAndMakeRoom = async (rows: readonly Row[]) => {
    try {
      return await runEach(rows, run);
    } finally {
      inFlight -= 1;
      dispatchNext();
    }
  };

  const loader = new DataLoader<Row, Outcome>(runAndMakeRoom, {
    cache: false,
    maxBatchSize: maxRows,
    batchScheduleFn: dispatchWhenFree,
  });
  return (row: Row): Promise<Outcome> => loader.load(row);
}

async function runEach<Row, Outcome>(
  rows: readonly Row[],
  run: BatchOptions<Row, Outcome>['run'],
): Promise<(Outcome | Error)[]> {
  try {
    return await run(rows);
  } catch (error) {
    if (rows.length === 1 || isDatabaseUnavailable(error)) return rows.map(() => error as Error);
    const alone: (Outcome | Error)[] = [];
    for (const row of rows) alone.push(...(await runEach([row], run)));
    return alone;
  }
}
