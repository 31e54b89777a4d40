import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { type Coordinates, type Geocoder, isPlace, type Router } from '../place.ts';

// About 4 MB when full.
const MAX_ENTRIES = 10_000;
// Streets and roads change over months; a day is a compromise for operators who have just corrected the map.
const FOUND_FOR_MS = 24 * 3600_000;
// A failed lookup may be due to a mistake that is soon corrected.
const NOT_FOUND_FOR_MS = 10 * 60_000;

/** Caches what the geocoder knew and what it did not know, but never that it was unavailable. */
export function cachedGeocoder(geocoder: Geocoder, clock: Clock): Geocoder {
  const remember = createMemory<Awaited<ReturnType<Geocoder['place']>>>(isPlace, clock);
  return {
    place(address) {
      const text = address.normalize('NFC').trim().replace(/\s+/g, ' ');
      return remember(text.toLowerCase(), () => geocoder.place(text));
    },
  };
}

/** The same for roads; the key is the two places to a metre. */
export function cachedRouter(router: Router, clock: Clock): Router {
  const remember = createMemory<Awaited<ReturnType<Router['route']>>>((road) => road !== undefined, clock);
  const position = ({ lat, lng }: Coordinates) => `${lat.toFixed(5)},${lng.toFixed(5)}`;
  return {
    route: (from, to) => remember(`${position(from)};${position(to)}`, () => router.route(from, to)),
  };
}

/** Answers from the cache, else asks; concurrent identical questions share one answer. */
function createMemory<Answer>(isFound: (answer: Answer) => boolean, clock: Clock) {
  // An answer may be undefined (no road), so it is wrapped.
  const answers = new LRUCache<string, { answer: Answer }>({
    max: MAX_ENTRIES,
    ttl: FOUND_FOR_MS,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  });
  const underway = new Map<string, Promise<Answer>>();
  const askAndKeep = async (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await ask();
      answers.set(key, { answer }, { ttl: isFound(answer) ? FOUND_FOR_MS : NOT_FOUND_FOR_MS });
      return answer;
    } finally {
      underway.delete(key);
    }
  };
  return async (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = answers.get(key);
    if (known !== undefined) return known.answer;
    const running = underway.get(key) ?? askAndKeep(key, ask);
    underway.set(key, running);
    return running;
  };
}
