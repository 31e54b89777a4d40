import { createHighways } from './embedded/highways.ts';
import { createEmbeddedRouter } from './embedded/router.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';
import { createEmbeddedGeocoder } from './gazetteer/geocoder.ts';
import { pointOfTown } from './gazetteer/pointOfTown.ts';
import { createSuggest } from './gazetteer/suggest.ts';
import { HIGHWAYS } from './gazetteer/tables.ts';
import type { Geocoder, Router, Suggest } from './place.ts';

export interface EmbeddedPlaces {
  geocoder: Geocoder;
  router: Router;
  suggest: Suggest;
}

/** The providers that need no network: addresses from the index made by the build, roads by estimate. */
export function embeddedPlaces(gazetteerFile: string | URL): EmbeddedPlaces {
  const gazetteer = loadGazetteer(gazetteerFile);
  return {
    geocoder: createEmbeddedGeocoder(gazetteer),
    router: createEmbeddedRouter(
      gazetteer,
      createHighways(HIGHWAYS, (town) => pointOfTown(town, gazetteer)),
    ),
    suggest: createSuggest(gazetteer),
  };
}
