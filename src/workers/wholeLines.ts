import { type DestinationStream, pino } from 'pino';

/** What a pipe takes in one piece (PIPE_BUF of Linux): of longer writes, those of several processes may mix. */
const MOST_BYTES = 4_096;
/** Even written as six bytes each, the characters that are left then fit. */
const MOST_CHARACTERS = 250;

/** Standard output for several processes: each line, and each group of lines written together, arrives in one piece. */
export function wholeLines(): DestinationStream & { flush(done: () => void): void } {
  const output = pino.destination({ dest: 1, sync: false, maxWrite: MOST_BYTES });
  return {
    write: (line) => void output.write(fitting(line)),
    flush: (done) => output.flush(done),
  };
}

/** The line, or what matters most of one that is too long; stack traces make them so. */
export function fitting(line: string): string {
  if (Buffer.byteLength(line) <= MOST_BYTES) return line;
  const { level, time, requestId, err, msg } = JSON.parse(line);
  const brief = (text: unknown) => (typeof text === 'string' ? text.slice(0, MOST_CHARACTERS) : undefined);
  const error = err && { type: brief(err.type), code: brief(err.code), message: brief(err.message) };
  return `${JSON.stringify({ level, time, requestId, err: error, isShortened: true, msg: brief(msg) })}\n`;
}
