import { gzipSync } from 'node:zlib';
import type { Outcome } from '../../support/rawHttp.ts';
import { type MemorySample, mebibytes, medianOf } from '../judging/serviceHealth.ts';

const STEP_MS = 0.1;
const STEPS = 100_000;

interface Count {
  total: number;
  accepted: number;
}

export class Tally {
  requests = 0;
  readonly statuses = new Map<string, number>();
  readonly mutations = new Map<string, Count>();
  readonly tricks = new Map<string, number>();
  /** Valid requests by operation. */
  readonly valid = new Map<string, Count>();
  replays = 0;
  /** Requests to the dashboard. */
  readonly pages = {
    total: 0,
    statuses: new Map<string, number>(),
    routes: new Map<string, Count>(),
    people: new Map<string, Count>(),
    ways: new Map<string, Count>(),
  };
  readonly #latencies = new Uint32Array(STEPS + 1);

  noteAnswer(status: number, milliseconds: number | undefined): void {
    add(this.statuses, String(status));
    if (milliseconds === undefined) return;
    const step = Math.min(STEPS, Math.floor(milliseconds / STEP_MS));
    this.#latencies[step] = (this.#latencies[step] ?? 0) + 1;
  }

  noteMutations(names: readonly string[], status: number): void {
    for (const name of names) count(this.mutations, name, status < 300);
  }

  noteValid(operationId: string, status: number): void {
    count(this.valid, operationId, status < 300);
  }

  noteTrick(name: string): void {
    add(this.tricks, name);
  }

  notePage(route: string, person: string, ways: readonly string[], status: number): void {
    this.pages.total += 1;
    add(this.pages.statuses, String(status));
    const isAccepted = status < 400;
    count(this.pages.routes, route, isAccepted);
    count(this.pages.people, person, isAccepted);
    for (const way of ways) count(this.pages.ways, way, isAccepted);
  }

  /** The time within which this share of the requests was answered. */
  percentile(share: number): number {
    const total = this.#latencies.reduce((sum, each) => sum + each, 0);
    let seen = 0;
    for (const [step, each] of this.#latencies.entries()) {
      seen += each;
      if (seen >= total * share) return (step + 1) * STEP_MS;
    }
    return Number.NaN;
  }
}

const add = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);

function count(counts: Map<string, Count>, name: string, isAccepted: boolean): void {
  const known = counts.get(name) ?? { total: 0, accepted: 0 };
  known.total += 1;
  if (isAccepted) known.accepted += 1;
  counts.set(name, known);
}

/** Unless this share of the valid requests for each operation succeeds, little behind the validation is tested. */
const LEAST_ACCEPTED = 0.5;
/** Of fewer requests, chance decides on the share: one must succeed. */
const ENOUGH_FOR_SHARE = 100;

/** What the run should have tested and did not. */
export function coverageFaults(
  tally: Tally,
  expected: Partial<Record<'operations' | 'mutations' | 'tricks' | 'routes' | 'ways', readonly string[]>>,
): string[] {
  const missing = (what: string, names: readonly string[] = [], seen: Map<string, unknown>) =>
    names.filter((name) => !seen.has(name)).map((name) => `${what} was never exercised: ${name}`);
  const refused = [...tally.valid].filter(([, { total, accepted }]) =>
    total < ENOUGH_FOR_SHARE ? accepted === 0 : accepted < total * LEAST_ACCEPTED,
  );
  return [
    ...missing('an operation', expected.operations, tally.valid),
    ...missing('a mutation', expected.mutations, tally.mutations),
    ...missing('a trick', expected.tricks, tally.tricks),
    ...missing('a route of the dashboard', expected.routes, tally.pages.routes),
    ...missing('a way to spoil a form', expected.ways, tally.pages.ways),
    ...refused.map(([name, { total, accepted }]) => `only ${accepted} of ${total} valid requests of ${name} succeeded`),
  ];
}

interface Failure {
  request: number | undefined;
  what: string;
  faults: string[];
  bytes: Buffer | undefined;
  outcome: Outcome | undefined;
}

const READABLE_BYTES = 3_000;
const SHOWN_PER_KIND = 3;

/** Counts failures by kind, and prints a few of each. */
export class Failures {
  readonly #counts = new Map<string, number>();
  readonly #print: (text: string) => void;
  readonly #seed: number;

  constructor(seed: number, print: (text: string) => void) {
    this.#seed = seed;
    this.#print = print;
  }

  get count(): number {
    return [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
  }

  add(failure: Failure): void {
    const kind = kindOf(failure);
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= SHOWN_PER_KIND) this.#print(describe(failure, this.#seed));
  }

  /** Faults of the run, not of one request. */
  addPlain(what: string, faults: readonly string[]): void {
    for (const fault of faults)
      this.add({ request: undefined, what, faults: [fault], bytes: undefined, outcome: undefined });
  }

  summary(): string[] {
    return [...this.#counts].map(([kind, count]) => `${count} × ${kind}`);
  }
}

/** The same fault of the same operation, without its values. */
function kindOf({ what, faults: [fault = ''] }: Failure): string {
  const values = /"[^"]*"|[0-9a-f-]{10,}|\d{4,}/g;
  return `${what.split(' with ', 1)[0]}: ${fault.split('; ', 1)[0]?.replace(values, '…').slice(0, 150)}`;
}

function describe({ request, what, faults, bytes, outcome }: Failure, seed: number): string {
  const place = request === undefined ? '' : `request ${request} of `;
  return [
    `FAILED (${place}seed ${seed}): ${what}`,
    ...faults.map((fault) => `  - ${fault}`),
    ...(bytes ? [`  sent: ${showBytes(bytes)}`] : []),
    ...(outcome?.answers ?? []).map(({ status, headers, text }) => {
      const head = [...headers].map(([name, value]) => `${name}: ${value}`).join(', ');
      return `  received: ${status} {${head}} ${text.slice(0, 1_000)}`;
    }),
    '',
  ].join('\n');
}

/** The exact bytes, so that they can be sent again. */
function showBytes(bytes: Buffer): string {
  if (bytes.length <= READABLE_BYTES) return JSON.stringify(bytes.toString('latin1'));
  return `${bytes.length} bytes; printf %s ${gzipSync(bytes).toString('base64')} | base64 -d | gunzip`;
}

interface RunFacts {
  seed: number;
  seconds: number;
  samples: readonly MemorySample[];
  warnings: readonly string[];
  trips: number;
}

export function report(
  tally: Tally,
  failures: Failures,
  { seed, seconds, samples, warnings, trips }: RunFacts,
): string {
  const [first, last] = [samples[0], samples.at(-1)];
  const rate = (count: number) => `${count.toLocaleString('en')} (${Math.round(count / seconds)} per second)`;
  return [
    '',
    `seed ${seed}: ${rate(tally.requests)} requests in ${Math.round(seconds)} s, ${tally.replays} replays among them`,
    `answers: ${inOrder(tally.statuses, (count) => `× ${count}`)}`,
    `latency: p50 ${tally.percentile(0.5).toFixed(1)} ms, p99 ${tally.percentile(0.99).toFixed(1)} ms`,
    `valid requests that succeeded: ${inOrder(tally.valid, ({ total, accepted }) => `${accepted}/${total}`)}`,
    `trips booked and read back: ${trips}`,
    `warnings in the service's log: ${warnings.length}${warnings[0] ? `, the first: ${warnings[0]}` : ''}`,
    ...(first && last ? [memoryLine(samples, first, last)] : []),
    `dashboard: ${rate(tally.pages.total)} requests: ${inOrder(tally.pages.people, ({ total }) => `${total}`)}`,
    `its answers: ${inOrder(tally.pages.statuses, (count) => `× ${count}`)}`,
    'routes of the dashboard (requests / not refused):',
    ...columns([...tally.pages.routes].map(([name, { total, accepted }]) => `${name} ${total}/${accepted}`)),
    'forms spoilt and forged (times used / not refused):',
    ...columns([...tally.pages.ways].map(([name, { total, accepted }]) => `${name} ${total}/${accepted}`)),
    'mutations (times used / successes):',
    ...columns([...tally.mutations].map(([name, { total, accepted }]) => `${name} ${total}/${accepted}`)),
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
    return `${mebibytes(first[name])} at first, ${middle} in the middle third, ${end} in the last, ${mebibytes(last[name])} at the end`;
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
