import { describe, expect, it } from 'vitest';
import { insertPricingScheme, listPricingSchemes } from '../../src/catalogue/pricingSchemeStore.ts';
import { newId } from '../../src/identifiers.ts';
import { filledIn, newMember, ownerForFile, ownerOf } from '../support/browserClient.ts';
import type { TestAccount } from '../support/service.ts';

const { service, account, owner } = await ownerForFile();

const schemesOf = ({ accountId }: TestAccount) => listPricingSchemes(service.database, accountId);
const pathOf = (scheme: { pricingSchemeId: string } | undefined) => `/app/pricing/${scheme?.pricingSchemeId}`;
const defaultPath = async () => pathOf((await schemesOf(account)).find(({ isDefault }) => isDefault));
const WINDOW = {
  'window-0-name': 'Night',
  'window-0-days': ['5', '6'],
  'window-0-from': '22:00',
  'window-0-to': '06:00',
  'window-0-trip-km': '2,20',
};

describe('pricing schemes in the dashboard', () => {
  it('are listed, with the default marked', async () => {
    const { html } = await owner.get('/app/pricing');
    expect(html).toContain(
      `href="${await defaultPath()}"><span class="named">Standard<span class="badge good">Default</span></span></a>`,
    );
    expect(html).toContain('€5.00 + €1.80/km + €0.35/min');
  });

  it('say that their rates exclude VAT: the list, the form, and what a viewer sees', async () => {
    const viewer = await newMember(service, owner, { role: 'VIEWER' });
    for (const [visitor, path, times] of [
      [owner, '/app/pricing', 1],
      [owner, '/app/pricing/new', 2],
      [owner, await defaultPath(), 2],
      [viewer, await defaultPath(), 2],
    ] as const) {
      const { html } = await visitor.get(path);
      expect([path, html.split('Rates exclude VAT.').length - 1]).toEqual([path, times]);
    }
    expect((await owner.get('/app/pricing', { 'accept-language': 'fr' })).html).toContain('Les tarifs sont hors taxes');
  });

  it('stand beside the vehicle categories, with the identifiers that a first quote has to name', async () => {
    const { html } = await owner.get('/app/pricing');
    for (const { name, serviceTierId } of account.serviceTiers)
      expect(html).toMatch(new RegExp(`>${name}</td>.*?<code>${serviceTierId}</code>`));
    expect(html).toContain('× 1.3');
  });

  it('may have the name of another one in use, which is said', async () => {
    const visitor = await ownerOf(service, await service.account());
    const shared = 'Another scheme has the same name: rename one of them';
    for (const [name, isShared] of [
      ['Airports', false],
      ['Airports', true],
    ] as const) {
      await visitor.change('/app/pricing/new', { do: 'save', name });
      expect((await visitor.get('/app/pricing')).html.includes(shared)).toBe(isShared);
    }
  });

  it('are added with rates to the cent and windows of the week, in either way of writing decimals', async () => {
    const added = await owner.change('/app/pricing/new', {
      ...WINDOW,
      ...{ do: 'save', name: ' Corporate ', 'time-zone': 'Indian/Reunion', 'trip-km': '1,79', 'trip-base': '0.5' },
    });
    expect([added.status, added.headers.get('location')]).toEqual([303, '/app/pricing']);
    expect((await owner.get('/app/pricing')).html).toContain('“Corporate” added. Quotes that name this scheme use');
    const trip = { baseCents: 50, perKmCents: 179, perMinuteCents: 35, minimumCents: 1500 };
    expect((await schemesOf(account)).at(-1)).toMatchObject({
      name: 'Corporate',
      isDefault: false,
      timeZone: 'Indian/Reunion',
      rates: { TRIP: trip, AVAILABILITY: { baseCents: 0, perKmCents: 0, perMinuteCents: 75, minimumCents: 4500 } },
      windows: [
        // What the window leaves out is the scheme's own; a type of which it says nothing stays ordinary.
        { name: 'Night', days: [5, 6], fromMinute: 1320, toMinute: 360, rates: { TRIP: { ...trip, perKmCents: 220 } } },
      ],
    });
  });

  it('come back in the form just as they are, whatever is saved without a change', async () => {
    const before = (await schemesOf(account)).at(-1);
    const saved = await owner.change(pathOf(before), { do: 'save' });
    expect(saved.status).toBe(303);
    expect((await schemesOf(account)).at(-1)).toEqual(before);
  });

  it('have one default: making another the default moves it, also when two are made so at once', async () => {
    const [first, second] = await schemesOf(account);
    expect((await owner.change(pathOf(second), { do: 'save', default: 'yes' })).status).toBe(303);
    expect((await schemesOf(account)).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    // The default stays so until another is, even if a form says nothing of it.
    expect((await owner.change(pathOf(second), { do: 'save' })).status).toBe(303);
    expect((await owner.get('/app/pricing')).html).toContain('saved. New quotes use these rates.');
    expect((await schemesOf(account)).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    const both = [first, second, first, second].map((scheme) =>
      owner.change(pathOf(scheme), { do: 'save', default: 'yes' }),
    );
    for (const { status } of await Promise.all(both)) expect(status).toBe(303);
    expect((await schemesOf(account)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it.each([
    [{ name: '' }, 'name', 'Enter 1 to 200 characters.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Enter 1 to 200 characters.'],
    [{ 'time-zone': 'Europe/Nowhere' }, 'time-zone', 'Choose a time zone.'],
    [{ 'trip-km': '' }, 'trip-km', 'Enter an amount in euros, such as 1.80.'],
    [{ 'trip-km': '1.805' }, 'trip-km', 'Enter an amount in euros, such as 1.80.'],
    [{ 'trip-km': '-1' }, 'trip-km', 'Enter an amount in euros, such as 1.80.'],
    [{ 'trip-km': '1e2' }, 'trip-km', 'Enter an amount in euros, such as 1.80.'],
    [{ 'trip-km': '100.01' }, 'trip-km', 'Enter €100.00 or less.'],
    [{ 'availability-minimum': '10000.01' }, 'availability-minimum', 'Enter €10,000.00 or less.'],
    [{ ...WINDOW, 'window-0-name': '' }, 'window-0-name', 'Enter 1 to 200 characters.'],
    [{ ...WINDOW, 'window-0-days': [] }, 'window-0-days', 'Choose at least one day.'],
    [{ ...WINDOW, 'window-0-days': ['8'] }, 'window-0-days', 'Choose at least one day.'],
    [{ ...WINDOW, 'window-0-from': '24:00' }, 'window-0-from', 'Enter a time, such as 22:00.'],
    [{ ...WINDOW, 'window-0-to': '6' }, 'window-0-to', 'Enter a time, such as 22:00.'],
    [{ ...WINDOW, 'window-0-trip-km': '' }, 'window-0-trip-base', 'Enter at least one rate for this window.'],
    [{ ...WINDOW, 'window-0-trip-km': 'x' }, 'window-0-trip-km', 'Enter an amount in euros, such as 1.80.'],
  ])('are not saved with a fault, which is shown beside its field, all else kept: %j', async (changes, field, text) => {
    const before = await schemesOf(account);
    const answer = await owner.change('/app/pricing/new', { name: 'Kept', do: 'save', ...changes });
    expect(answer.status).toBe(422);
    expect(answer.html).toContain(`<p class="field-error" id="${field}-error">${text}</p>`);
    expect(answer.html).toContain('Nothing was saved');
    expect(filledIn(answer.html, '/app/pricing/new')).toMatchObject({
      'trip-base': ['5.00'],
      ...Object.fromEntries(
        Object.entries(changes)
          .filter(([, value]) => value !== '' && typeof value === 'string')
          .map(([name, value]) => [name, name === 'time-zone' ? ['Europe/Paris'] : [value]]),
      ),
    });
    expect(await schemesOf(account)).toEqual(before);
  });

  it('raise what a window leaves empty with the usual rates, and what equals them', async () => {
    const other = await service.account();
    const boss = await ownerOf(service, other);
    await boss.change('/app/pricing/new', { ...WINDOW, ...{ do: 'save', name: 'Raised', 'window-0-trip-base': '7' } });
    const path = pathOf((await schemesOf(other)).find(({ name }) => name === 'Raised'));
    const windowsNow = async () => (await schemesOf(other)).find(({ name }) => name === 'Raised')?.windows[0]?.rates;
    const change = async (rates: Record<string, string>) =>
      expect((await boss.change(path, { do: 'save', ...rates })).status).toBe(303);
    await change({ 'trip-base': '8', 'trip-minute': '0.5' });
    const own = { baseCents: 700, perKmCents: 220 };
    expect(await windowsNow()).toEqual({ TRIP: { ...own, perMinuteCents: 50, minimumCents: 1500 } });
    expect(filledIn((await boss.get(path)).html, path)).toMatchObject({
      'window-0-trip-base': ['7.00'],
      'window-0-trip-minute': [''],
      'window-0-trip-minimum': [''],
    });
    // All of them the usual ones: the window exempts its time from one after it, and can be saved as it is.
    await change({ 'trip-base': '7', 'trip-km': '2.2' });
    await change({});
    expect(await windowsNow()).toEqual({ TRIP: { ...own, perMinuteCents: 50, minimumCents: 1500 } });
  });

  it('get and lose windows by buttons, without anything being saved', async () => {
    const before = await schemesOf(account);
    const path = '/app/pricing/new';
    const one = await owner.change(path, { do: 'add', name: 'Kept' });
    expect(filledIn(one.html, path)).toMatchObject({
      name: ['Kept'],
      'window-0-name': [''],
      'window-0-from': ['22:00'],
    });
    const two = await owner.post(path, { ...filledIn(one.html, path), ...WINDOW, do: 'add' });
    expect(filledIn(two.html, path)).toMatchObject({ 'window-0-name': ['Night'], 'window-1-name': [''] });
    const left = await owner.post(path, { ...filledIn(two.html, path), 'window-1-name': 'Sunday', do: 'remove-0' });
    expect(filledIn(left.html, path)).toMatchObject({ name: ['Kept'], 'window-0-name': ['Sunday'] });
    expect(filledIn(left.html, path)).not.toHaveProperty('window-1-name');
    expect(await schemesOf(account)).toEqual(before);
  });

  it('have at most twenty windows, whatever a form brings along', async () => {
    const windows = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`window-${index}-name`, 'W']));
    const { html, status } = await owner.change('/app/pricing/new', { ...windows, do: 'add' });
    expect(status).toBe(200);
    expect(html).toContain('name="window-19-name"');
    expect(html).not.toContain('name="window-20-name"');
    expect(html).toContain('A scheme can have up to 20 time windows.');
  });

  it('with more windows than that are left alone', async () => {
    const { accountId } = account;
    const window = { name: 'W', days: [1 as const], fromMinute: 0, toMinute: 1440, rates: {} };
    const [first] = await schemesOf(account);
    if (!first) throw new Error('there is a scheme');
    const many = { ...first, accountId, pricingSchemeId: newId(), isDefault: false, windows: Array(21).fill(window) };
    await insertPricingScheme(service.database, many, service.clock.now());
    expect((await owner.get(pathOf(many))).html).toContain('This scheme has 21 time windows.');
    const form = filledIn((await owner.get('/app/pricing/new')).html, '/app/pricing/new');
    const saved = await owner.post(pathOf(many), { ...form, name: 'Less', do: 'save' });
    expect(saved.status).toBe(422);
    expect((await schemesOf(account)).find(({ pricingSchemeId }) => pricingSchemeId === many.pricingSchemeId)).toEqual(
      many,
    );
  });

  it('of another account are not there', async () => {
    const stranger = await ownerOf(service, await service.account());
    const form = filledIn((await stranger.get('/app/pricing/new')).html, '/app/pricing/new');
    for (const path of [await defaultPath(), '/app/pricing/x', `/app/pricing/${newId()}`]) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.post(path, { ...form, name: 'Stolen', do: 'save' })).status).toBe(404);
    }
    expect((await schemesOf(account)).map(({ name }) => name)).not.toContain('Stolen');
  });

  it('are there in French', async () => {
    const french = await ownerOf(service, await service.account(), { 'accept-language': 'fr' });
    const { html } = await french.change('/app/pricing/new', { do: 'save', 'trip-km': '1.805' });
    expect(html).toContain('par exemple 1,80');
    expect(filledIn(html, '/app/pricing/new')).toMatchObject({ 'trip-base': ['5,00'] });
  });
});
