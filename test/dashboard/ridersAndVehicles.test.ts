import { describe, expect, it } from 'vitest';
import { insertRider, listRiders } from '../../src/catalogue/riderStore.ts';
import { listVehicles } from '../../src/catalogue/vehicleStore.ts';
import { newId } from '../../src/identifiers.ts';
import { filledIn, ownerForFile, ownerOf } from '../support/browserClient.ts';
import { bookingBody, newKey } from '../support/client.ts';
import { indexAll } from '../support/search.ts';
import type { TestAccount } from '../support/service.ts';

const { service, account, owner } = await ownerForFile();

const ridersOf = ({ accountId }: TestAccount) => listRiders(service.database, accountId);
const vehiclesOf = ({ accountId }: TestAccount) => listVehicles(service.database, accountId);
const RIDER = { firstName: 'Émilie', lastName: 'du Châtelet', email: 'emilie@cirey.example' };
const namesIn = (html: string) =>
  [...html.matchAll(/href="\/app\/riders\/[0-9a-f]{24}">([^<]*)</g)].map(([, name]) => name);

describe('riders in the dashboard', () => {
  it('are listed newest first, those of bookings included', async () => {
    const booked = await account.api.send('POST', '/v1/trips', { body: bookingBody(), headers: newKey() });
    expect(booked.status).toBe(201);
    const { html } = await owner.get('/app/riders');
    expect(namesIn(html)).toEqual(['Ada Lovelace', 'Louis Blériot', 'Ada Lovelace']);
    expect(html).toContain(`href="/app/riders/${booked.body.data.clientId}"`);
  });

  it('are added, changed, and can be booked for', async () => {
    const added = await owner.change('/app/riders/new', { ...RIDER, city: ' Cirey ', type: 'BUSINESS' });
    expect([added.status, added.headers.get('location')]).toEqual([303, '/app/riders']);
    const rider = (await ridersOf(account)).find(({ lastName }) => lastName === RIDER.lastName);
    expect(rider).toMatchObject({ ...RIDER, city: 'Cirey', type: 'BUSINESS', phone: null, country: null });
    const path = `/app/riders/${rider?.clientId}`;
    expect(filledIn((await owner.get(path)).html, path)).toMatchObject({ city: ['Cirey'], type: ['BUSINESS'] });
    const changed = await owner.change(path, { phone: '+33 6 12 34 56 78', email: '', city: '', type: '' });
    expect(changed.status).toBe(303);
    expect((await owner.get('/app/riders')).html).toContain('Émilie du Châtelet saved.');
    const after = (await ridersOf(account)).find(({ clientId }) => clientId === rider?.clientId);
    expect(after).toMatchObject({ phone: '+33 6 12 34 56 78', email: null, city: null, type: null });
    const body = bookingBody({ client: undefined, clientId: rider?.clientId });
    expect((await account.api.send('POST', '/v1/trips', { body, headers: newKey() })).status).toBe(201);
    expect((await owner.get(path)).html).toMatch(/Changes apply to .* of this rider.* duplicate it for them/);
    expect((await owner.get('/app/riders/new')).html).not.toContain('Changes apply');
  });

  it('keep a phone number without all its digits until it is changed, and the API takes any', async () => {
    const client = { firstName: 'Ada', lastName: 'Byron', phone: '07 98 00 00 1 ' };
    const { clientId } = await account.api.createdTrip({ client });
    const path = `/app/riders/${clientId}`;
    expect((await owner.change(path, { city: 'Londres' })).status).toBe(303);
    expect((await owner.change(path, { phone: '07 98 00 00 2' })).html).toContain('Enter the complete number');
    expect((await owner.change(path, { phone: '07 98 00 00 12' })).status).toBe(303);
  });

  it.each([
    [{ firstName: '  ' }, 'firstName', 'Enter 1 to 120 characters.'],
    [{ lastName: 'x'.repeat(121) }, 'lastName', 'Enter 1 to 120 characters.'],
    [{ email: '' }, 'phone', 'Enter a phone number or an e-mail address.'],
    [{ phone: '123' }, 'phone', 'Enter 4 to 40 characters.'],
    [{ phone: '1'.repeat(41) }, 'phone', 'Enter 4 to 40 characters.'],
    [{ phone: '06 12 34 56 7' }, 'phone', 'Enter the complete number: 10 digits in France, or + and'],
    [{ email: 'emilie' }, 'email', 'Enter a valid e-mail address.'],
    [
      { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'z'.repeat(60)}` },
      'email',
      'Use 200 characters',
    ],
    [{ companyName: 'x'.repeat(201) }, 'companyName', 'Use 200 characters or fewer.'],
    [{ address: 'x'.repeat(201) }, 'address', 'Use 200 characters or fewer.'],
    [{ city: 'x'.repeat(121) }, 'city', 'Use 120 characters or fewer.'],
    [{ country: 'x'.repeat(121) }, 'country', 'Use 120 characters or fewer.'],
    [{ postalCode: 'x'.repeat(21) }, 'postalCode', 'Use 20 characters or fewer.'],
  ])(
    'are held to the bounds of the API, the fault beside its field, all else kept: %j',
    async (changes, field, text) => {
      const before = await ridersOf(account);
      const { status, html } = await owner.change('/app/riders/new', { ...RIDER, country: 'Kept', ...changes });
      expect(status).toBe(422);
      expect(html).toContain(`<p class="field-error" id="${field}-error">${text}`);
      const kept = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, [value.trim()]]));
      expect(filledIn(html, '/app/riders/new')).toMatchObject({ country: ['Kept'], ...kept });
      expect(await ridersOf(account)).toEqual(before);
    },
  );

  it.each([
    ['lovel', ['Ada Lovelace', 'Ada Lovelace']],
    ['LOUIS BL', ['Louis Blériot']],
    ['bleriot louis', ['Louis Blériot']],
    ['emilie chatelet', ['Émilie du Châtelet']],
    ['aeroplanes', ['Louis Blériot']],
    ['demo.example', ['Ada Lovelace']],
    ['06 00 00 00 02', ['Louis Blériot']],
    ['0033600000002', ['Louis Blériot']],
    ['+336 0000 0002', ['Louis Blériot']],
    ['061234', ['Émilie du Châtelet', 'Ada Lovelace']],
    ['lovelace louis', []],
    ['%', []],
    ["'; --", []],
    ['\0', undefined],
  ])('are found by the words of their names, numbers, addresses and companies: %s', async (text, names) => {
    await indexAll(service);
    const { status, html } = await owner.get(`/app/riders?q=${encodeURIComponent(text)}`);
    expect(status).toBe(200);
    if (names) expect(namesIn(html)).toEqual(names);
  });

  it('come in pages that never skip one, and a search goes through them alike', async () => {
    const other = await service.account();
    for (let index = 1; index <= 45; index++) {
      const clientId = (0x60000000 + index).toString(16).padEnd(24, '0');
      const rider = { accountId: other.accountId, clientId, firstName: 'Rider', lastName: `N${index}`, phone: '0600' };
      await insertRider(service.database, rider, service.clock.now());
    }
    const visitor = await ownerOf(service, other);
    await indexAll(service);
    const seen: (string | undefined)[] = [];
    for (let path: string | undefined = '/app/riders?q=rider+n'; path; ) {
      const { html }: { html: string } = await visitor.get(path);
      seen.push(...namesIn(html));
      path = /href="([^"]+older=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `Rider N${45 - index}`));
    expect(namesIn((await visitor.get('/app/riders?older=x&q=a&q=b')).html)).toHaveLength(20);
  });
});

describe('riders with the same phone number or e-mail address', () => {
  const noticeIn = (html: string) => /<div class="notice (\w+)".*?<div>(.*?)<\/div>/s.exec(html)?.slice(1);
  const othersIn = (html: string) =>
    [...(/<ul class="links">(.*?)<\/ul>/s.exec(html)?.[1] ?? '').matchAll(/href="\/app\/riders\/(\w+)"/g)].map(
      ([, id]) => id,
    );
  const [BY_PHONE, BY_EMAIL] = [{ phone: '+33 6 71 00 00 01' }, { email: 'marie@curie.example' }];
  const MARIE = { firstName: 'Marie', lastName: 'Curie' };

  async function newOwner() {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    /** Adds a rider, and returns the identifier with what the next page says. */
    const add = async (contact: Record<string, string>) => {
      const known = (await ridersOf(account)).map(({ clientId }) => clientId);
      expect((await visitor.change('/app/riders/new', { ...MARIE, ...contact })).status).toBe(303);
      const added = (await ridersOf(account)).find(({ clientId }) => !known.includes(clientId))?.clientId ?? '';
      return { id: added, notice: noticeIn((await visitor.get('/app/riders')).html) };
    };
    return { visitor, add };
  }

  it('are named when one is added, however the number is written, with a link; those of other accounts are not', async () => {
    const { add } = await newOwner();
    const first = await add({ ...BY_PHONE, ...BY_EMAIL });
    expect(first.notice).toEqual(['good', 'Marie Curie added.']);
    const warning = 'Marie Curie added. Another rider has the same phone number or e-mail address.';
    const second = await add({ phone: '06.71.00.00.01' });
    expect(second.notice).toEqual(['warn', `${warning} <a href="/app/riders/${first.id}">See the other rider</a>`]);
    const third = await add({ email: 'Marie@CURIE.example' });
    expect(third.notice).toEqual(['warn', `${warning} <a href="/app/riders/${first.id}">See the other rider</a>`]);
    const fourth = await add({ ...BY_PHONE, ...BY_EMAIL });
    expect(fourth.notice).toEqual([
      'warn',
      `Marie Curie added. Other riders have the same phone number or e-mail address. <a href="/app/riders/${fourth.id}">See the other riders</a>`,
    ]);
    const elsewhere = await newOwner();
    expect((await elsewhere.add({ ...BY_PHONE, ...BY_EMAIL })).notice).toEqual(['good', 'Marie Curie added.']);
  });

  it('are linked on each other’s pages, and where one is erased', async () => {
    const { visitor, add } = await newOwner();
    const alone = await add({ phone: '+33 6 71 00 00 02' });
    const [both, byPhone, byEmail] = [
      await add({ ...BY_PHONE, ...BY_EMAIL }),
      await add({ phone: '0671000001' }),
      await add({ email: 'MARIE@curie.example' }),
    ].map(({ id }) => id);
    const pageOf = async (id: string | undefined, below = '') => (await visitor.get(`/app/riders/${id}${below}`)).html;
    for (const below of ['', '/erase']) {
      expect(othersIn(await pageOf(both, below))).toEqual([byEmail, byPhone]);
      expect(othersIn(await pageOf(byPhone, below))).toEqual([both]);
      expect(othersIn(await pageOf(byEmail, below))).toEqual([both]);
      expect(await pageOf(alone.id, below)).not.toContain('class="links"');
    }
    expect(await pageOf(both)).toContain('Others with this phone number or e-mail address');
    expect(await pageOf(both, '/erase')).toContain('They are not erased with this one:');
    expect(await pageOf(alone.id)).toContain('Each rider is downloaded and erased separately.');
    const faulty = await visitor.change(`/app/riders/${both}`, { lastName: '' });
    expect([faulty.status, othersIn(faulty.html)]).toEqual([422, [byEmail, byPhone]]);
    await visitor.submit(`/app/riders/${byPhone}/erase`, `/app/riders/${byPhone}/erase`);
    expect(othersIn(await pageOf(both))).toEqual([byEmail]);
    expect(othersIn(await pageOf(byPhone))).toEqual([]);
  });

  it('are the newest ten, and the page says if there are more', async () => {
    const account = await service.account();
    const visitor = await ownerOf(service, account);
    const [first = '', ...others] = Array.from({ length: 12 }, (_, index) =>
      (0x60000000 + index).toString(16).padEnd(24, '0'),
    );
    for (const clientId of [first, ...others.slice(0, 10)])
      await insertRider(
        service.database,
        { accountId: account.accountId, clientId, ...MARIE, ...BY_PHONE, ...BY_EMAIL },
        service.clock.now(),
      );
    const shown = async () => (await visitor.get(`/app/riders/${first}`)).html;
    const complete = await shown();
    expect(othersIn(complete)).toEqual(others.slice(0, 10).reverse());
    expect(complete).not.toContain('Only the newest');
    const [last = ''] = others.slice(10);
    await insertRider(
      service.database,
      { accountId: account.accountId, clientId: last, ...MARIE, ...BY_PHONE },
      service.clock.now(),
    );
    const cut = await shown();
    expect(othersIn(cut)).toEqual(others.slice(1).reverse());
    expect(cut).toContain('Only the newest 10 are shown.');
  });
});

describe('vehicles in the dashboard', () => {
  it('are listed, added, changed, and can be named in a booking', async () => {
    expect((await owner.get('/app/vehicles')).html).toContain('GA-123-BC');
    const added = await owner.change('/app/vehicles/new', { name: ' Tesla Model S ', plate: 'FZ-001-AA', seats: '4' });
    expect([added.status, added.headers.get('location')]).toEqual([303, '/app/vehicles']);
    const vehicle = (await vehiclesOf(account)).find(({ name }) => name === 'Tesla Model S');
    expect(vehicle).toMatchObject({ plate: 'FZ-001-AA', seats: 4 });
    const changed = await owner.change(`/app/vehicles/${vehicle?.vehicleId}`, { plate: '', seats: '' });
    expect(changed.status).toBe(303);
    expect(await vehiclesOf(account)).toContainEqual({ ...vehicle, plate: null, seats: null });
    const body = bookingBody({ vehicleId: vehicle?.vehicleId });
    expect((await account.api.send('POST', '/v1/trips', { body, headers: newKey() })).status).toBe(201);
  });

  it('are saved with the plate of another one, with a warning', async () => {
    const noticeAfter = async (path: string, changes: Record<string, string>) => {
      expect((await owner.change(path, changes)).status).toBe(303);
      return /<div class="notice (\w+)".*?<div>(.*?)<\/div>/s.exec((await owner.get('/app/vehicles')).html)?.slice(1);
    };
    const add = (name: string, plate: string) => noticeAfter('/app/vehicles/new', { name, plate });
    expect(await add('Zoe 1', 'AB-987-ZZ')).toEqual(['good', 'Zoe 1 added.']);
    const warning = 'Another vehicle has the same licence plate: Zoe 1.';
    expect(await add('Zoe 2', 'ab 987zz')).toEqual(['warn', `Zoe 2 added. ${warning}`]);
    expect(await add('Zoe 3', '')).toEqual(['good', 'Zoe 3 added.']);
    expect(await add('Zoe 4', '-')).toEqual(['good', 'Zoe 4 added.']);
    expect(await add('Zoe 5', '–')).toEqual(['good', 'Zoe 5 added.']);
    const second = (await vehiclesOf(account)).find(({ name }) => name === 'Zoe 2');
    const path = `/app/vehicles/${second?.vehicleId}`;
    expect(await noticeAfter(path, { seats: '3' })).toEqual(['warn', `Zoe 2 saved. ${warning}`]);
    expect(await noticeAfter(path, { plate: 'AB-988-ZZ' })).toEqual(['good', 'Zoe 2 saved.']);
    expect(await noticeAfter(path, {})).toEqual(['good', 'Zoe 2 saved.']);
  });

  it.each([
    [{ name: '' }, 'name', 'Enter 1 to 200 characters.'],
    [{ name: 'x'.repeat(201) }, 'name', 'Enter 1 to 200 characters.'],
    [{ plate: 'x'.repeat(21) }, 'plate', 'Use 20 characters or fewer.'],
    [{ seats: '0' }, 'seats', 'Enter a whole number from 1 to 99, or leave it empty.'],
    [{ seats: '100' }, 'seats', 'Enter a whole number from 1 to 99, or leave it empty.'],
    [{ seats: '4.5' }, 'seats', 'Enter a whole number from 1 to 99, or leave it empty.'],
  ])('are not saved with a fault: %j', async (changes, field, text) => {
    const before = await vehiclesOf(account);
    const fields = { name: 'Van', plate: 'Kept', seats: '7', ...changes };
    const { status, html } = await owner.change('/app/vehicles/new', fields);
    expect(status).toBe(422);
    expect(html).toContain(`<p class="field-error" id="${field}-error">${text}</p>`);
    const kept = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]));
    expect(filledIn(html, '/app/vehicles/new')).toMatchObject(kept);
    expect(await vehiclesOf(account)).toEqual(before);
  });
});

it('a new rider, vehicle or pricing scheme is said to be added, in French too', async () => {
  const french = await ownerOf(service, await service.account(), { 'accept-language': 'fr' });
  for (const [list, fields, text] of [
    ['/app/riders', RIDER, 'Émilie du Châtelet\u00a0: passager ajouté.'],
    ['/app/vehicles', { name: 'Mercedes Classe E' }, 'Mercedes Classe E\u00a0: véhicule ajouté.'],
    ['/app/pricing', { name: 'Hôtels', do: 'save' }, '«\u00a0Hôtels\u00a0» ajoutée.'],
  ] as const) {
    expect((await french.change(`${list}/new`, fields)).status).toBe(303);
    expect((await french.get(list)).html).toContain(text);
  }
});

describe('what is another account’s', () => {
  it('is not there', async () => {
    const stranger = await ownerOf(service, await service.account());
    const { clientId } = account.riders[0] ?? {};
    const { vehicleId } = account.vehicles[0] ?? {};
    for (const [area, id] of [
      ['riders', clientId],
      ['vehicles', vehicleId],
    ]) {
      const form = filledIn((await stranger.get(`/app/${area}/new`)).html, `/app/${area}/new`);
      for (const path of [`/app/${area}/${id}`, `/app/${area}/x`, `/app/${area}/${newId()}`]) {
        expect((await stranger.get(path)).status).toBe(404);
        expect((await stranger.post(path, { ...form, ...RIDER, name: 'Stolen' })).status).toBe(404);
      }
    }
    await indexAll(service);
    expect(namesIn((await owner.get('/app/riders?q=ch%C3%A2telet')).html)).toHaveLength(1);
    expect(namesIn((await stranger.get('/app/riders?q=ch%C3%A2telet')).html)).toEqual([]);
  });
});
