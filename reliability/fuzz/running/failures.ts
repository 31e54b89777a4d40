import { gzipSync } from 'node:zlib';
import type { Outcome } from '../../support/rawHttp.ts';

export interface Failure {
  /** Where in the run, and what was being tried. */
  request: number | undefined;
  what: string;
  faults: string[];
  bytes: Buffer | undefined;
  outcome: Outcome | undefined;
}

// Bodies of this size are read by people; larger ones are mostly one byte many times.
const READABLE_BYTES = 3_000;
const SHOWN_OF_A_KIND = 3;

/** Failures as they come; a few of each kind are shown whole. */
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
    if (count <= SHOWN_OF_A_KIND) this.#print(describe(failure, this.#seed));
  }

  /** A fault of the run as a whole. */
  addPlain(what: string, faults: readonly string[]): void {
    for (const fault of faults)
      this.add({ request: undefined, what, faults: [fault], bytes: undefined, outcome: undefined });
  }

  summary(): string[] {
    return [...this.#counts].map(([kind, count]) => `${count} × ${kind}`);
  }
}

/** The same fault of the same thing, whatever else was spoilt and whichever values it had. */
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
      return `  came: ${status} {${head}} ${text.slice(0, 1_000)}`;
    }),
    '',
  ].join('\n');
}

/** Exactly the bytes, so that they can be sent again. */
export function showBytes(bytes: Buffer): string {
  if (bytes.length <= READABLE_BYTES) return JSON.stringify(bytes.toString('latin1'));
  return `${bytes.length} bytes; printf %s ${gzipSync(bytes).toString('base64')} | base64 -d | gunzip`;
}
