/** Memory of the service in a quiet moment, after its garbage was collected. */
export interface MemorySample {
  heapBytes: number;
  rssBytes: number;
  /** Sockets among them; not known on every system. */
  openFiles: number;
}

/**
 * How much the median of the last third of a run may lie above that of the middle third. Over eight runs of 5,000 to 100,000
 * requests the heap's differed by -0.6 to +0.3 MiB and the process's by -15 to +7 MiB, the most in the short runs, which have not
 * warmed up by then. In 100,000 requests this finds a leak of 50 bytes a request.
 */
export const ALLOWED_GROWTH = { heapBytes: 1.5 * 2 ** 20, rssBytes: 24 * 2 ** 20 };

/**
 * The heap of a longer run may differ by as much more, so that a leak of 50 bytes a request is found in any: there the memory of
 * answered keys fills, which drops its older half whenever it is full, and swings by several mebibytes from then on.
 */
const allowedGrowth = (requests: number) => ({
  ...ALLOWED_GROWTH,
  heapBytes: ALLOWED_GROWTH.heapBytes * Math.max(1, requests / 100_000),
});

// With fewer samples a third is too little to tell anything.
const FEWEST_SAMPLES = 9;
// A run of this size takes long enough for many more.
const REQUESTS_THAT_TELL = 5_000;

/** What has grown more than it may. The first third warms up: code is compiled, pools and caches fill. */
export function memoryFaults(samples: readonly MemorySample[], requests: number): string[] {
  if (samples.length < FEWEST_SAMPLES)
    return requests < REQUESTS_THAT_TELL
      ? []
      : [`memory was measured ${samples.length} times only, too few to judge it`];
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

// The first sample has a connection for each lane; what comes later is the pool of the database, and not much else.
const ALLOWED_MORE_FILES = 20;

/** Whether files or connections are still open that should be closed. Where nobody counts them, none are. */
export function leftOpen(first: MemorySample, last: MemorySample): string[] {
  const more = last.openFiles - first.openFiles;
  return more > ALLOWED_MORE_FILES ? [`${more} more files or connections are open than at first`] : [];
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
