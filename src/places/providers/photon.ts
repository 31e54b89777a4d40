import { type Static, Type } from 'typebox';
import type { Geocoder, Place, Unplaced } from '../place.ts';
import { isHamlet, namesTown, shareOfWords } from './agreement.ts';
import { expected, Points, refusesQuestion } from './expected.ts';
import type { Ask } from './http.ts';

/**
 * Photon guesses, as for autocompletion, and gives no score. Ours is the share of the question's words that are in the
 * answer.
 */
const LOWEST_SHARE_OF_WORDS = 2 / 3;

const Text = Type.Optional(Type.String({ maxLength: 300 }));
const Properties = Type.Object({
  osm_key: Type.String(),
  osm_value: Type.String(),
  type: Type.String(),
  name: Text,
  housenumber: Text,
  street: Text,
  postcode: Text,
  locality: Text,
  district: Text,
  city: Text,
  county: Text,
  state: Text,
  country: Text,
});
type Properties = Static<typeof Properties>;
const Answer = Points(Properties);

const NO_MATCH: Unplaced = { reason: 'OpenStreetMap has no such address or place' };

/** Photon: a geocoder for OpenStreetMap that is easy to run and tolerates typing errors. */
export function photonGeocoder(ask: Ask): Geocoder {
  return {
    async place(address) {
      const answer = await ask({ path: 'api', query: { q: address, limit: '1' } });
      if (refusesQuestion(answer)) return NO_MATCH;
      const [match] = expected(Answer, answer, 'photon').features;
      const precision = match && precisionOf(match.properties);
      if (match === undefined || precision === undefined) return NO_MATCH;
      if (!agrees(address, match.properties, precision)) return NO_MATCH;
      const [lng, lat] = match.geometry.coordinates;
      return { label: labelOf(match.properties), lat, lng, precision };
    },
  };
}

/** Undefined if the match is larger than a town. */
function precisionOf({ osm_key, osm_value, type }: Properties): Place['precision'] | undefined {
  if (['county', 'state', 'country'].includes(type)) return undefined;
  if (osm_key === 'aeroway') return 'airport';
  if (['railway', 'public_transport'].includes(osm_key) && ['station', 'halt'].includes(osm_value)) return 'station';
  if (osm_value === 'postcode' || osm_value === 'postal_code') return 'postcode';
  if (['locality', 'district', 'city'].includes(type)) return 'commune';
  if (['highway', 'building'].includes(osm_key) || osm_value === 'house') return 'address';
  return 'place';
}

function agrees(address: string, properties: Properties, precision: Place['precision']): boolean {
  const { osm_key, osm_value, type, ...names } = properties;
  if (shareOfWords(address, Object.values(names).join(' ')) < LOWEST_SHARE_OF_WORDS) return false;
  // A town, a station and an airport have unique names; streets, hotels and hamlets share theirs.
  if (!['address', 'place'].includes(precision) && !isHamlet(osm_value)) return true;
  const { postcode, city, district, locality } = names;
  const street = osm_key === 'highway' ? names.name : names.street;
  return namesTown(address, {
    postcode,
    towns: [city, district, locality],
    street: precision === 'address' ? street : undefined,
  });
}

function labelOf({ name, housenumber, street, postcode, city, country }: Properties): string {
  const door = [housenumber, street].filter(Boolean).join(' ');
  const town = [postcode, city === name ? undefined : city].filter(Boolean).join(' ');
  return [name, door, town, country].filter(Boolean).join(', ') || 'unnamed';
}
