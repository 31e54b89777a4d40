import { type MemorySample, mebibytes, medianOf } from '../judging/memory.ts';
import type { Failures } from './failures.ts';
import type { Tally } from './tally.ts';

export interface RunFacts {
  seed: number;
  seconds: number;
  samples: readonly MemorySample[];
  /** Lines of the service's log. */
  warnings: readonly string[];
  trips: number;
}

/** The end of a run, for people. */
export function report(
  tally: Tally,
  failures: Failures,
  { seed, seconds, samples, warnings, trips }: RunFacts,
): string {
  const [first, last] = [samples[0], samples.at(-1)];
  const rate = (count: number) => `${count.toLocaleString('en')} (${Math.round(count / seconds)} a second)`;
  return [
    '',
    `seed ${seed}: ${rate(tally.requests)} requests in ${Math.round(seconds)} s, ${tally.replays} replays among them`,
    `answers: ${inOrder(tally.statuses, (count) => `× ${count}`)}`,
    `latency: p50 ${tally.percentile(0.5).toFixed(1)} ms, p99 ${tally.percentile(0.99).toFixed(1)} ms`,
    `sound requests that succeeded: ${inOrder(tally.sound, ({ total, accepted }) => `${accepted}/${total}`)}`,
    `trips booked and read back: ${trips}`,
    `warnings in the service's log: ${warnings.length}${warnings[0] ? `, the first: ${warnings[0]}` : ''}`,
    ...(first && last ? [memoryLine(samples, first, last)] : []),
    'spoilers (times used / successes all the same):',
    ...columns([...tally.spoilers].map(([name, { total, accepted }]) => `${name} ${total}/${accepted}`)),
    'socket tricks (times used):',
    ...columns([...tally.tricks].map(([name, total]) => `${name} ${total}`)),
    ...failures.summary().map((line) => `FAILED: ${line}`),
    failures.count === 0 ? `passed (seed ${seed})` : `failed: ${failures.count} (seed ${seed})`,
    '',
  ].join('\n');
}

const inOrder = <Value>(counts: Map<string, Value>, show: (value: Value) => string): string =>
  [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ');

function memoryLine(samples: readonly MemorySample[], first: MemorySample, last: MemorySample): string {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const median = (part: readonly MemorySample[], name: 'heapBytes' | 'rssBytes') =>
    mebibytes(medianOf(part.map((each) => each[name])));
  const series = (name: 'heapBytes' | 'rssBytes') => {
    const [middle, end] = [median(samples.slice(third, -third), name), median(samples.slice(-third), name)];
    return `${mebibytes(first[name])} at first, ${middle} in the middle third, ${end} in the last, ${mebibytes(last[name])} at last`;
  };
  return `heap: ${series('heapBytes')}\nresident: ${series('rssBytes')} (${samples.length} samples)`;
}

/** Wraps items to lines of a terminal's width. */
function columns(items: readonly string[]): string[] {
  const lines = [''];
  for (const item of items) {
    const line = lines.at(-1) ?? '';
    if (line.length + item.length > 150) lines.push(`  ${item}`);
    else lines[lines.length - 1] = line === '' ? `  ${item}` : `${line}, ${item}`;
  }
  return lines;
}
