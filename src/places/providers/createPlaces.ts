import type { Clock } from '../../clock.ts';
import type { GeocoderName, ProviderSetting, RouterName } from '../../providerSettings.ts';
import type { Tracer } from '../../tracing.ts';
import { geocoderChain, routerChain } from '../chain.ts';
import { placeCoordinates } from '../gazetteer/rules/coordinates.ts';
import type { Geocoder, Router, Unplaced } from '../place.ts';
import { banGeocoder } from './ban.ts';
import { cachedGeocoder, cachedRouter } from './cached.ts';
import { type Ask, createAsk, tracedAsk } from './http.ts';
import { knownFirst } from './knownFirst.ts';
import { loggedGeocoder, loggedRouter, type ProviderLog } from './logged.ts';
import { nominatimGeocoder } from './nominatim.ts';
import { osrmRouter } from './osrm.ts';
import { photonGeocoder } from './photon.ts';
import { valhallaRouter } from './valhalla.ts';

export interface Places {
  geocoder: Geocoder;
  router: Router;
}

interface PlacesDependencies {
  settings: {
    geocoders: readonly ProviderSetting<GeocoderName>[];
    routers: readonly ProviderSetting<RouterName>[];
    placesTimeoutMs: number;
    publicUrl: string | undefined;
  };
  embedded: Places;
  clock: Clock;
  log: ProviderLog;
  /** The version of the software, for the User-Agent header. */
  version: string;
  /** Undefined while tracing is off. */
  tracer?: Tracer | undefined;
}

const GEOCODERS: Record<GeocoderName, ((ask: Ask) => Geocoder) | 'embedded'> = {
  ban: banGeocoder,
  nominatim: nominatimGeocoder,
  photon: photonGeocoder,
  embedded: 'embedded',
};
const ROUTERS: Record<RouterName, ((ask: Ask) => Router) | 'embedded'> = {
  osrm: osrmRouter,
  valhalla: valhallaRouter,
  embedded: 'embedded',
};

// Some services refuse a text of spaces and symbols, and some find something.
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const SAYS_NOTHING: Unplaced = { reason: 'it has neither a letter nor a digit' };

/** The configured geocoder and router. */
export function createPlaces({ settings, embedded, clock, log, version, tracer }: PlacesDependencies): Places {
  const { placesTimeoutMs: timeoutMs, publicUrl } = settings;
  const userAgent = `trip-booking-api/${version}${publicUrl ? ` (+${publicUrl})` : ''}`;
  const askOf = ({ name, url = '' }: ProviderSetting) => {
    const ask = createAsk({ name, url, clock, timeoutMs, userAgent });
    return tracer ? tracedAsk(ask, name, tracer) : ask;
  };
  const geocoders = settings.geocoders.map((provider) => {
    const create = GEOCODERS[provider.name];
    if (create === 'embedded') return embedded.geocoder;
    return cachedGeocoder(loggedGeocoder(create(askOf(provider)), provider.name, log), clock);
  });
  const routers = settings.routers.map((provider) => {
    const create = ROUTERS[provider.name];
    if (create === 'embedded') return embedded.router;
    return cachedRouter(loggedRouter(create(askOf(provider)), provider.name, log), clock);
  });
  const chain = geocoderChain(geocoders);
  // Alone, the embedded one is asked by the chain already; asking it first would resolve most addresses twice.
  const isBesideOthers = geocoders.length > 1 && geocoders.includes(embedded.geocoder);
  return {
    geocoder: withoutProvider(isBesideOthers ? knownFirst(embedded.geocoder, chain) : chain),
    router: routerChain(routers),
  };
}

/**
 * Answers what needs no geocoder: for coordinates, a search engine would find a street with the number of a latitude.
 */
function withoutProvider(geocoder: Geocoder): Geocoder {
  return {
    async place(address) {
      if (!SAYS_SOMETHING.test(address)) return SAYS_NOTHING;
      return placeCoordinates(address) ?? geocoder.place(address);
    },
  };
}
