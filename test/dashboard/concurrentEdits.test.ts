import { describe, expect, it } from 'vitest';
import { findVoucherDetails } from '../../src/accounts/voucherStore.ts';
import { findPricingScheme, listPricingSchemes } from '../../src/catalogue/pricingSchemeStore.ts';
import { findRider } from '../../src/catalogue/riderStore.ts';
import { findVehicle } from '../../src/catalogue/vehicleStore.ts';
import { type Fields, filledIn, ownerForFile } from '../support/browserClient.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';

const { service, account, owner } = await ownerForFile();
const { database } = service;
const { accountId } = account;

const { clientId } = await account.api.createdTrip({
  client: { firstName: 'Ada', lastName: 'Byron', phone: '07 98 00 00 12 ', address: '1 quai X\nLyon' },
});
const [scheme] = await listPricingSchemes(database, accountId);
const vehicleId = account.vehicles[0]?.vehicleId ?? '';

interface Edited {
  page: string;
  action: string;
  before: Record<string, string>;
  /** What we type into the form. */
  ours: Record<string, string>;
  /** What somebody else saves. */
  theirs: Record<string, string>;
  /** What is refused. */
  fault: Record<string, string>;
  /** Saves what somebody else does, too. */
  statement: string;
  find(): Promise<unknown>;
}

const FORMS: Record<string, Edited> = {
  rider: {
    ...{ page: `/app/riders/${clientId}`, action: `/app/riders/${clientId}` },
    ...{
      before: { city: '', email: '' },
      ours: { city: 'Lyon' },
      theirs: { email: 'ada@byron.example' },
      fault: { postalCode: 'x'.repeat(21) },
    },
    statement: `UPDATE riders SET email = 'ada@byron.example' WHERE account_id = $1 AND client_id = '${clientId}'`,
    find: () => findRider(database, accountId, clientId),
  },
  vehicle: {
    ...{ page: `/app/vehicles/${vehicleId}`, action: `/app/vehicles/${vehicleId}` },
    ...{
      before: { plate: '', name: 'Berline' },
      ours: { plate: 'AA-001-AA' },
      theirs: { name: 'Van' },
      fault: { seats: '100' },
    },
    statement: `UPDATE vehicles SET name = 'Van' WHERE account_id = $1 AND vehicle_id = '${vehicleId}'`,
    find: () => findVehicle(database, accountId, vehicleId),
  },
  'voucher details': {
    ...{ page: '/app/account', action: '/app/account/voucher' },
    ...{
      before: { legalName: '', siren: '' },
      ours: { legalName: 'Berlines SARL' },
      theirs: { siren: '732829320' },
      fault: { phone: '06 12' },
    },
    statement: `UPDATE accounts SET siren = '732829320' WHERE account_id = $1`,
    find: () => findVoucherDetails(database, accountId),
  },
};

const opened = async ({ page, action }: Pick<Edited, 'page' | 'action'>): Promise<Fields> =>
  filledIn((await owner.get(page)).html, action);
const saved = async (action: string, fields: Fields) => expect((await owner.post(action, fields)).status).toBe(303);
const emptied = (fields: Record<string, string>) => Object.fromEntries(Object.keys(fields).map((name) => [name, '']));

describe.each(Object.entries(FORMS))('an older form of a record: %s', (_, form) => {
  const { action, before, ours, theirs, fault, statement, find } = form;
  /** The form as it is opened before somebody else saves the record. */
  const openedBefore = async () => {
    await saved(action, { ...(await opened(form)), ...before });
    return opened(form);
  };
  const theySave = async () => saved(action, { ...(await opened(form)), ...theirs });

  it('reverts nothing that somebody else saved meanwhile', async () => {
    const older = await openedBefore();
    await theySave();
    await saved(action, { ...older, ...ours });
    expect(await find()).toMatchObject({ ...theirs, ...ours });
  });

  it.each(['Theirs', ''])('asks before it replaces what somebody else saved in the same field: “%s”', async (text) => {
    const [name = '', value = ''] = Object.entries(ours)[0] ?? [];
    await saved(action, { ...(await opened(form)), ...before, [name]: 'Before' });
    const older = await opened(form);
    await saved(action, { ...(await opened(form)), ...theirs, [name]: text });
    const refused = await owner.post(action, { ...older, [name]: value });
    expect(refused.status).toBe(422);
    const done = text === '' ? 'emptied this field' : 'changed this to “Theirs”';
    expect(refused.html).toContain(`Somebody else has ${done} since you opened the form.`);
    expect(await find()).toMatchObject({ ...theirs, [name]: text || null });
    await saved(action, filledIn(refused.html, action));
    expect(await find()).toMatchObject({ ...theirs, ...ours });
  });

  it('is saved if somebody else saved the same', async () => {
    const older = await openedBefore();
    await saved(action, { ...(await opened(form)), ...ours });
    await saved(action, { ...older, ...ours });
    expect(await find()).toMatchObject(ours);
  });

  it('still reverts nothing after it was shown again with faults', async () => {
    const older = await openedBefore();
    const refused = await owner.post(action, { ...older, ...ours, ...fault });
    expect(refused.status).toBe(422);
    const again = filledIn(refused.html, action);
    for (const [name, value] of Object.entries({ ...ours, ...fault })) expect(again[name]).toEqual([value]);
    await theySave();
    await saved(action, { ...again, ...emptied(fault) });
    expect(await find()).toMatchObject({ ...theirs, ...ours });
  });

  it('waits for a change that is on its way, and keeps it', async () => {
    const older = await openedBefore();
    const other = await openTransaction(service);
    await other.query(statement, [accountId]);
    const ourPost = owner.post(action, { ...older, ...ours });
    await untilStatementWaits(service);
    await other.commit();
    expect((await ourPost).status).toBe(303);
    expect(await find()).toMatchObject({ ...theirs, ...ours });
  });

  it('is written as it is if it does not say what it was filled with', async () => {
    const older = Object.entries(await openedBefore()).filter(([name]) => !name.startsWith('filled-'));
    await theySave();
    await saved(action, { ...Object.fromEntries(older), ...ours });
    expect(await find()).not.toMatchObject(theirs);
  });
});

describe('an older form of a rider', () => {
  it('names the type that somebody else chose as the page does', async () => {
    const path = `/app/riders/${clientId}`;
    const form = { page: path, action: path };
    await saved(path, { ...(await opened(form)), type: 'PERSONAL' });
    const older = await opened(form);
    await saved(path, { ...older, type: 'BUSINESS' });
    const refused = await owner.post(path, { ...older, type: '' });
    expect(refused.html).toContain('Somebody else has changed this to “Business”');
  });
});

describe('an older form of a pricing scheme', () => {
  const WINDOW = {
    ...{ 'window-0-name': 'Night', 'window-0-days': ['5', '6'], 'window-0-from': '22:00', 'window-0-to': '06:00' },
    'window-0-trip-km': '2,20',
  };
  const pricingSchemeId = scheme?.pricingSchemeId ?? '';
  const path = `/app/pricing/${pricingSchemeId}`;
  const form = { page: path, action: path };
  const schemeNow = () => findPricingScheme(database, accountId, pricingSchemeId);
  const rateNow = async () => (await schemeNow())?.rates.TRIP;
  const openedBefore = async () => {
    await saved(path, { ...(await opened(form)), 'trip-km': '1.80', 'trip-base': '5', do: 'save' });
    return opened(form);
  };
  const theySave = async (changes: Fields = { 'trip-km': '2.50' }) =>
    saved(path, { ...(await opened(form)), ...changes, do: 'save' });

  it.each([
    ['a rate', { 'trip-km': '2.50' }],
    ['the name', { name: 'Renamed' }],
    ['the time zone', { 'time-zone': 'Indian/Reunion' }],
    ['the windows', WINDOW],
  ])('is not saved if somebody else changed %s, and replaces the scheme if it is saved again', async (_, theirs) => {
    const older = await openedBefore();
    await theySave(theirs);
    const theirScheme = await schemeNow();
    const refused = await owner.post(path, { ...older, 'trip-base': '6', do: 'save' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('Nothing was saved: this scheme has been updated since you opened the form.');
    expect(refused.html).toMatch(new RegExp(`<a href="${path}" target="_blank"[^>]*>Open the current scheme`));
    expect(await schemeNow()).toEqual(theirScheme);
    const again = filledIn(refused.html, path);
    expect(again).toMatchObject({ 'trip-km': ['1.80'], 'trip-base': ['6'] });
    await saved(path, { ...again, do: 'save' });
    expect(await rateNow()).toMatchObject({ perKmCents: 180, baseCents: 600 });
    expect((await schemeNow())?.name).toBe(scheme?.name);
  });

  it('is not saved either after a window was added, or faults were shown', async () => {
    const older = await openedBefore();
    await theySave();
    const longer = await owner.post(path, { ...older, do: 'add' });
    expect(longer.status).toBe(200);
    const faulty = await owner.post(path, { ...filledIn(longer.html, path), ...WINDOW, 'trip-base': 'x', do: 'save' });
    expect(faulty.status).toBe(422);
    const fixed = { ...filledIn(faulty.html, path), 'trip-base': '6', do: 'save' };
    expect((await owner.post(path, fixed)).status).toBe(409);
    expect(await rateNow()).toMatchObject({ perKmCents: 250, baseCents: 500 });
  });

  it('is saved if nothing but the default has changed', async () => {
    const older = await openedBefore();
    await owner.change('/app/pricing/new', { name: 'Other', default: 'yes', do: 'save' });
    await saved(path, { ...older, 'trip-base': '7', do: 'save' });
    expect(await schemeNow()).toMatchObject({ isDefault: false, rates: { TRIP: { baseCents: 700 } } });
  });

  it('waits for a change that is on its way, and is not saved then', async () => {
    const older = await openedBefore();
    const other = await openTransaction(service);
    await other.query('SELECT FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE', [accountId]);
    await other.query(
      `UPDATE pricing_schemes SET rates = jsonb_set(rates, '{TRIP,perKmCents}', '250')
        WHERE account_id = $1 AND pricing_scheme_id = $2`,
      [accountId, pricingSchemeId],
    );
    const ourPost = owner.post(path, { ...older, 'trip-base': '6', do: 'save' });
    await untilStatementWaits(service);
    await other.commit();
    expect((await ourPost).status).toBe(409);
    expect(await rateNow()).toMatchObject({ perKmCents: 250, baseCents: 500 });
  });

  it('leads to the scheme if that is retired meanwhile', async () => {
    const older = await openedBefore();
    await theySave();
    const retired = 'UPDATE pricing_schemes SET retired_at = $3 WHERE account_id = $1 AND pricing_scheme_id = $2';
    await database.query({ text: retired, values: [accountId, pricingSchemeId, service.clock.now()] });
    const { headers } = await owner.post(path, { ...older, do: 'save' });
    expect(headers.get('location')).toBe(path);
    expect((await owner.get(path)).html).toContain('This scheme is retired.');
    await database.query({ text: retired, values: [accountId, pricingSchemeId, null] });
  });

  it('is written as it is if it does not say what it was filled with', async () => {
    const { 'filled-with': _, ...older } = await openedBefore();
    await theySave();
    await saved(path, { ...older, 'trip-base': '6', do: 'save' });
    expect(await rateNow()).toMatchObject({ perKmCents: 180, baseCents: 600 });
  });
});
