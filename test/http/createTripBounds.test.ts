import { describe, expect, it } from 'vitest';
import { book as bookAs, bookingWith, expectFaults, newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const book = (changes: Record<string, unknown>) => bookAs(account.api, changes);

async function expectBooked(path: string, value: unknown) {
  expect((await book({ [path]: value })).status, `${path} of ${JSON.stringify(value).slice(0, 40)}`).toBe(201);
}

describe('text of a booking', () => {
  const LONGEST: [string, number][] = [
    ['pickup.address', 500],
    ['dropoff.address', 500],
    ['client.firstName', 120],
    ['client.lastName', 120],
    ['client.phone', 40],
    ['client.companyName', 200],
    ['client.address', 200],
    ['client.city', 120],
    ['client.country', 120],
    ['client.postalCode', 20],
    ['note', 2000],
  ];

  it.each(LONGEST)('%s may have %i characters and not one more, an emoji counting as one', async (path, most) => {
    for (const character of ['x', '🚕']) {
      await expectBooked(path, character.repeat(most - 1));
      await expectBooked(path, character.repeat(most));
      const tooLong = await book({ [path]: character.repeat(most + 1) });
      expectFaults(tooLong, [`${path} must have at most ${most} characters`]);
    }
  });

  it('client.email may have 200 characters and not one more', async () => {
    const email = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
    await expectBooked('client.email', email(199));
    await expectBooked('client.email', email(200));
    expectFaults(await book({ 'client.email': email(201) }), ['client.email must have at most 200 characters']);
  });

  it('client.phone must have 4 characters, an emoji counting as one', async () => {
    for (const character of ['1', '🚕']) {
      await expectBooked('client.phone', character.repeat(4));
      const tooShort = await book({ 'client.phone': character.repeat(3) });
      expectFaults(tooShort, ['client.phone must have at least 4 characters']);
    }
    expectFaults(await book({ 'client.phone': '' }), [
      'client.phone must have at least 4 characters',
      'client.phone must not be blank',
    ]);
  });

  const SAYS_SOMETHING = ['pickup.address', 'dropoff.address', 'client.firstName', 'client.lastName', 'client.phone'];

  it.each(SAYS_SOMETHING)('%s may not be blank', async (path) => {
    for (const blank of ['    ', '\t\n\r ', '\u00a0\u2003\u3000\ufeff']) {
      expectFaults(await book({ [path]: blank }), [`${path} must not be blank`]);
    }
    await expectBooked(path, '  x ');
    if (path !== 'client.phone') expectFaults(await book({ [path]: '' }), [`${path} must not be blank`]);
  });

  it.each(LONGEST.map(([path]) => path).filter((path) => !SAYS_SOMETHING.includes(path)))(
    '%s has no smallest length',
    (path) => expectBooked(path, ''),
  );
});

describe('numbers of a booking', () => {
  it.each([
    ['pickup.lat', -90, -90.000001, 90, 90.000001],
    ['pickup.lng', -180, -180.000001, 180, 180.000001],
    ['dropoff.lat', -90, -90.000001, 90, 90.000001],
    ['dropoff.lng', -180, -180.000001, 180, 180.000001],
    ['paxNumber', 1, 0, 20, 21],
    ['price', 0, -0.01, 99_999_999.99, 100_000_000],
  ])('%s goes from %d (not %d) to %d (not %d)', async (path, least, below, most, above) => {
    await expectBooked(path, least);
    await expectBooked(path, most);
    expectFaults(await book({ [path]: below }), [`${path} must be >= ${least}`]);
    expectFaults(await book({ [path]: above }), [`${path} must be <= ${most}`]);
  });

  it.each(['estimatedDistanceKm', 'estimatedDurationMinutes'])('%s begins at 0 and has no end', async (path) => {
    for (const value of [0, 0.001, 5e-324, 1e308]) {
      const answer = await book({ [path]: value });
      expect([answer.status, answer.body.data?.[path]]).toEqual([201, value]);
      expect(await account.api.tripNow(answer.body.data._id)).toMatchObject({ [path]: value });
    }
    expectFaults(await book({ [path]: -0.001 }), [`${path} must be >= 0`]);
  });

  it('refuses a number too large to be one', async () => {
    const body = JSON.stringify(bookingWith({ estimatedDistanceKm: 8765 })).replace('8765', '1e400');
    const answer = await account.api.send('POST', '/v1/trips', { body, headers: newKey() });
    expectFaults(answer, ['estimatedDistanceKm must be a number']);
  });

  it('takes 3.0 passengers as 3 and refuses 1.5', async () => {
    const body = JSON.stringify(bookingWith({ paxNumber: 12 })).replace('12}', '3.0}');
    const answer = await account.api.send('POST', '/v1/trips', { body, headers: newKey() });
    expect([answer.status, answer.body.data.paxNumber]).toEqual([201, 3]);
    expectFaults(await book({ paxNumber: 1.5 }), ['paxNumber must be an integer']);
  });
});

describe('chosen values of a booking', () => {
  it.each([
    ['tripType', ['TRIP', 'AVAILABILITY'], ['trip', 'CONFIRMED', '', 'TRIP ']],
    ['client.type', ['PERSONAL', 'BUSINESS'], ['personal', 'OTHER', '']],
  ])('%s is one of %j and nothing else', async (path, allowed, refused) => {
    for (const value of allowed) await expectBooked(path, value);
    for (const value of refused) {
      expectFaults(await book({ [path]: value }), [`${path} must be one of ${allowed.join(', ')}`]);
    }
  });

  it.each(['ada@example.org', 'a.b+c@sub.example.co.uk', 'A@B.FR', "o'neill@example.ie"])(
    'client.email may be %s',
    (email) => expectBooked('client.email', email),
  );

  it.each(['', 'ada', 'ada@', '@example.org', 'ada@example', 'a b@example.org', 'ada@example.org ', 'a@b@c.fr'])(
    'client.email may not be “%s”',
    async (email) => expectFaults(await book({ 'client.email': email }), ['client.email must be an e-mail address']),
  );
});
