import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { LATITUDE, LONGITUDE } from '../../contract/values.ts';
import { PlacesUnavailable } from '../place.ts';
import type { HttpAnswer } from './http.ts';

/** Validates the answer. Anything unexpected is refused rather than guessed: a price may depend on it. */
export function expected<Schema extends TSchema>(schema: Schema, { status, body }: HttpAnswer, name: string) {
  if (status !== 200) throw new PlacesUnavailable(`${name} answered ${status}`);
  if (!Value.Check(schema, body)) throw new PlacesUnavailable(`${name} sent an unexpected response`);
  return body as Static<Schema>;
}

/**
 * With these statuses the provider refuses the question, which is the client's: it names no place, but the provider
 * works. 414: the address made the URL too long.
 */
export const refusesQuestion = ({ status }: HttpAnswer): boolean => status === 400 || status === 414;

const Latitude = Type.Number(LATITUDE);
const Longitude = Type.Number(LONGITUDE);
export const Label = Type.String({ minLength: 1, maxLength: 1000 });

/** A GeoJSON collection of points with these properties, best first. */
export const Points = <Properties extends TSchema>(properties: Properties) =>
  Type.Object({
    features: Type.Array(
      Type.Object({
        geometry: Type.Object({ type: Type.Literal('Point'), coordinates: Type.Tuple([Longitude, Latitude]) }),
        properties,
      }),
    ),
  });
