import type { Histogram } from '../measuring/histogram.ts';
import type { LoadResult } from './protocol.ts';

/** Sums up a slice. CPU since `cpuBefore` must have been used by the slice alone. */
export function resultOf(
  histogram: Histogram,
  seconds: number,
  cpuBefore: NodeJS.CpuUsage,
  faults: Record<string, number> = {},
): LoadResult {
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    perSecond: histogram.count() / seconds,
    p50Ms: histogram.percentile(0.5),
    p99Ms: histogram.percentile(0.99),
    count: histogram.count(),
    faults,
    generatorCpu: (user + system) / 1e6 / seconds,
  };
}
