import { type DestinationStream, type Logger, pino } from 'pino';

// Writing a line costs more than formatting it, so lines are written in batches, at the latest after this time.
const BATCH_BYTES = 8 * 1024;
const MAX_DELAY_MS = 20;

/** Linux writes up to PIPE_BUF bytes to a pipe in one piece; longer writes of several processes may interleave. */
const PIPE_BUF_BYTES = 4_096;
/** So short that the line fits even if every character is written as a six-byte escape. */
const SHORTENED_CHARACTERS = 250;

export function createLogger(level: string, destination: DestinationStream = batchedOutput()): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return pino(options, destination);
}

/** A terminal that was closed refuses every line. The rest is dropped, so that the service still stops: a flush would try for ever. */
function standardOutput(options: { minLength: number; maxWrite?: number }) {
  const output = pino.destination({ dest: 1, sync: false, ...options });
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
    const drop = () => {};
    Object.assign(output, {
      write: drop,
      end: drop,
      flushSync: drop,
      destroy: drop,
      flush: (done?: () => void) => done?.(),
    });
  });
  return output;
}

/** Standard output, written in batches and off the event loop. */
function batchedOutput(): DestinationStream & { flush(done: () => void): void; flushSync(): void } {
  const output = standardOutput({ minLength: BATCH_BYTES });
  // Twice: a flush during a write waits for that write only; lines that came after it are written by the second.
  const flush = (done: () => void) => output.flush(() => output.flush(done));
  let isFlushDue = false;
  let hasNewLines = false;
  // One flush at a time, however slow the reader is. When it ends, it checks for lines that came meanwhile.
  const flushNow = () => {
    hasNewLines = false;
    flush(() => {
      isFlushDue = hasNewLines;
      if (hasNewLines) flushSoon();
    });
  };
  const flushSoon = () => void setTimeout(flushNow, MAX_DELAY_MS).unref();
  return {
    write(line) {
      output.write(line);
      hasNewLines = true;
      if (!isFlushDue) flushSoon();
      isFlushDue = true;
    },
    flush,
    flushSync: () => output.flushSync(),
  };
}

/** Standard output shared by several processes: each write is whole lines, and no line mixes with another process's. */
export function wholeLines(): DestinationStream & { flush(done: () => void): void } {
  // Each line is written at once. With a least length of 0, a flush would not wait for lines that are being written.
  const output = standardOutput({ minLength: 1, maxWrite: PIPE_BUF_BYTES });
  return {
    write: (line) => void output.write(shortened(line)),
    flush: (done) => output.flush(done),
  };
}

/** The line, or its most important members if it is too long. Only a long stack trace makes it so. */
export function shortened(line: string): string {
  if (Buffer.byteLength(line) <= PIPE_BUF_BYTES) return line;
  const { level, time, requestId, err, msg } = JSON.parse(line);
  const brief = (text: unknown) => (typeof text === 'string' ? text.slice(0, SHORTENED_CHARACTERS) : undefined);
  const error = err && { type: brief(err.type), code: brief(err.code), message: brief(err.message) };
  return `${JSON.stringify({ level, time, requestId, err: error, isShortened: true, msg: brief(msg) })}\n`;
}

/** Waits until all lines are written. */
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
 * The loggable part of an error. The detail of a database error can quote a row, and the message of a data error (class 22)
 * a value, so neither is logged: they may contain a rider's name or address.
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
