import { type Static, Type } from 'typebox';
import { closed, DateTime, Nullable, ObjectIdString, OneOf } from './common.ts';
import { pageParameters } from './pagination.ts';
import { Client } from './trip.ts';
import { RIDER_TYPES, WEEKDAYS } from './values.ts';

export const ServiceTier = Type.Object(
  {
    _id: ObjectIdString('Send it as serviceTierId.'),
    name: Type.String({ example: 'Berline' }),
    multiplier: Type.Number({ description: 'What the price of a ride is multiplied by.', example: 1.3 }),
  },
  { title: 'ServiceTier', description: 'A vehicle category of the platform, the same for every account.' },
);
export type ServiceTier = Static<typeof ServiceTier>;

const euros = (description: string, example: number) => Type.Number({ minimum: 0, description, example });

export const Rates = Type.Object(
  {
    base: euros('EUR per ride.', 5),
    perKm: euros('EUR per kilometre.', 1.8),
    perMinute: euros('EUR per minute.', 0.35),
    minimum: euros('EUR: the lowest price of a ride.', 15),
  },
  { title: 'Rates', description: 'Before VAT.' },
);
export type Rates = Static<typeof Rates>;

const clockTime = (description: string, example: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$', description, example });

export const RateWindow = Type.Object(
  {
    name: Type.String({ example: 'Night' }),
    days: Type.Array(OneOf([...WEEKDAYS]), { description: 'The days on which it begins.', example: ['Fri', 'Sat'] }),
    from: clockTime('When it begins, in the scheme’s time zone.', '22:00'),
    to: clockTime('When it ends. If this is not after `from`, it ends on the next day.', '06:00'),
    rates: Type.Object(
      { TRIP: Type.Optional(Rates), AVAILABILITY: Type.Optional(Rates) },
      { description: 'By trip type. A type that is missing keeps the scheme’s own rates.' },
    ),
  },
  { title: 'RateWindow', description: 'Other rates for a part of the week.' },
);
export type RateWindow = Static<typeof RateWindow>;

export const PricingScheme = Type.Object(
  {
    _id: ObjectIdString('Send it as pricingSchemeId.'),
    name: Type.String({ example: 'Standard' }),
    isDefault: Type.Boolean({ description: 'Whether quotes use it when they name no scheme.' }),
    timeZone: Type.String({ description: 'The time zone of its windows.', example: 'Europe/Paris' }),
    rates: Type.Object({ TRIP: Rates, AVAILABILITY: Rates }, { description: 'By trip type.' }),
    windows: Type.Array(RateWindow, { description: 'The first one that covers the pickup applies.' }),
  },
  { title: 'PricingScheme' },
);
export type PricingScheme = Static<typeof PricingScheme>;

export const Vehicle = Type.Object(
  {
    _id: ObjectIdString('Send it as vehicleId.'),
    name: Type.String({ example: 'Mercedes Classe E' }),
    plate: Nullable(Type.String({ description: 'Registration plate.', example: 'GA-123-BC' })),
    seats: Nullable(Type.Integer({ minimum: 1, description: 'Seats for passengers.', example: 4 })),
  },
  { title: 'Vehicle' },
);
export type Vehicle = Static<typeof Vehicle>;

export const ClientRecord = Type.Object(
  {
    _id: ObjectIdString('Send it as clientId.'),
    firstName: Type.String({ example: 'Ada' }),
    lastName: Type.String({ example: 'Lovelace' }),
    phone: Nullable(Type.String({ description: 'As it was sent.', example: '+33612345672' })),
    email: Nullable(Type.String({ example: 'ada@lovelace.fr' })),
    companyName: Nullable(Type.String()),
    type: Type.Unsafe<(typeof RIDER_TYPES)[number] | null>({
      type: 'string',
      enum: [...RIDER_TYPES, null],
      nullable: true,
    }),
    address: Nullable(Type.String()),
    city: Nullable(Type.String()),
    country: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    createdAt: DateTime('UTC, with milliseconds.', '2027-03-01T08:00:00.000Z'),
  },
  { title: 'ClientRecord', description: 'A rider of the account. Absent details are null.' },
);
export type ClientRecord = Static<typeof ClientRecord>;

export const ListServiceTiersQuery = Type.Object(pageParameters('Vehicle categories'), closed);
export const ListPricingSchemesQuery = Type.Object(pageParameters('Pricing schemes'), closed);
export const ListVehiclesQuery = Type.Object(pageParameters('Vehicles'), closed);

export const ListClientsQuery = Type.Object(
  {
    ...pageParameters('Clients'),
    phone: Type.Optional({
      ...Client.properties.phone,
      description:
        'Only clients with this phone number, however it is written: `06 12 34 56 72` finds `+33612345672`. A number without a country code is French.',
      example: '06 12 34 56 72',
    }),
    email: Type.Optional({
      ...Client.properties.email,
      description: 'Only clients with this e-mail address, in upper or lower case.',
    }),
  },
  closed,
);
