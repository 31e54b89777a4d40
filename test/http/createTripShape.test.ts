import { describe, expect, it } from 'vitest';
import { book as bookAs, bookingBody, expectFaults, newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const book = (changes: Record<string, unknown>) => bookAs(account.api, changes);

const REQUIRED = [
  'pickup',
  'pickup.address',
  'pickup.lat',
  'pickup.lng',
  'dropoff',
  'dropoff.address',
  'dropoff.lat',
  'dropoff.lng',
  'scheduledAt',
  'price',
  'client.firstName',
  'client.lastName',
];

const TYPES: Record<string, { paths: string[]; wrong: unknown[]; noun: string }> = {
  object: { paths: ['pickup', 'dropoff', 'client'], wrong: ['x', 5, true, []], noun: 'an object' },
  number: {
    paths: [
      'pickup.lat',
      'pickup.lng',
      'dropoff.lat',
      'dropoff.lng',
      'price',
      'estimatedDistanceKm',
      'estimatedDurationMinutes',
    ],
    wrong: ['5', '', true, [], {}],
    noun: 'a number',
  },
  integer: { paths: ['paxNumber'], wrong: ['5', true, [], {}, 2.5], noun: 'an integer' },
  string: {
    paths: [
      'pickup.address',
      'dropoff.address',
      'scheduledAt',
      'clientId',
      'vehicleId',
      'serviceTierId',
      'pricingSchemeId',
      'note',
      'client.firstName',
      'client.lastName',
      'client.phone',
      'client.email',
      'client.companyName',
      'client.address',
      'client.city',
      'client.country',
      'client.postalCode',
    ],
    wrong: [5, true, [], {}, ['x']],
    noun: 'a string',
  },
};
const MISTYPED = Object.values(TYPES).flatMap(({ paths, wrong, noun }) =>
  paths.map((path) => [path, noun, wrong] as const),
);

describe('the shape of a booking', () => {
  it.each(REQUIRED)('%s is required', async (path) => {
    expectFaults(await book({ [path]: undefined }), [`${path} is required`]);
  });

  it.each(MISTYPED)('%s must be %s, and nothing is coerced', async (path, noun, wrong) => {
    for (const value of wrong) {
      const isSecondRider = path === 'clientId' ? { client: undefined } : {};
      expectFaults(await book({ ...isSecondRider, [path]: value }), [`${path} must be ${noun}`]);
    }
  });

  it.each([...MISTYPED.map(([path]) => path), 'tripType', 'client.type', 'externalReference', 'metadata'])(
    '%s must not be null, and an optional one is to be left out',
    async (path) => {
      const advice = REQUIRED.includes(path) ? '' : ': leave it out';
      expectFaults(await book({ [path]: null }), [`${path} must not be null${advice}`]);
    },
  );

  it.each(['tripType', 'client.type'])('%s must be a string', async (path) => {
    for (const value of [5, true, [], ['TRIP'], {}]) {
      const { status, body } = await book({ [path]: value });
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(body.message).toContain(`${path} must be a string`);
    }
  });

  it.each(['clientId', 'vehicleId', 'serviceTierId', 'pricingSchemeId'])(
    '%s must be 24 hexadecimal characters',
    async (path) => {
      for (const value of [
        '',
        'a'.repeat(23),
        'a'.repeat(25),
        'g'.repeat(24),
        ` ${'a'.repeat(24)}`,
        `${'a'.repeat(24)}\n`,
      ]) {
        const isSecondRider = path === 'clientId' ? { client: undefined } : {};
        const answer = await book({ ...isSecondRider, [path]: value });
        expectFaults(answer, [`${path} must be 24 hexadecimal characters`]);
      }
    },
  );

  it.each([
    'surprise',
    'pickup.zip',
    'dropoff.zip',
    'client.nickname',
    'client.firstname',
    'userId',
    'status',
    'isPaid',
  ])('refuses the unknown member %s', async (path) =>
    expectFaults(await book({ [path]: 'x' }), [`${path} is not a known member`]),
  );

  it('reports every fault at once, each by its path', async () => {
    const answer = await book({
      'pickup.lat': 91,
      'dropoff.address': undefined,
      'client.phone': '1',
      'client.age': 30,
      scheduledAt: 'tomorrow',
      price: '66',
      paxNumber: 0,
      tripType: 'BOAT',
      unknown: 'red',
    });
    expectFaults(answer, [
      'pickup.lat must be <= 90',
      'dropoff.address is required',
      'client.phone must have at least 4 characters',
      'client.age is not a known member',
      'scheduledAt must be a real date-time with Z or an offset, such as 2027-03-14T10:30:00+01:00',
      'price must be a number',
      'paxNumber must be >= 1',
      'tripType must be one of TRIP, AVAILABILITY',
      'unknown is not a known member',
    ]);
  });

  it('reports at most fifty faults, and shortens a name that is very long', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`extra${index}`, 1]));
    expect((await book(many)).body.message).toHaveLength(50);
    const answer = await book({ ['n'.repeat(5000)]: 1 });
    expectFaults(answer, [`${'n'.repeat(100)}… is not a known member`]);
  });

  it('describes a refusal with the whole error envelope', async () => {
    const { body } = await book({ price: undefined });
    expect(body).toEqual({
      code: 'VALIDATION_FAILED',
      message: ['price is required'],
      statusCode: 400,
      timestamp: '2027-03-01T08:00:00.000Z',
      path: '/v1/trips',
    });
  });
});

describe('a member that is sent twice', () => {
  it.each([
    ['price', '"price":66', '"price":66,"price":67'],
    ['price', '"price":66', '"price":66, "pr\\u0069ce" : 66'],
    ['pickup.lat', '"lat":48.8556', '"lat":48.8556,"lat":48.8556'],
    ['client.phone', '"phone"', '"phone":"1234","phone"'],
  ])('is refused, because nobody knows which one is meant: %s', async (path, once, twice) => {
    const body = JSON.stringify(bookingBody()).replace(once, twice);
    const answer = await account.api.send('POST', '/v1/trips', { body, headers: newKey() });
    expectFaults(answer, [`${path} must be sent once`]);
  });

  it('is named in short', async () => {
    const name = JSON.stringify('n'.repeat(5_000));
    const answer = await account.api.send('POST', '/v1/trips', { body: `{${name}:1,${name}:1}`, headers: newKey() });
    expectFaults(answer, [`${'n'.repeat(100)}… must be sent once`]);
  });

  it('is not one that only looks so', async () => {
    const note = '"price":67,"price":68';
    const { status, body } = await book({ note });
    expect([status, body.data.note]).toEqual([201, note]);
  });
});
