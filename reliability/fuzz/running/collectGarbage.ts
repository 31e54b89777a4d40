import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the service under test before itself: whoever asks for the size of the heap, as the metrics do, learns what is
 * really in use, since garbage is collected first. Otherwise a sample says more about when the collector last ran.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const measure = process.memoryUsage.bind(process);
// The metrics ask several times for one answer, within a few milliseconds.
const FRESH_MS = 50;
let collectedAt = Number.NEGATIVE_INFINITY;
process.memoryUsage = Object.assign(
  () => {
    if (performance.now() - collectedAt > FRESH_MS) collect();
    collectedAt = performance.now();
    return measure();
  },
  { rss: process.memoryUsage.rss },
);
