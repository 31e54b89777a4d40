/**
 * Loaded into the service under test: collects garbage before the heap is measured, so that the metrics show what is in use and
 * not when the collector last ran. They measure several times per scrape, hence the interval.
 */
const FRESH_MS = 50;
const measure = process.memoryUsage.bind(process);
let collectedAt = Number.NEGATIVE_INFINITY;
process.memoryUsage = Object.assign(
  () => {
    if (performance.now() - collectedAt > FRESH_MS) globalThis.gc?.();
    collectedAt = performance.now();
    return measure();
  },
  { rss: process.memoryUsage.rss },
);

export {};
