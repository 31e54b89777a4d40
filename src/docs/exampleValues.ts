import { offsetAt } from '../money/timeZone.ts';

/** What the examples of a page are filled with, so that they work when they are copied, on whatever day. */
export interface ExampleValues {
  /** Where this service is. */
  api: string;
  /** A moment to be picked up at, with the offset of Paris. */
  pickup: string;
  /** The same moment as an answer tells it. */
  pickupUtc: string;
}

const TIME_ZONE = 'Europe/Paris';
const WEEK_MS = 7 * 86_400_000;

/** In a week, at half past ten on the clocks of Paris. */
export function exampleValues(api: string, now: Date): ExampleValues {
  const day = new Date(now.getTime() + WEEK_MS).toISOString().slice(0, 10);
  // No clock in Paris is changed between eight and eleven in the morning, so the offset at nine UTC holds.
  const offset = offsetAt(new Date(`${day}T09:00:00Z`), TIME_ZONE);
  const pickup = `${day}T10:30:00${offset}`;
  return { api, pickup, pickupUtc: new Date(pickup).toISOString() };
}

/** A text with its gaps filled. */
export const filled = (text: string, values: ExampleValues): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`an example asks for ${name}, which nobody knows`);
    return values[name as keyof ExampleValues];
  });
