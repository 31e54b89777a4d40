import { MARK } from '../making/values.ts';

/** Memory of the service after a garbage collection, while no request runs. */
export interface MemorySample {
  heapBytes: number;
  rssBytes: number;
  /** Including sockets; not known on every system. */
  openFiles: number;
}

/**
 * How much the median of the last third of a run may exceed that of the middle third. In eight runs of 5,000 to 100,000 requests
 * the heap differed by -0.6 to +0.3 MiB and the process by -15 to +7 MiB. In 100,000 requests this finds a leak of 50 bytes per
 * request.
 */
export const ALLOWED_GROWTH = { heapBytes: 1.5 * 2 ** 20, rssBytes: 24 * 2 ** 20 };

/**
 * Until some 20,000 requests, with 2,000 pages of the dashboard, the heap grows by what is compiled and cached: in runs of 25,000
 * by 1.3 to 1.7 MiB, while one of 60,000 stayed between 98.4 and 99.7 MiB from there on.
 */
const SHORT_RUN = 60_000;

/** In longer runs the cache of answered keys fills and halves, so the heap may differ by proportionally more. */
const allowedGrowth = (requests: number) => ({
  ...ALLOWED_GROWTH,
  heapBytes: ALLOWED_GROWTH.heapBytes * (requests < SHORT_RUN ? 2 : Math.max(1, requests / 100_000)),
});

const FEWEST_SAMPLES = 9;
// A run of this size takes long enough for more samples.
const ENOUGH_REQUESTS = 5_000;

/** The first third is the warm-up: code is compiled, pools and caches fill. */
export function memoryFaults(samples: readonly MemorySample[], requests: number): string[] {
  if (samples.length < FEWEST_SAMPLES)
    return requests < ENOUGH_REQUESTS ? [] : [`memory was measured ${samples.length} times only, too few to judge it`];
  const third = Math.floor(samples.length / 3);
  const middle = samples.slice(third, samples.length - third);
  const last = samples.slice(samples.length - third);
  const allowed = allowedGrowth(requests);
  return (['heapBytes', 'rssBytes'] as const).flatMap((name) => {
    const [before, after] = [medianOf(middle.map((each) => each[name])), medianOf(last.map((each) => each[name]))];
    if (after - before <= allowed[name]) return [];
    return [`memory grows: ${name} was ${mebibytes(before)} in the middle third and ${mebibytes(after)} in the last`];
  });
}

// In the first sample all our connections are open; later the database pool may open a few.
const ALLOWED_MORE_FILES = 20;

/** Files or connections that should have been closed. */
export function leftOpen(first: MemorySample, last: MemorySample): string[] {
  const more = last.openFiles - first.openFiles;
  return more > ALLOWED_MORE_FILES ? [`${more} more files or connections are open than at first`] : [];
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

const WARN = 40;
const ERROR = 50;

interface LogVerdict {
  /** Lines of level error or above, lines that tell what they must not, and whatever came on standard error. */
  faults: string[];
  warnings: string[];
}

/** All the text that the line of a request may have; anything else it has is a number (SECURITY.md). */
const REQUEST_TEXTS = [
  ...['time', 'requestId', 'accountId', 'keyId', 'memberId', 'tripId', 'method', 'route', 'code', 'msg'],
];
const SECRET = new RegExp(`${MARK}|trip_live_|bearer|cookie|whsec_`, 'i');

/** Reads the output: JSON lines, and the welcome as plain text. No line may have a secret or any text of a caller. */
export function judgeLog(stdout: string, stderr: string, secrets: readonly string[]): LogVerdict {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const levels = lines.map((line) => ({ line, level: levelOf(line) }));
  const isSecret = (line: string) => SECRET.test(line) || secrets.some((secret) => line.includes(secret));
  return {
    faults: [
      ...levels.filter(({ level }) => level >= ERROR).map(({ line }) => `in the service's log: ${line}`),
      ...lines
        .filter((line) => isSecret(line) || hasOtherText(line))
        .map((line) => `a line has what it must not tell; ${line}`),
      ...(stderr.trim() === '' ? [] : [`on the service's standard error: ${stderr.trim().slice(0, 2_000)}`]),
    ],
    warnings: levels.filter(({ level }) => level >= WARN && level < ERROR).map(({ line }) => line),
  };
}

/** Half a log line is a fault too. */
const levelOf = (line: string): number => membersOf(line)?.level ?? ERROR;

function hasOtherText(line: string): boolean {
  const members = membersOf(line);
  const others = Object.entries(members ?? {}).filter(([name]) => !REQUEST_TEXTS.includes(name));
  return members?.msg === 'request' && others.some(([, value]) => typeof value !== 'number');
}

function membersOf(line: string): { level?: number; msg?: string } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
