/** When a call is tried again, and after how long. Pure, apart from the random number that is passed in. */

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;

/** Whether the service, or a proxy before it, may answer otherwise later. */
export const isTemporary = (status: number, code: string): boolean =>
  status === 408 || status === 429 || status >= 500 || code === 'IDEMPOTENCY_KEY_IN_PROGRESS';

/**
 * How long to wait after an attempt, the first being 1: exponential backoff with full jitter, so that clients that failed
 * together do not come back together, on top of what the service asked for.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number, random: () => number): number {
  return retryAfterMs + random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

/** A Retry-After header in milliseconds: seconds or a date; 0 when there is none or it cannot be read. */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
