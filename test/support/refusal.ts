import { expect } from 'vitest';

/**
 * Calls again and again until every call is refused; answers how many milliseconds after the start the last call began
 * that was still let in. It goes by when a call began, so a slow machine does not make a prompt refusal look late.
 */
export async function lastLetIn(statuses: () => Promise<number[]>): Promise<number> {
  const startedAt = performance.now();
  let last = 0;
  await expect
    .poll(
      async () => {
        const beganAt = performance.now();
        const isLetIn = (await statuses()).some((status) => status !== 401);
        if (isLetIn) last = beganAt - startedAt;
        return isLetIn;
      },
      { interval: 10, timeout: 5_000 },
    )
    .toBe(false);
  return last;
}
