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
export function retryDelayMs(attempt: number, retryAfterSeconds: number, random: () => number): number {
  return retryAfterSeconds * 1000 + random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

/** What a Retry-After header asks for: seconds or a date; null when there is none or it cannot be read. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
