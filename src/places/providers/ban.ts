import { type Static, Type } from 'typebox';
import type { Geocoder, Unplaced } from '../place.ts';
import { namesTown } from './agreement.ts';
import { expected, Label, Points, refusesQuestion } from './expected.ts';
import type { Ask } from './http.ts';

/**
 * From 0 to 1. A full address with its town scores above 0.9, with a typing error above 0.8; below 0.7 town or street
 * are often wrong.
 */
const LOWEST_SCORE = 0.7;
// The service answers 400 outside these bounds, and to a question that begins with a symbol.
const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 200;

const Properties = Type.Object({
  label: Label,
  name: Type.Optional(Type.String()),
  score: Type.Number(),
  type: Type.Enum(['housenumber', 'street', 'locality', 'municipality']),
  postcode: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  oldcity: Type.Optional(Type.String()),
});
type Properties = Static<typeof Properties>;
const Answer = Points(Properties);

const NO_MATCH: Unplaced = { reason: 'the national address base has no such address' };

/** Base Adresse Nationale: the French national address base, served by the Géoplateforme or by your own addok. */
export function banGeocoder(ask: Ask): Geocoder {
  return {
    async place(address) {
      const question = address.replace(/^[^\p{L}\p{N}]+/u, '').trim();
      if (question.length < MIN_CHARACTERS || question.length > MAX_CHARACTERS) return NO_MATCH;
      const answer = await ask({ path: 'search', query: { q: question, limit: '1' } });
      if (refusesQuestion(answer)) return NO_MATCH;
      const [match] = expected(Answer, answer, 'ban').features;
      if (match === undefined || !(match.properties.score >= LOWEST_SCORE)) return NO_MATCH;
      if (!saysWhere(question, match.properties)) return NO_MATCH;
      const { label, type } = match.properties;
      const [lng, lat] = match.geometry.coordinates;
      return { label, lat, lng, precision: isOnStreet(type) ? 'address' : 'commune' };
    },
  };
}

const isOnStreet = (type: Properties['type']) => type === 'housenumber' || type === 'street';

/** A town locates itself; a street or a hamlet may be one of many of its name. */
function saysWhere(question: string, { type, name, postcode, city, oldcity }: Properties): boolean {
  if (type === 'municipality') return true;
  return namesTown(question, { postcode, towns: [city, oldcity], street: isOnStreet(type) ? name : undefined });
}
