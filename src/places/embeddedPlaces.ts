import { createEmbeddedRouter } from './embedded/router.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';
import { createEmbeddedGeocoder } from './gazetteer/geocoder.ts';
import type { Geocoder, Router } from './place.ts';

/** The providers that need no network: addresses from the index made by the build, roads by estimate. */
export function embeddedPlaces(gazetteerFile: string | URL): { geocoder: Geocoder; router: Router } {
  const gazetteer = loadGazetteer(gazetteerFile);
  return { geocoder: createEmbeddedGeocoder(gazetteer), router: createEmbeddedRouter(gazetteer) };
}
