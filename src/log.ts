import { type DestinationStream, type Logger, pino } from 'pino';

// Handing over a line costs more than making it, so under load they go a page at a time; nobody waits longer than this for one.
const PAGE_BYTES = 8 * 1024;
const LATEST_MS = 20;

/** `flushed` waits until all lines are written, and an exit writes those that are left. */
export function createLogger(level: string, destination: DestinationStream = byThePage()): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return pino(options, destination);
}

/** Standard output, written by the page and off the event loop. */
function byThePage(): DestinationStream & { flush(done: () => void): void; flushSync(): void } {
  const output = pino.destination({ dest: 1, sync: false, minLength: PAGE_BYTES });
  // Twice: while a page is being written, a flush waits for that page alone; the lines that came after it go with the next.
  const flush = (done: () => void) => output.flush(() => output.flush(done));
  let isRestDue = false;
  let hasCome = false;
  // One flush at a time, however slow the reader is: its end looks whether lines have come meanwhile.
  const writeRest = () => {
    hasCome = false;
    flush(() => {
      isRestDue = hasCome;
      if (hasCome) writeRestSoon();
    });
  };
  const writeRestSoon = () => void setTimeout(writeRest, LATEST_MS).unref();
  return {
    write(line) {
      output.write(line);
      hasCome = true;
      if (!isRestDue) writeRestSoon();
      isRestDue = true;
    },
    flush,
    flushSync: () => output.flushSync(),
  };
}

export const flushed = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()));

interface LoggedError {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  constraint?: unknown;
  cause?: LoggedError;
}

/**
 * What may be logged of an error. A database error's detail can quote a whole row, and the message of a data error
 * (class 22) the value: a rider's name or address must not get into the log that way.
 */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const quotesData = typeof code === 'string' && /^22/.test(code);
  return {
    type: error.name,
    message: quotesData ? 'a value does not fit its column' : error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(quotesData || error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
