import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../faults/customer.ts';
import { type Violation, violation } from '../faults/evidence.ts';

interface Sample {
  service: string;
  askedAt: number;
  answeredAt: number;
  isReady: boolean;
}

interface ReadinessWatch {
  /** Answers "ready" to questions that were asked and answered while there was no primary. */
  falselyReady(killedAt: number, until: number): Violation[];
  /** Services that do not say "ready" now. */
  notReady(): Promise<Violation[]>;
  close(): Promise<void>;
}

// A server that was killed takes a moment to be gone.
const DYING_MS = 1_000;
const ASK_EVERY_MS = 100;
// Longer than a statement may take.
const TIMEOUT_MS = 10_000;

/** Keeps asking every service whether it is ready. */
export function watchReadiness(endpoints: readonly Endpoint[], now: () => number): ReadinessWatch {
  const samples: Sample[] = [];
  let isOver = false;
  const ask = async ({ service, port }: Endpoint): Promise<Sample> => {
    const askedAt = now();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => undefined);
    return { service, askedAt, answeredAt: now(), isReady: response?.ok === true };
  };
  const watching = endpoints.map(async (endpoint) => {
    while (!isOver) {
      samples.push(await ask(endpoint));
      await sleep(ASK_EVERY_MS);
    }
  });
  return {
    falselyReady: (killedAt, until) =>
      samples
        .filter(({ askedAt, answeredAt, isReady }) => isReady && askedAt > killedAt + DYING_MS && answeredAt < until)
        .map(({ service }) => violation('/readyz is 503 without a primary', `service ${service} said ready`)),
    async notReady() {
      const answers = await Promise.all(endpoints.map(ask));
      return answers
        .filter(({ isReady }) => !isReady)
        .map(({ service }) => violation('/readyz is 200 once the service books', `service ${service} said not ready`));
    },
    async close() {
      isOver = true;
      await Promise.all(watching);
    },
  };
}
