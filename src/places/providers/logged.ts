import type { Logger } from 'pino';
import type { Geocoder, Router } from '../place.ts';

export type ProviderLog = Pick<Logger, 'warn' | 'info'>;

/** Logs once when the geocoder becomes unavailable and once when it is back: a chain may hide it otherwise. */
export function loggedGeocoder(geocoder: Geocoder, name: string, log: ProviderLog): Geocoder {
  const logOutage = createOutageLog(name, log);
  return { place: (address) => logOutage(geocoder.place(address)) };
}

export function loggedRouter(router: Router, name: string, log: ProviderLog): Router {
  const logOutage = createOutageLog(name, log);
  return { route: (from, to) => logOutage(router.route(from, to)) };
}

function createOutageLog(name: string, log: ProviderLog) {
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
