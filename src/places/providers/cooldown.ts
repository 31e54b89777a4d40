import type { Clock } from '../../clock.ts';
import { PlacesUnavailable } from '../place.ts';

// After a 429 a provider is left alone for as long as it asks, within bounds; after failures, for the default time.
const COOLDOWN_SECONDS = { min: 1, default: 5, max: 60 };
// One timeout may be due to a hard question. Without a cooldown every quote would wait for a provider that hangs.
const FAILURES_BEFORE_COOLDOWN = 2;

interface Cooldown {
  /** Throws PlacesUnavailable during the cooldown. */
  check(): void;
  /** Starts a cooldown as long as the provider's Retry-After. */
  retryAfter(header: string | null): void;
  /** A question failed after this many tries. */
  failed(tries: number): void;
  answered(): void;
}

/** Counts one provider's failures and decides how long it is left alone. */
export function createCooldown(name: string, clock: Clock): Cooldown {
  let sinceMs = 0;
  let untilMs = 0;
  let failuresInARow = 0;
  const pauseFor = (seconds: number) => {
    sinceMs = clock().getTime();
    untilMs = sinceMs + seconds * 1000;
  };
  return {
    check() {
      const nowMs = clock().getTime();
      // A clock that was set back must not make the pause last for hours.
      if (sinceMs <= nowMs && nowMs < untilMs)
        throw new PlacesUnavailable(`${name} is paused after it failed or answered 429`);
    },
    retryAfter: (header) => pauseFor(secondsOf(header)),
    failed(tries) {
      failuresInARow += tries;
      if (failuresInARow >= FAILURES_BEFORE_COOLDOWN) pauseFor(COOLDOWN_SECONDS.default);
    },
    answered() {
      failuresInARow = 0;
    },
  };
}

function secondsOf(retryAfter: string | null): number {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : COOLDOWN_SECONDS.default;
  return Math.min(Math.max(seconds, COOLDOWN_SECONDS.min), COOLDOWN_SECONDS.max);
}
