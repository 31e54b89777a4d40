/** Latencies in buckets that grow by one in a hundred: every percentile is right to within one in a hundred, in 2,000 numbers. */
export interface Histogram {
  record(milliseconds: number): void;
  /** In milliseconds; not a number when nothing was recorded. */
  percentile(share: number): number;
  count(): number;
}

const GROWTH = Math.log(1.01);
const SMALLEST_MS = 0.001;
// A minute: longer than any request may take.
const BUCKETS = Math.ceil(Math.log(60_000 / SMALLEST_MS) / GROWTH) + 1;

export function createHistogram(): Histogram {
  const buckets = new Uint32Array(BUCKETS);
  let recorded = 0;
  return {
    record(milliseconds) {
      const bucket = milliseconds <= SMALLEST_MS ? 0 : Math.round(Math.log(milliseconds / SMALLEST_MS) / GROWTH);
      const within = Math.min(bucket, BUCKETS - 1);
      buckets[within] = (buckets[within] ?? 0) + 1;
      recorded += 1;
    },
    percentile(share) {
      if (recorded === 0) return Number.NaN;
      let left = Math.max(1, Math.ceil(share * recorded));
      const bucket = buckets.findIndex((inIt) => {
        left -= inIt;
        return left <= 0;
      });
      return SMALLEST_MS * Math.exp(bucket * GROWTH);
    },
    count: () => recorded,
  };
}
