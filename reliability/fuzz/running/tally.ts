const STEP_MS = 0.1;
const STEPS = 100_000;

interface Count {
  total: number;
  accepted: number;
}

/** What was sent and what came of it, in numbers. */
export class Tally {
  requests = 0;
  readonly statuses = new Map<string, number>();
  readonly spoilers = new Map<string, Count>();
  readonly tricks = new Map<string, number>();
  /** Sound requests by operation. */
  readonly sound = new Map<string, Count>();
  replays = 0;
  readonly #latencies = new Uint32Array(STEPS + 1);

  noteAnswer(status: number, milliseconds: number | undefined): void {
    this.statuses.set(String(status), (this.statuses.get(String(status)) ?? 0) + 1);
    if (milliseconds === undefined) return;
    const step = Math.min(STEPS, Math.floor(milliseconds / STEP_MS));
    this.#latencies[step] = (this.#latencies[step] ?? 0) + 1;
  }

  noteSpoilers(names: readonly string[], status: number): void {
    for (const name of names) count(this.spoilers, name, status < 300);
  }

  noteSound(operationId: string, status: number): void {
    count(this.sound, operationId, status < 300);
  }

  noteTrick(name: string): void {
    this.tricks.set(name, (this.tricks.get(name) ?? 0) + 1);
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

function count(counts: Map<string, Count>, name: string, isAccepted: boolean): void {
  const known = counts.get(name) ?? { total: 0, accepted: 0 };
  known.total += 1;
  if (isAccepted) known.accepted += 1;
  counts.set(name, known);
}

/** At least this share of the sound requests for each operation must succeed, or the fuzzer only knocks at the door. */
const LEAST_ACCEPTED = 0.5;

/** Where the run did not reach what it claims to test. */
export function coverageFaults(
  tally: Tally,
  expected: { operations: readonly string[]; spoilers: readonly string[]; tricks: readonly string[] },
): string[] {
  const missing = (what: string, names: readonly string[], seen: Map<string, unknown>) =>
    names.filter((name) => !seen.has(name)).map((name) => `${what} was never exercised: ${name}`);
  const refused = [...tally.sound].filter(([, { total, accepted }]) => accepted < total * LEAST_ACCEPTED);
  return [
    ...missing('an operation', expected.operations, tally.sound),
    ...missing('a spoiler', expected.spoilers, tally.spoilers),
    ...missing('a trick', expected.tricks, tally.tricks),
    ...refused.map(([name, { total, accepted }]) => `only ${accepted} of ${total} sound requests of ${name} succeeded`),
  ];
}
