import { describe, expect, it } from 'vitest';
import {
  insertPricingScheme,
  listPricingSchemes,
  retirePricingScheme,
  STARTING_RATES,
  updatePricingScheme,
} from '../../src/catalogue/pricingSchemeStore.ts';
import { findVehicle, listVehicles } from '../../src/catalogue/vehicleStore.ts';
import { newId } from '../../src/identifiers.ts';
import { advanceTrip } from '../support/advance.ts';
import { filledIn, formsOf, newMember, ownerForFile, ownerOf, type Visitor } from '../support/browserClient.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import type { TestAccount } from '../support/service.ts';

const { service, account, owner } = await ownerForFile();

const NEW_TRIP = '/app/trips/new';
const actionsOn = (html: string) => formsOf(html).map(({ action }) => action);
const noticeIn = (html: string) => /<div class="notice (\w+)".*?<div>(.*?)<\/div>/s.exec(html)?.slice(1);
const optionsOf = (html: string, field: string) =>
  [
    ...(new RegExp(`<select id="${field}".*?</select>`, 's').exec(html)?.[0] ?? '').matchAll(/<option[^>]*>([^<]*)</g),
  ].map(([, label]) => label);
const rowsIn = (html: string) =>
  [...html.matchAll(/<span class="named">(.*?)<\/span><\/a>/g)].map(([, row]) =>
    row?.replaceAll(/<[^>]+>/g, ' ').trim(),
  );
const retire = (path: string, visitor: Visitor = owner) => visitor.submit(path, `${path}/retire`);
const restore = (path: string, visitor: Visitor = owner) => visitor.submit(path, `${path}/restore`);

async function addScheme({ accountId }: Pick<TestAccount, 'accountId'>, name: string) {
  const scheme = {
    ...{ accountId, pricingSchemeId: newId(), name, isDefault: false },
    ...{ timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] },
  };
  await service.database.transaction((client) => insertPricingScheme(client, scheme, service.clock.now()));
  return { ...scheme, path: `/app/pricing/${scheme.pricingSchemeId}` };
}
const schemeNow = async ({ accountId, pricingSchemeId }: { accountId: string; pricingSchemeId: string }) =>
  (await listPricingSchemes(service.database, accountId)).find((each) => each.pricingSchemeId === pricingSchemeId);

describe('a vehicle', () => {
  it('is retired: last in the list, marked, no longer offered, only read; and brought back', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    const vehicleId = account.vehicles[0]?.vehicleId ?? '';
    const path = `/app/vehicles/${vehicleId}`;
    expect((await visitor.get(path)).html).toContain('It can no longer be chosen for new trips');
    const retired = await retire(path, visitor);
    expect([retired.status, retired.headers.get('location')]).toEqual([303, '/app/vehicles']);
    const { html: list } = await visitor.get('/app/vehicles');
    expect(noticeIn(list)).toEqual(['good', 'Mercedes Classe E retired.']);
    expect(rowsIn(list)).toEqual(['Mercedes Classe V', 'Mercedes Classe E Retired']);
    expect(optionsOf((await visitor.get(NEW_TRIP)).html, 'vehicleId')).toEqual([
      'No vehicle',
      'Mercedes Classe V, GB-456-CD',
    ]);
    const { html } = await visitor.get(path);
    expect(html).toContain('Retired on 1 Mar 2027. It cannot be chosen for new trips.');
    expect(html).toContain('<dd>GA-123-BC</dd>');
    expect(actionsOn(html)).not.toContain(path);
    const hidden = formsOf(html).find(({ action }) => action === `${path}/restore`)?.hidden;
    const changed = await visitor.post(path, { ...hidden, name: 'Other', plate: '', seats: '' });
    expect([changed.status, changed.headers.get('location')]).toEqual([303, path]);
    expect(noticeIn((await visitor.get(path)).html)?.[1]).toBe('This vehicle is retired. Bring it back to change it.');
    expect((await restore(path, visitor)).status).toBe(303);
    expect(noticeIn((await visitor.get('/app/vehicles')).html)?.[1]).toBe(
      'Mercedes Classe E can be chosen for trips again.',
    );
    expect((await listVehicles(service.database, account.accountId)).map(({ name }) => name)).toEqual([
      'Mercedes Classe E',
      'Mercedes Classe V',
    ]);
    expect(optionsOf((await visitor.get(NEW_TRIP)).html, 'vehicleId')).toHaveLength(3);
  });

  it('says how many trips to come have it: not those that have begun, were cancelled or are past', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    const vehicleId = account.vehicles[0]?.vehicleId ?? '';
    const shown = async () =>
      /[^>]*upcoming trips? ha[^<]*/.exec((await visitor.get(`/app/vehicles/${vehicleId}`)).html)?.[0];
    const book = (changes: object = {}) => account.api.createdTrip({ vehicleId, ...changes });
    await account.api.createdTrip({ vehicleId: account.vehicles[1]?.vehicleId });
    await advanceTrip(service, (await book())._id, 'OTWTP');
    await account.api.cancel((await book())._id);
    const past = await book();
    await service.database.query({
      text: `UPDATE trips SET scheduled_at = '2027-02-01Z' WHERE account_id = $1 AND trip_id = $2`,
      values: [account.accountId, past._id],
    });
    expect(await shown()).toBeUndefined();
    await book();
    const one = '1 upcoming trip has this vehicle, and keeps it until you choose another one.';
    expect(await shown()).toBe(one);
    await retire(`/app/vehicles/${vehicleId}`, visitor);
    expect(await shown()).toBe(one);
    await restore(`/app/vehicles/${vehicleId}`, visitor);
    await book();
    expect(await shown()).toBe('2 upcoming trips have this vehicle, and keep it until you choose another one.');
  });

  it('stays on its trips, which can be changed without giving it up, and offered to no other', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    const vehicleId = account.vehicles[0]?.vehicleId ?? '';
    const trip = await account.api.createdTrip({ vehicleId });
    const other = await account.api.createdTrip();
    await retire(`/app/vehicles/${vehicleId}`, visitor);
    const path = `/app/trips/${trip._id}`;
    expect((await visitor.get(path)).html).toContain('Mercedes Classe E');
    expect((await visitor.get(`/app/trips/${trip._id}/voucher`)).html).toContain('Mercedes Classe E');
    expect(optionsOf((await visitor.get(`${path}/edit`)).html, 'vehicleId')).toEqual([
      'No vehicle',
      'Mercedes Classe V, GB-456-CD',
      'Mercedes Classe E, GA-123-BC (retired)',
    ]);
    expect((await visitor.change(`${path}/edit`, { note: 'Gate B' })).headers.get('location')).toBe(path);
    expect(await account.api.tripNow(trip._id)).toMatchObject({ vehicleId, note: 'Gate B' });
    const elsewhere = `/app/trips/${other._id}/edit`;
    expect(optionsOf((await visitor.get(elsewhere)).html, 'vehicleId')).toHaveLength(2);
    const refused = await visitor.change(elsewhere, { vehicleId });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('no longer in your list')]);
    const copy = (await visitor.get(`${NEW_TRIP}?copy=${trip._id}`)).html;
    expect(copy).toContain('The vehicle of the trip you copied is retired.');
    expect((await visitor.get(`${NEW_TRIP}?copy=${other._id}`)).html).not.toContain('is retired');
  });

  it('is named, as retired, if another one is saved with its plate', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    await retire(`/app/vehicles/${account.vehicles[0]?.vehicleId}`, visitor);
    await visitor.change('/app/vehicles/new', { name: 'Same car', plate: 'GA-123-BC' });
    expect(noticeIn((await visitor.get('/app/vehicles')).html)?.[1]).toContain(': Mercedes Classe E (retired).');
  });
});

describe('a pricing scheme', () => {
  it('is retired: last in the list, marked, no longer offered, only read; and brought back', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    const [old, corporate] = [await addScheme(account, 'Rates 2026'), await addScheme(account, 'Corporate')];
    expect(optionsOf((await visitor.get(NEW_TRIP)).html, 'pricingSchemeId')).toContain('Rates 2026');
    const retired = await retire(old.path, visitor);
    expect([retired.status, retired.headers.get('location')]).toEqual([303, '/app/pricing']);
    const { html: list } = await visitor.get('/app/pricing');
    expect(noticeIn(list)).toEqual(['good', '“Rates 2026” retired.']);
    expect(rowsIn(list)).toEqual(['Standard Default', corporate.name, 'Rates 2026 Retired']);
    expect(optionsOf((await visitor.get(NEW_TRIP)).html, 'pricingSchemeId')).toEqual([
      'Your default scheme',
      'Standard',
      'Corporate',
    ]);
    const { html } = await visitor.get(old.path);
    expect(html).toContain('Retired on 1 Mar 2027. New quotes and trips cannot use this scheme.');
    expect(html).toContain('<dt>Per km (€)</dt>');
    expect(html).not.toContain('You can only read this');
    expect(actionsOn(html)).not.toContain(old.path);
    expect((await restore(old.path, visitor)).status).toBe(303);
    expect((await schemeNow(old))?.retiredAt).toBeNull();
    expect(filledIn((await visitor.get(old.path)).html, old.path)).toMatchObject({ name: ['Rates 2026'] });
  });

  it('is left out of the copy of a trip that has it, and so is its vehicle', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    const [old] = [await addScheme(account, 'Rates 2026'), await addScheme(account, 'Corporate')];
    const named = { vehicleId: account.vehicles[0]?.vehicleId ?? '', pricingSchemeId: old.pricingSchemeId };
    const serviceTierId = account.serviceTiers[0]?.serviceTierId;
    const trip = await account.api.createdTrip({ ...named, serviceTierId });
    const copied = async () => (await visitor.get(`${NEW_TRIP}?copy=${trip._id}`)).html;
    expect(filledIn(await copied(), NEW_TRIP)).toMatchObject(
      Object.fromEntries(Object.entries(named).map(([name, id]) => [name, [id]])),
    );
    await retire(old.path, visitor);
    await retire(`/app/vehicles/${named.vehicleId}`, visitor);
    const html = await copied();
    expect(filledIn(html, NEW_TRIP)).toMatchObject({ vehicleId: [''], pricingSchemeId: [''] });
    expect(html).not.toContain('There is no pricing scheme for this price.');
    expect((await visitor.get(`/app/trips/${trip._id}`)).html).toContain('Rates 2026');
  });

  it('is retired once, also if another tab asks again', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    const scheme = await addScheme(account, 'Rates 2024');
    const vehicleId = account.vehicles[1]?.vehicleId ?? '';
    const retiredAt = async () => [
      (await schemeNow(scheme))?.retiredAt,
      (await findVehicle(service.database, account.accountId, vehicleId))?.retiredAt,
    ];
    const paths = [scheme.path, `/app/vehicles/${vehicleId}`];
    const forms = await Promise.all(paths.map(async (path) => formsOf((await visitor.get(path)).html)));
    const hiddenIn = (index: number) => forms[index]?.find(({ action }) => action === `${paths[index]}/retire`)?.hidden;
    for (const path of paths) await retire(path, visitor);
    const first = await retiredAt();
    service.clock.advance(60);
    for (const [index, path] of paths.entries()) {
      const again = await visitor.post(`${path}/retire`, hiddenIn(index) ?? {});
      expect([again.status, again.headers.get('location')]).toEqual([303, path.slice(0, path.lastIndexOf('/'))]);
    }
    expect(await retiredAt()).toEqual(first);
    expect(first).not.toContain(null);
    const { html } = await visitor.get('/app/account/audit');
    expect(html.match(/Pricing scheme retired/g)).toHaveLength(1);
  });

  it('cannot be retired while it is the default', async () => {
    const path = `/app/pricing/${account.pricingSchemes[0]?.pricingSchemeId}`;
    const { html } = await owner.get(path);
    const text = 'The default scheme cannot be retired. First make another scheme the default.';
    expect(html).toContain(text);
    expect(actionsOn(html)).not.toContain(`${path}/retire`);
    const [form] = formsOf(html);
    const refused = await owner.post(`${path}/retire`, form?.hidden ?? {});
    expect([refused.status, refused.headers.get('location')]).toEqual([303, path]);
    expect(noticeIn((await owner.get(path)).html)).toEqual(['bad', text]);
    expect((await listPricingSchemes(service.database, account.accountId))[0]).toMatchObject({
      ...{ isDefault: true, retiredAt: null },
    });
  });

  it('is not changed, nor made the default, while it is retired; the default stays', async () => {
    const scheme = await addScheme(account, 'Rates 2025');
    const form = filledIn((await owner.get(scheme.path)).html, scheme.path);
    await retire(scheme.path);
    const refused = await owner.post(scheme.path, { ...form, do: 'save', name: 'Other', default: 'yes' });
    expect([refused.status, refused.headers.get('location')]).toEqual([303, scheme.path]);
    expect(noticeIn((await owner.get(scheme.path)).html)).toEqual([
      'bad',
      'This scheme is retired. Bring it back to change it.',
    ]);
    expect(await schemeNow(scheme)).toMatchObject({ name: 'Rates 2025', isDefault: false });
    const schemes = await listPricingSchemes(service.database, account.accountId);
    expect(schemes.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('that is made the default while somebody retires it stays in use', async () => {
    const scheme = await addScheme(account, 'Rates A');
    const transaction = await openTransaction(service);
    for (const text of [
      'UPDATE pricing_schemes SET is_default = false WHERE account_id = $1 AND pricing_scheme_id <> $2 AND is_default',
      'UPDATE pricing_schemes SET is_default = true WHERE account_id = $1 AND pricing_scheme_id = $2',
    ])
      await transaction.query(text, [account.accountId, scheme.pricingSchemeId]);
    const { accountId, pricingSchemeId } = scheme;
    const retired = retirePricingScheme(service.database, accountId, pricingSchemeId, service.clock.now());
    await untilStatementWaits(service);
    await transaction.commit();
    expect(await retired).toBe(false);
    expect(await schemeNow(scheme)).toMatchObject({ isDefault: true, retiredAt: null });
  });

  it('that is retired while somebody makes it the default stays retired, and the default where it was', async () => {
    const scheme = await addScheme(account, 'Rates B');
    const defaultBefore = (await listPricingSchemes(service.database, account.accountId)).find(
      (each) => each.isDefault,
    );
    const transaction = await openTransaction(service);
    await transaction.query(
      'UPDATE pricing_schemes SET retired_at = now() WHERE account_id = $1 AND pricing_scheme_id = $2 AND NOT is_default',
      [account.accountId, scheme.pricingSchemeId],
    );
    const { path: _, ...asked } = { ...scheme, isDefault: true };
    const updated = service.database.transaction((client) => updatePricingScheme(client, asked));
    await untilStatementWaits(service);
    await transaction.commit();
    expect(await updated).toBe(false);
    expect(await schemeNow(scheme)).toMatchObject({ isDefault: false, retiredAt: expect.any(Date) });
    const defaultAfter = (await listPricingSchemes(service.database, account.accountId)).find((each) => each.isDefault);
    expect(defaultAfter?.pricingSchemeId).toBe(defaultBefore?.pricingSchemeId);
  });
});

describe('retiring', () => {
  it('is offered to those who may change the record, and to nobody in another account', async () => {
    const scheme = await addScheme(account, 'Rates C');
    const vehicle = { path: `/app/vehicles/${account.vehicles[1]?.vehicleId}` };
    const [dispatcher, viewer] = [
      await newMember(service, owner, { role: 'DISPATCHER' }),
      await newMember(service, owner, { role: 'VIEWER' }),
    ];
    for (const [visitor, { path }, isOffered] of [
      [dispatcher, vehicle, true],
      [dispatcher, scheme, false],
      [viewer, vehicle, false],
      [viewer, scheme, false],
    ] as const)
      expect([path, actionsOn((await visitor.get(path)).html).includes(`${path}/retire`)]).toEqual([path, isOffered]);
    const stranger = await ownerOf(service, await service.account());
    const [form] = formsOf((await stranger.get('/app/account')).html);
    for (const { path } of [vehicle, scheme])
      for (const action of ['retire', 'restore'])
        expect((await stranger.post(`${path}/${action}`, form?.hidden ?? {})).status).toBe(404);
    await retire(scheme.path);
    const { html } = await viewer.get(scheme.path);
    expect(html).toContain('Retired on 1 Mar 2027.');
    expect(actionsOn(html)).not.toContain(`${scheme.path}/restore`);
  });

  it('is said in French too', async () => {
    const french = { 'accept-language': 'fr' };
    const { html } = await owner.get(`/app/vehicles/${account.vehicles[1]?.vehicleId}`, french);
    expect(html).toContain('Retirer ce véhicule');
    const scheme = await addScheme(account, 'Tarifs 2026');
    await retire(scheme.path);
    expect((await owner.get(scheme.path, french)).html).toContain('Rétablir');
    expect((await owner.get('/app/pricing', french)).html).toContain('Retirée');
  });
});
