import { type Static, Type } from 'typebox';
import { VAT_RATES } from '../money/vat.ts';
import { closed, DateTime, ObjectIdString, OneOf } from './common.ts';
import { OptionalTripType } from './trip.ts';
import { LATITUDE, LONGITUDE, QUOTE_ADDRESS } from './values.ts';

export const PRECISIONS = [
  'coordinates',
  'address',
  'place',
  'station',
  'airport',
  'postcode',
  'commune',
  'city',
] as const;

const freeText = (description: string, example: string) =>
  Type.String({ minLength: QUOTE_ADDRESS.min, maxLength: QUOTE_ADDRESS.max, description, example });

export const QuoteRequest = Type.Object(
  {
    pickup: freeText(
      'Where the ride begins, as a person would write it; coordinates such as `48.8556,2.3601` work too.',
      'Gare de Lyon, Paris',
    ),
    dropoff: freeText('Where the ride ends.', 'Aéroport CDG Terminal 2E'),
    serviceTierId: ObjectIdString('The vehicle category; its multiplier applies to the price.'),
    pricingSchemeId: Type.Optional(
      ObjectIdString('A pricing scheme of the account; without it the account’s default.'),
    ),
    tripType: OptionalTripType,
    scheduledAt: Type.Optional(
      DateTime(
        'When the ride takes place: it decides which rates apply (night, Sunday…). Without it, now. ISO 8601 with Z or an offset.',
        '2027-03-14T10:30:00+01:00',
      ),
    ),
  },
  { ...closed, title: 'QuoteRequest' },
);
export type QuoteRequest = Static<typeof QuoteRequest>;

export const QuotedPlace = Type.Object(
  {
    label: Type.String({ description: 'The place that was found.', example: 'Gare de Lyon, Paris' }),
    lat: Type.Number({ ...LATITUDE, example: 48.8443 }),
    lng: Type.Number({ ...LONGITUDE, example: 2.3744 }),
    precision: OneOf([...PRECISIONS], {
      description: 'How precise it is: a commune is its centre, not an exact address.',
      example: 'station',
    }),
  },
  { title: 'QuotedPlace' },
);

const euros = (description: string, example: number) => Type.Number({ description, example });
const cents = (description: string, example: number) => Type.Integer({ minimum: 0, description, example });

export const Quote = Type.Object(
  {
    pricingSchemeId: ObjectIdString('The scheme the price comes from.'),
    pricingSchemeName: Type.String({ example: 'Standard' }),
    serviceTierId: ObjectIdString('The vehicle category.'),
    serviceTierName: Type.String({ example: 'Berline' }),
    serviceTierMultiplier: Type.Number({ example: 1.3 }),
    route: Type.Object(
      {
        distanceKm: Type.Number({ minimum: 0, description: 'Road kilometres, to ten metres.', example: 27.41 }),
        durationMinutes: Type.Number({ minimum: 0, description: 'Driving minutes, to six seconds.', example: 38.5 }),
        estimated: Type.Boolean({ description: 'True unless a real router measured the road.' }),
        pickup: QuotedPlace,
        dropoff: QuotedPlace,
      },
      { description: 'The route, and the places found for the two addresses.' },
    ),
    price: Type.Object(
      {
        base: euros('EUR.', 5),
        distanceCost: euros('EUR: the rate per kilometre × distanceKm.', 49.34),
        timeCost: euros('EUR: the rate per minute × durationMinutes.', 13.48),
        subtotal: euros('EUR: exactly base + distanceCost + timeCost.', 67.82),
        minimum: euros('EUR: the scheme’s lowest price.', 15),
        total: euros('EUR **before VAT**: subtotal × serviceTierMultiplier, but at least minimum.', 88.17),
        totalCents: cents('The same in cents.', 8817),
      },
      { description: 'Before VAT. To book, use vat.totalTTC.' },
    ),
    vat: Type.Object({
      rate: Type.Unsafe<number>({ type: 'number', enum: VAT_RATES, description: 'Percent.', example: 10 }),
      amountCents: cents('VAT in cents.', 882),
      amount: euros('VAT in EUR.', 8.82),
      totalTTCCents: cents('Price including VAT in cents.', 9699),
      totalTTC: euros('**The amount to book with**: send it as `price` to POST /v1/trips. EUR including VAT.', 96.99),
      isExempt: Type.Boolean({ description: 'True for an account without VAT (franchise en base).' }),
    }),
    warnings: Type.Array(Type.String(), {
      description:
        'What to check before using the price, in words: for example that only the town or part of an address was understood. Empty if there is nothing to say.',
      example: [],
    }),
  },
  { title: 'Quote' },
);
export type Quote = Static<typeof Quote>;
