import { offsetAt } from '../money/timeZone.ts';

/** The values of placeholders in examples, so that they work when copied on any day. */
export interface ExampleValues {
  /** The URL of this service. */
  api: string;
  /** A pickup time with the offset of Paris. */
  pickup: string;
  /** The same moment as responses show it. */
  pickupUtc: string;
}

const TIME_ZONE = 'Europe/Paris';
const WEEK_MS = 7 * 86_400_000;

/** In a week, at 10:30 Paris time. */
export function exampleValues(api: string, now: Date): ExampleValues {
  const day = new Date(now.getTime() + WEEK_MS).toISOString().slice(0, 10);
  // Clocks in Paris never change between 8:00 and 11:00, so the offset at 9:00 UTC holds.
  const offset = offsetAt(new Date(`${day}T09:00:00Z`), TIME_ZONE);
  const pickup = `${day}T10:30:00${offset}`;
  return { api, pickup, pickupUtc: new Date(pickup).toISOString() };
}

/** The text with its placeholders replaced. */
export const filled = (text: string, values: ExampleValues): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`an example asks for ${name}, which is not defined`);
    return values[name as keyof ExampleValues];
  });
