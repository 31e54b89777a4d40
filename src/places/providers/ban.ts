import { Type } from 'typebox';
import type { Geocoder, Unplaced } from '../place.ts';
import { namesTown } from './agreement.ts';
import { expected, Label, Points } from './expected.ts';
import type { Ask } from './http.ts';

/**
 * From 0 to 1. A full address with its town scores above 0.9, with a slip of the pen above 0.8; below 0.7 the town or the
 * street is often another one.
 */
const LOWEST_SCORE = 0.7;
// The service answers 400 outside these, and to a question that begins with a sign.
const FEWEST_CHARACTERS = 3;
const MOST_CHARACTERS = 200;

const Answer = Points(
  Type.Object({
    label: Label,
    score: Type.Number(),
    type: Type.Enum(['housenumber', 'street', 'locality', 'municipality']),
    postcode: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    oldcity: Type.Optional(Type.String()),
  }),
);

const NO_MATCH: Unplaced = { reason: 'the national address base has no such address' };

/** Base Adresse Nationale: France's own addresses, as the Géoplateforme serves them or addok on a server of one's own. */
export function banGeocoder(ask: Ask): Geocoder {
  return {
    async place(address) {
      const question = address.replace(/^[^\p{L}\p{N}]+/u, '').trim();
      if (question.length < FEWEST_CHARACTERS || question.length > MOST_CHARACTERS) return NO_MATCH;
      const answer = expected(Answer, await ask({ path: 'search', query: { q: question, limit: '1' } }), 'ban');
      const [match] = answer.features;
      if (match === undefined || !(match.properties.score >= LOWEST_SCORE)) return NO_MATCH;
      const { label, type, postcode, city, oldcity } = match.properties;
      const precision = type === 'housenumber' || type === 'street' ? 'address' : 'commune';
      if (precision === 'address' && !namesTown(question, postcode, [city, oldcity])) return NO_MATCH;
      const [lng, lat] = match.geometry.coordinates;
      return { label, lat, lng, precision };
    },
  };
}
