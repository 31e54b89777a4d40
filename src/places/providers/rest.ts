import type { Clock } from '../../clock.ts';
import { PlacesUnavailable } from '../place.ts';

// A provider that says 429 is left alone for as long as it asks, within reason; one that fails, for the usual time.
const REST_SECONDS = { fewest: 1, usual: 5, most: 60 };
// One time-out may be a hard question's fault. Without any rest every quote would wait for a provider that hangs.
const FAILURES_BEFORE_REST = 2;

export interface Rest {
  /** Throws PlacesUnavailable while the provider is left alone. */
  check(): void;
  /** As long as the provider's own Retry-After says. */
  asTold(retryAfter: string | null): void;
  /** A question went without an answer after this many tries. */
  failed(tries: number): void;
  answered(): void;
}

/** Keeps count of one provider's failures, and of how long it is to be left alone. */
export function createRest(name: string, clock: Clock): Rest {
  let untilMs = 0;
  let failuresInARow = 0;
  const restFor = (seconds: number) => {
    untilMs = clock().getTime() + seconds * 1000;
  };
  return {
    check() {
      if (clock().getTime() < untilMs) throw new PlacesUnavailable(`${name} rests after it failed or answered 429`);
    },
    asTold: (retryAfter) => restFor(secondsOf(retryAfter)),
    failed(tries) {
      failuresInARow += tries;
      if (failuresInARow >= FAILURES_BEFORE_REST) restFor(REST_SECONDS.usual);
    },
    answered() {
      failuresInARow = 0;
    },
  };
}

function secondsOf(retryAfter: string | null): number {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : REST_SECONDS.usual;
  return Math.min(Math.max(seconds, REST_SECONDS.fewest), REST_SECONDS.most);
}
