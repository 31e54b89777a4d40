import type { Logger } from 'pino';
import type { Geocoder, Router } from '../place.ts';

export type Announcements = Pick<Logger, 'warn' | 'info'>;

/** Logs once when the geocoder becomes unavailable and once when it is back: a chain may hide it otherwise. */
export function announcedGeocoder(geocoder: Geocoder, name: string, log: Announcements): Geocoder {
  const announce = createAnnouncer(name, log);
  return { place: (address) => announce(geocoder.place(address)) };
}

export function announcedRouter(router: Router, name: string, log: Announcements): Router {
  const announce = createAnnouncer(name, log);
  return { route: (from, to) => announce(router.route(from, to)) };
}

function createAnnouncer(name: string, log: Announcements) {
  let isUnavailable = false;
  return async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await asked;
      if (isUnavailable) log.info(`${name} is back`);
      isUnavailable = false;
      return answer;
    } catch (error) {
      if (!isUnavailable)
        log.warn(
          { err: error },
          `${name} is unavailable: quotes that need it get 503 or use the next provider in the chain`,
        );
      isUnavailable = true;
      throw error;
    }
  };
}
