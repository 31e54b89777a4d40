import { type Static, type TSchemaOptions, Type } from 'typebox';
import { REFERENCE_EXAMPLE } from '../identifiers.ts';
import { MAX_PRICE_EUR } from '../money/cents.ts';
import { TRIP_TYPES, VAT_RATES } from '../money/vat.ts';
import { closed, DateTime, NOT_BLANK_PATTERN, Nullable, ObjectIdString, OneOf } from './common.ts';
import { LATITUDE, LONGITUDE, RIDER_BOUNDS, RIDER_TYPES, TRIP_BOUNDS, TRIP_STATUSES } from './values.ts';

const requiredText = ({ max }: { max: number }, options: TSchemaOptions) =>
  Type.String({ maxLength: max, pattern: NOT_BLANK_PATTERN, ...options });

export const CHANGE_AUTHORS = ['API', 'DASHBOARD', 'OPERATOR'] as const;
export const ChangeAuthor = OneOf([...CHANGE_AUTHORS], { description: 'How the change was made.' });

export const TripStatus = OneOf([...TRIP_STATUSES], {
  title: 'TripStatus',
  description:
    'CONFIRMED after booking; OTWTP: the driver is on the way to the pickup; OTWTD: on the way to the destination; FINISHED; FINISHED_PAYED; CANCELLED. A step made in the dashboard can be undone: the status then goes back by one.',
});
export type TripStatus = Static<typeof TripStatus>;

const TRIP_TYPE_DESCRIPTION =
  'TRIP: a ride from pickup to destination (VAT 10%). AVAILABILITY: a vehicle with driver for a period of time, priced by time (VAT 20%). These are the only values; an earlier description typed the member as TripStatus by mistake.';
export const TripType = OneOf([...TRIP_TYPES], { title: 'TripType', description: TRIP_TYPE_DESCRIPTION });

/** In a request, and without `default`: generators of typed clients take a member with a default for a required one. */
export const OptionalTripType = Type.Optional({
  ...TripType,
  description: `${TRIP_TYPE_DESCRIPTION} Without it, TRIP.`,
} as typeof TripType);

const coordinates = {
  lat: Type.Number({ ...LATITUDE, description: 'Latitude, from your own geocoder.', example: 48.8556 }),
  lng: Type.Number({ ...LONGITUDE, description: 'Longitude, from your own geocoder.', example: 2.3601 }),
};
const addressText = { description: 'As a driver should read it.', example: '10 Rue de Rivoli, 75004 Paris' };

export const Address = Type.Object(
  { address: requiredText(TRIP_BOUNDS.address, addressText), ...coordinates },
  { ...closed, title: 'Address', description: 'A place. It is returned exactly as it was sent.' },
);

export const TripAddress = Type.Object(
  { address: Type.String(addressText), ...coordinates },
  { title: 'TripAddress', description: 'A place, exactly as it was sent.' },
);

export const Client = Type.Object(
  {
    firstName: requiredText(RIDER_BOUNDS.name, { example: 'Ada' }),
    lastName: requiredText(RIDER_BOUNDS.name, { example: 'Lovelace' }),
    phone: Type.Optional(
      requiredText(RIDER_BOUNDS.phone, {
        minLength: RIDER_BOUNDS.phone.min,
        description: 'As the driver should dial it. Only its length is checked.',
        example: '+33612345678',
      }),
    ),
    email: Type.Optional(
      Type.String({ format: 'email', maxLength: RIDER_BOUNDS.email.max, example: 'ada@lovelace.fr' }),
    ),
    companyName: Type.Optional(Type.String({ maxLength: RIDER_BOUNDS.companyName.max })),
    type: Type.Optional(OneOf([...RIDER_TYPES])),
    address: Type.Optional(Type.String({ maxLength: RIDER_BOUNDS.address.max })),
    city: Type.Optional(Type.String({ maxLength: RIDER_BOUNDS.city.max })),
    country: Type.Optional(Type.String({ maxLength: RIDER_BOUNDS.country.max })),
    postalCode: Type.Optional(Type.String({ maxLength: RIDER_BOUNDS.postalCode.max })),
  },
  {
    ...closed,
    title: 'Client',
    description: 'A new rider. At least one of phone and email is required.',
    // Inside allOf, because generators of typed clients read a bare anyOf as "this object, or anything".
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  },
);

export const ExternalReference = (description: string) =>
  Type.String({
    maxLength: TRIP_BOUNDS.externalReference.max,
    pattern: NOT_BLANK_PATTERN,
    description,
    example: 'ORDER-4711',
  });

const METADATA_NAMES = `1 to ${TRIP_BOUNDS.metadata.name} characters of A-Z a-z 0-9 _ . -`;

const Metadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: TRIP_BOUNDS.metadata.value },
  maxProperties: TRIP_BOUNDS.metadata.members,
  description: `Your own data, returned as it was sent. Names have ${METADATA_NAMES}`,
  example: { costCentre: 'EMEA-12' },
});

const passengers = { minimum: TRIP_BOUNDS.passengers.min, maximum: TRIP_BOUNDS.passengers.max };

export const CreateTripRequest = Type.Object(
  {
    pickup: Address,
    dropoff: Address,
    scheduledAt: DateTime(
      'When the rider is picked up: ISO 8601 with Z or an offset, in the future. It is returned in UTC with milliseconds.',
      '2027-03-14T10:30:00+01:00',
    ),
    price: Type.Number({
      minimum: 0,
      maximum: MAX_PRICE_EUR,
      description:
        'The final price in EUR including VAT (TTC). More than two decimals are rounded to the nearest cent, half up.',
      example: 55,
    }),
    paxNumber: Type.Optional(Type.Integer({ ...passengers, description: 'Number of passengers. Without it, 1.' })),
    client: Type.Optional(Client),
    clientId: Type.Optional(
      ObjectIdString('An existing rider of the account. Send either client or clientId, never both.'),
    ),
    vehicleId: Type.Optional(ObjectIdString('A vehicle of the account.')),
    serviceTierId: Type.Optional(ObjectIdString('The vehicle category.')),
    pricingSchemeId: Type.Optional(ObjectIdString('A pricing scheme of the account.')),
    tripType: OptionalTripType,
    note: Type.Optional(Type.String({ maxLength: TRIP_BOUNDS.note.max, description: 'Free text for the driver.' })),
    estimatedDistanceKm: Type.Optional(Type.Number({ minimum: 0 })),
    estimatedDurationMinutes: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'The driving time. For an AVAILABILITY, how long the vehicle is hired for: send it, since the driver plans by it.',
      }),
    ),
    externalReference: Type.Optional(ExternalReference('Your own order number. It need not be unique.')),
    metadata: Type.Optional(Metadata),
  },
  {
    ...closed,
    title: 'CreateTripRequest',
    not: { type: 'object', properties: { client: {}, clientId: {} }, required: ['client', 'clientId'] },
  },
);
export type CreateTripRequest = Static<typeof CreateTripRequest>;

const metadataNames = {
  pattern: `^[A-Za-z0-9_.-]{1,${TRIP_BOUNDS.metadata.name}}$`,
  description: `names have ${METADATA_NAMES}`,
};

/** For the validator: OpenAPI 3.0 cannot say which names are allowed. */
export const CreateTripBody = Type.Unsafe<CreateTripRequest>({
  ...CreateTripRequest,
  properties: {
    ...CreateTripRequest.properties,
    metadata: Type.Optional({ ...Metadata, propertyNames: metadataNames }),
  },
});

export const CancelTripRequest = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: TRIP_BOUNDS.cancelReason.max,
        description:
          'The reason, for the members of the account. It is not part of any response or event, and logs contain only its length.',
        example: 'Flight cancelled',
      }),
    ),
  },
  { ...closed, title: 'CancelTripRequest' },
);
export type CancelTripRequest = Static<typeof CancelTripRequest>;

/**
 * Trips are stored with their fixed members as text, and the number of the set they were rendered by. Raise it with every change
 * to the members of a trip or to the way they are rendered: older texts are then no longer used.
 */
export const MEMBERS_SHAPE = 2;

const tripMembers = {
  _id: ObjectIdString('The trip identifier; keep it for later calls.'),
  userId: ObjectIdString('The owner: the calling account.'),
  reference: Type.String({
    description: 'A short reference to read out on the phone, made from the identifier.',
    example: REFERENCE_EXAMPLE,
  }),
  externalReference: Nullable(ExternalReference('Your own order number, if you sent one.')),
  pickupAddress: TripAddress,
  destinationAddress: TripAddress,
  scheduledPickupTime: DateTime('UTC, with milliseconds.'),
  price: Type.Number({ description: 'EUR including VAT.', example: 55 }),
  priceHT: Type.Number({ description: 'EUR before VAT; priceHT + vatAmount is always exactly price.', example: 50 }),
  vatRate: Type.Unsafe<number>({
    type: 'number',
    enum: VAT_RATES,
    description: 'Percent; 0 for a VAT-exempt account.',
    example: 10,
  }),
  vatAmount: Type.Number({ description: 'EUR.', example: 5 }),
  tripType: TripType,
  clientId: ObjectIdString('The rider.'),
  vehicleId: Nullable(ObjectIdString('The vehicle, if one was named.')),
  serviceTierId: Nullable(ObjectIdString('The vehicle category, if one was named.')),
  pricingSchemeId: Nullable(ObjectIdString('The pricing scheme, if one was named.')),
  paxNumber: Type.Integer(passengers),
  note: Nullable(Type.String()),
  metadata: Metadata,
  estimatedDistanceKm: Nullable(Type.Number()),
  estimatedDurationMinutes: Nullable(Type.Number()),
  createdAt: DateTime('When the trip was booked; UTC, with milliseconds.'),
  executorId: Nullable(
    ObjectIdString('Who drives: the account itself for a DRIVER; null for a CONTRACTOR until assigned.'),
  ),
  status: TripStatus,
  isPaid: Type.Boolean({ description: 'True from FINISHED_PAYED on.' }),
};

export const Trip = Type.Object(tripMembers, { title: 'Trip' });
export type Trip = Static<typeof Trip>;

export const StatusChange = Type.Object(
  {
    status: TripStatus,
    changedAt: DateTime('UTC, with milliseconds.'),
    changedBy: ChangeAuthor,
  },
  { title: 'StatusChange' },
);

export const TripWithHistory = Type.Object(
  {
    ...tripMembers,
    statusHistory: Type.Array(StatusChange, { description: 'Every status the trip has had, oldest first.' }),
  },
  { title: 'TripWithHistory' },
);
export type TripWithHistory = Static<typeof TripWithHistory>;
