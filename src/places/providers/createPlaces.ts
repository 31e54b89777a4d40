import type { Clock } from '../../clock.ts';
import type { ProviderSetting } from '../../providerSettings.ts';
import type { Settings } from '../../settings.ts';
import { geocoderChain, routerChain } from '../chain.ts';
import type { Geocoder, Router } from '../place.ts';
import { type Announcements, announcedGeocoder, announcedRouter } from './announced.ts';
import { banGeocoder } from './ban.ts';
import { cachedGeocoder, cachedRouter } from './cached.ts';
import { type Ask, createAsk } from './http.ts';
import { nominatimGeocoder } from './nominatim.ts';
import { osrmRouter } from './osrm.ts';
import { photonGeocoder } from './photon.ts';
import { valhallaRouter } from './valhalla.ts';

export interface Places {
  geocoder: Geocoder;
  router: Router;
}

export interface PlacesDependencies {
  settings: Pick<Settings, 'geocoders' | 'routers' | 'placesTimeoutMs' | 'publicUrl'>;
  embedded: Places;
  clock: Clock;
  log: Announcements;
}

const GEOCODERS: Record<string, (ask: Ask) => Geocoder> = {
  ban: banGeocoder,
  nominatim: nominatimGeocoder,
  photon: photonGeocoder,
};
const ROUTERS: Record<string, (ask: Ask) => Router> = { osrm: osrmRouter, valhalla: valhallaRouter };

// "48.8556,2.3601": no search engine need be asked, and some would find a street of that number.
const COORDINATES = /^\s*[-+]?\d{1,3}(\.\d+)?\s*[,;]\s*[-+]?\d{1,3}(\.\d+)?\s*$/;

/** The geocoder and the router that the settings ask for. */
export function createPlaces({ settings, embedded, clock, log }: PlacesDependencies): Places {
  const askOf = ({ name, url = '' }: ProviderSetting) =>
    createAsk({ name, url, clock, timeoutMs: settings.placesTimeoutMs, userAgent: userAgent(settings.publicUrl) });
  const geocoders = settings.geocoders.map((provider) => {
    const create = GEOCODERS[provider.name];
    if (create === undefined) return embedded.geocoder;
    return cachedGeocoder(announcedGeocoder(create(askOf(provider)), provider.name, log), clock);
  });
  const routers = settings.routers.map((provider) => {
    const create = ROUTERS[provider.name];
    if (create === undefined) return embedded.router;
    return cachedRouter(announcedRouter(create(askOf(provider)), provider.name, log), clock);
  });
  const chain = geocoderChain(geocoders);
  return {
    geocoder: { place: (address) => (COORDINATES.test(address) ? embedded.geocoder : chain).place(address) },
    router: routerChain(routers),
  };
}

const userAgent = (publicUrl: string | undefined) => `trip-booking-api/1.0${publicUrl ? ` (+${publicUrl})` : ''}`;
