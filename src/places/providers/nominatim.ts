import { type Static, Type } from 'typebox';
import { type Geocoder, type Place, PlacesUnavailable, type Unplaced } from '../place.ts';
import { isHamlet, namesTown } from './agreement.ts';
import { expected, Label, refusesQuestion } from './expected.ts';
import type { Ask } from './http.ts';

/** In Nominatim's ranks a département is 12 and a town 13 to 16; anything lower is too large for a destination. */
const MAX_PLACE_RANK = 13;

const Text = Type.Optional(Type.String());
const Match = Type.Object({
  // Nominatim sends coordinates as text.
  lat: Type.String({ maxLength: 30 }),
  lon: Type.String({ maxLength: 30 }),
  display_name: Label,
  category: Type.String(),
  type: Type.String(),
  place_rank: Type.Integer(),
  addresstype: Type.Optional(Type.String()),
  address: Type.Object({
    road: Text,
    postcode: Text,
    city: Text,
    town: Text,
    village: Text,
    municipality: Text,
    suburb: Text,
  }),
});
type Match = Static<typeof Match>;

const NO_MATCH: Unplaced = { reason: 'OpenStreetMap has no such address or place' };

/** Nominatim: OpenStreetMap's own geocoder. It has no score, but matches only if all words match. */
export function nominatimGeocoder(ask: Ask): Geocoder {
  return {
    async place(address) {
      const query = { format: 'jsonv2', limit: '1', addressdetails: '1', q: address };
      const answer = await ask({ path: 'search', query });
      if (refusesQuestion(answer)) return NO_MATCH;
      const [match] = expected(Type.Array(Match), answer, 'nominatim');
      const precision = match && precisionOf(match);
      if (match === undefined || precision === undefined) return NO_MATCH;
      if (!saysWhere(address, match, precision)) return NO_MATCH;
      return { label: match.display_name, precision, ...coordinatesOf(match) };
    },
  };
}

/** A town, a station and an airport have unique names; streets, hotels and hamlets share theirs. */
function saysWhere(question: string, { address, type }: Match, precision: Place['precision']): boolean {
  if (!['address', 'place'].includes(precision) && !isHamlet(type)) return true;
  const { road, postcode, city, town, village, municipality, suburb } = address;
  const towns = [city, town, village, municipality, suburb];
  return namesTown(question, { postcode, towns, street: precision === 'address' ? road : undefined });
}

function coordinatesOf(match: Match) {
  const lat = match.lat.trim() === '' ? Number.NaN : Number(match.lat);
  const lng = match.lon.trim() === '' ? Number.NaN : Number(match.lon);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) {
    throw new PlacesUnavailable('nominatim answered with invalid coordinates');
  }
  return { lat, lng };
}

/** Undefined if the match is larger than a town. */
function precisionOf({ category, type, addresstype, place_rank }: Match): Place['precision'] | undefined {
  if (category === 'aeroway') return 'airport';
  if (['railway', 'public_transport'].includes(category) && ['station', 'halt'].includes(type)) return 'station';
  if (type === 'postcode' || addresstype === 'postcode') return 'postcode';
  if (['highway', 'building'].includes(category) || type === 'house') return 'address';
  if (!['place', 'boundary'].includes(category)) return 'place';
  // A city that is its own region, such as Berlin, ranks as one.
  return place_rank >= MAX_PLACE_RANK || addresstype === 'city' ? 'commune' : undefined;
}
