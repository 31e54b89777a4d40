import { type Geocoder, isPlace, PlacesUnavailable, type Router, type Unplaced } from './place.ts';

/**
 * Asks one geocoder after the other until one knows the address. An unavailable one is skipped; but if no other knows
 * the address, the result is "unavailable" and not "no such place", since the skipped one might have known it.
 */
export function geocoderChain(geocoders: readonly Geocoder[]): Geocoder {
  return {
    async place(address) {
      const answer = await firstAnswer(geocoders, (geocoder) => geocoder.place(address), isPlace);
      return answer ?? NOBODY_TO_ASK;
    },
  };
}

/** The same for roads: a router that finds no road and an unavailable one both pass the question on. */
export function routerChain(routers: readonly Router[]): Router {
  return {
    route: (from, to) =>
      firstAnswer(
        routers,
        (router) => router.route(from, to),
        (road) => road !== undefined,
      ),
  };
}

const NOBODY_TO_ASK: Unplaced = { reason: 'no geocoder is set up' };

/** The first conclusive answer, else the last inconclusive one. */
async function firstAnswer<Provider, Answer>(
  providers: readonly Provider[],
  ask: (provider: Provider) => Promise<Answer>,
  settles: (answer: Answer) => boolean,
): Promise<Answer | undefined> {
  let last: Answer | undefined;
  let failure: PlacesUnavailable | undefined;
  for (const provider of providers) {
    try {
      last = await ask(provider);
      if (settles(last)) return last;
    } catch (error) {
      if (!(error instanceof PlacesUnavailable)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return last;
}
