import type { Clock } from '../../clock.ts';
import { PlacesUnavailable } from '../place.ts';

// A provider that says 429 is left alone for as long as it asks, within reason; one that fails, for the usual time.
const COOLDOWN_SECONDS = { min: 1, usual: 5, max: 60 };
// One time-out may be a hard question's fault. Without any rest every quote would wait for a provider that hangs.
const FAILURES_BEFORE_COOLDOWN = 2;

export interface Cooldown {
  /** Throws PlacesUnavailable while the provider is left alone. */
  check(): void;
  /** As long as the provider's own Retry-After says. */
  retryAfter(header: string | null): void;
  /** A question went without an answer after this many tries. */
  failed(tries: number): void;
  answered(): void;
}

/** Keeps count of one provider's failures, and of how long it is to be left alone. */
export function createCooldown(name: string, clock: Clock): Cooldown {
  let untilMs = 0;
  let failuresInARow = 0;
  const pauseFor = (seconds: number) => {
    untilMs = clock().getTime() + seconds * 1000;
  };
  return {
    check() {
      if (clock().getTime() < untilMs) throw new PlacesUnavailable(`${name} rests after it failed or answered 429`);
    },
    retryAfter: (header) => pauseFor(secondsOf(header)),
    failed(tries) {
      failuresInARow += tries;
      if (failuresInARow >= FAILURES_BEFORE_COOLDOWN) pauseFor(COOLDOWN_SECONDS.usual);
    },
    answered() {
      failuresInARow = 0;
    },
  };
}

function secondsOf(retryAfter: string | null): number {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : COOLDOWN_SECONDS.usual;
  return Math.min(Math.max(seconds, COOLDOWN_SECONDS.min), COOLDOWN_SECONDS.max);
}
