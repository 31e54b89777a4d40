import { describe, expect, it } from 'vitest';
import { endAgreement, inviteDriver } from '../../src/accounts/driverAgreementStore.ts';
import { insertPricingScheme, retirePricingScheme, STARTING_RATES } from '../../src/catalogue/pricingSchemeStore.ts';
import { newId } from '../../src/identifiers.ts';
import { assignTrip } from '../../src/trips/store/changeTrip.ts';
import type { TripUpdate } from '../../src/trips/updateTrip.ts';
import { advanceTrip } from '../support/advance.ts';
import { filledIn, formsOf, ownerForFile, ownerOf } from '../support/browserClient.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { agree } from '../support/drivers.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();
await agree(service, account, driver);

async function bookedTrip(changes: Record<string, unknown> = {}): Promise<{ id: string; path: string }> {
  const { _id } = await account.api.createdTrip(changes);
  return { id: _id, path: `/app/trips/${_id}` };
}

/** What the button of the next step sends, as of now. */
const advanceForm = async (path: string) => ({
  ...formsOf((await owner.get(path)).html).find(({ action }) => action === `${path}/advance`)?.hidden,
  confirmed: 'yes',
});

const advance = (path: string) => owner.submit(path, `${path}/advance`, { confirmed: 'yes' });
const assign = (path: string, driverId: string) => owner.submit(path, `${path}/assign`, { driver: driverId });
const cancel = (path: string, reason = '') => owner.submit(`${path}/cancel`, `${path}/cancel`, { reason });

describe('the page of a trip', () => {
  it('shows all its members, its rider and its history', async () => {
    const { id, path } = await bookedTrip({
      ...{ client: undefined, clientId: account.riders[1]?.clientId, vehicleId: account.vehicles[0]?.vehicleId },
      serviceTierId: account.serviceTiers[1]?.serviceTierId,
      pricingSchemeId: account.pricingSchemes[0]?.pricingSchemeId,
      ...{ paxNumber: 3, note: 'Two <b>bags</b>', estimatedDistanceKm: 31.4, estimatedDurationMinutes: 42 },
    });
    const { html } = await owner.get(path);
    const { pickupAddress, destinationAddress, ...members } = await account.api.tripNow(id);
    const ids = ['_id', 'userId', 'clientId', 'vehicleId', 'serviceTierId', 'pricingSchemeId'] as const;
    for (const name of ids) expect(html).toContain(String(members[name]));
    for (const { address, lat, lng } of [pickupAddress, destinationAddress])
      for (const text of [address, `${lat}, ${lng}`]) expect(html).toContain(text);
    const texts = ['14 Mar 2027, 10:30 (Paris)', '€66.00', '€60.00', 'VAT (10%)', '€6.00', '31.4 km', '42 min'];
    texts.push(
      'Mercedes Classe E, <span class="nowrap">GA-123-BC</span>',
      'Berline',
      `/app/riders/${members.clientId}">Louis Blériot`,
      'Aéroplanes SA',
      'Business',
      'tel:+33600000002',
    );
    texts.push('Two &lt;b>bags&lt;/b>', 'Through the API', '1 Mar 2027, 09:00 (Paris)', 'No driver');
    for (const text of texts) expect(html).toContain(text);
  });

  it('is followed while it is open, by its own account alone', async () => {
    const { path } = await bookedTrip();
    const now = async () => (await owner.get(`${path}/change`)).html;
    const values = [await now()];
    for (const driverId of [driver.accountId, '']) {
      await assign(path, driverId);
      values.push(await now());
      expect((await owner.get(`${path}?from=day`)).html).toContain(
        `data-refresh="${path}/change" data-refresh-seconds="30" data-refresh-value="${await now()}"`,
      );
    }
    expect(new Set(values).size).toBe(3);
    const stranger = await ownerOf(service, await service.account({ role: 'CONTRACTOR' }));
    expect((await stranger.get(`${path}/change`)).status).toBe(404);
  });

  it('shows a long ride in hours', async () => {
    for (const [estimatedDurationMinutes, shown] of [
      [59.4, '59 min'],
      [59.6, '1 h 00 min'],
      [242.2, '4 h 02 min'],
    ] as const) {
      const { path } = await bookedTrip({ estimatedDurationMinutes });
      expect((await owner.get(path)).html).toContain(`<dt>Estimated duration</dt><dd>${shown}</dd>`);
    }
    const hire = await bookedTrip({ tripType: 'AVAILABILITY', estimatedDurationMinutes: 240 });
    expect((await owner.get(hire.path)).html).toContain('<dt>Duration of the hire</dt><dd>4 h 00 min</dd>');
  });

  it('is not there for another account, nor for an identifier that nobody has or that is none', async () => {
    const { id } = await bookedTrip();
    const stranger = await ownerOf(service, await service.account());
    for (const each of [id, newId(), 'x', '%00'])
      for (const page of ['', '/cancel', '/edit', '/voucher'])
        expect([each, (await stranger.get(`/app/trips/${each}${page}`)).status]).toEqual([each, 404]);
    const hidden = formsOf((await stranger.get('/app/trips')).html)[0]?.hidden ?? {};
    for (const change of ['advance', 'assign', 'cancel', 'edit', 'undo'])
      expect((await stranger.post(`/app/trips/${id}/${change}`, { ...hidden, version: '1' })).status).toBe(404);
    expect(await account.api.tripNow(id)).toMatchObject({ status: 'CONFIRMED', executorId: null });
  });
});

describe('advancing', () => {
  it('goes one step at a time, by a button that names the step, and is in the history as of the dashboard', async () => {
    const { id, path } = await bookedTrip();
    const steps = [
      ['Driver is on the way', 'On the way to pickup'],
      ['Rider is on board', 'Rider on board'],
      ['Finish trip', 'Finished'],
      ['Mark as paid', 'Finished, paid'],
    ] as const;
    for (const [button, status] of steps) {
      expect((await owner.get(path)).html).toContain(button);
      expect((await advance(path)).headers.get('location')).toBe(path);
      expect((await owner.get(path)).html).toContain(`Status changed to “${status}”.`);
    }
    expect((await owner.get(path)).html).not.toContain(`${path}/advance`);
    const { statusHistory, isPaid } = await account.api.tripNow(id);
    expect(isPaid).toBe(true);
    expect(statusHistory.map(({ status, changedBy }) => `${status} ${changedBy}`)).toEqual([
      'CONFIRMED API',
      'OTWTP DASHBOARD',
      'OTWTD DASHBOARD',
      'FINISHED DASHBOARD',
      'FINISHED_PAYED DASHBOARD',
    ]);
  });

  it('of two at once does one, and tells the other how the trip stands', async () => {
    const { id, path } = await bookedTrip();
    const hidden = await advanceForm(path);
    const answers = await Promise.all([1, 2].map(() => owner.post(`${path}/advance`, hidden)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await account.api.tripNow(id)).statusHistory).toHaveLength(2);
  });
});

describe('a trip whose ride is over', () => {
  it.each(['FINISHED', 'FINISHED_PAYED'] as const)(
    'asks for nothing more for the voucher, and offers a cancellation only behind other actions: %s',
    async (status) => {
      const { id, path } = await bookedTrip();
      const before = (await owner.get(path)).html;
      expect(before).toContain('Missing on the booking voucher');
      expect(before).toMatch(/<div class="buttons"><a [^>]*cancel"/);
      await advanceTrip(service, id, status);
      const { html } = await owner.get(path);
      expect(html).not.toContain('Missing on the booking voucher');
      expect(html).toMatch(/<details class="more"><summary>Other actions<\/summary><a [^>]*\/cancel"/);
      expect(html.match(/\/cancel"/g)).toHaveLength(1);
    },
  );
});

describe('an unusual step', () => {
  const confirmation = 'change the status to “On the way to pickup” anyway?';

  it('is made only once it is confirmed: without a driver, or hours before the pickup', async () => {
    const { id, path } = await bookedTrip();
    const asked = await owner.submit(path, `${path}/advance`);
    expect(asked.status).toBe(200);
    for (const text of [confirmation, 'no driver', 'not until 14 Mar 2027, 10:30']) expect(asked.html).toContain(text);
    expect((await account.api.tripNow(id)).status).toBe('CONFIRMED');
    const [form] = formsOf(asked.html).filter(({ action }) => action === `${path}/advance`);
    expect((await owner.post(`${path}/advance`, form?.hidden ?? {})).headers.get('location')).toBe(path);
    expect((await account.api.tripNow(id)).status).toBe('OTWTP');
  });

  it('is asked about by the trip and its new status, in the heading, the title and the text', async () => {
    const { path } = await bookedTrip();
    for (const [language, trip, steps, question] of [
      ['en', 'Trip on 14 Mar 2027, 10:30 (Paris), Ada Lovelace', ': Confirmed → On the way to pickup', confirmation],
      [
        ...['fr', 'Course du 14 mars 2027, 10:30 (Paris), Ada Lovelace', '\u00a0: Confirmée → En approche'],
        'passer quand même au statut «\u00a0En approche\u00a0»\u00a0?',
      ],
    ] as const) {
      const [form] = formsOf((await owner.get(path)).html).filter(({ action }) => action === `${path}/advance`);
      const { html } = await owner.post(`${path}/advance`, form?.hidden ?? {}, { 'accept-language': language });
      const [, title] = /<title>(.*?)<\/title>/.exec(html) ?? [];
      const [, heading] = /<h1>(.*?)<\/h1>/.exec(html) ?? [];
      for (const text of [title, heading]) {
        expect(text).toContain(trip);
        expect(text).toContain(question);
      }
      expect(html).toContain(`<p class="breakable">${trip}${steps}</p>`);
    }
  });

  it('names only what is unusual, and a usual one asks for nothing', async () => {
    const soon = new Date(service.clock.now().getTime() + 2 * 3_600_000).toISOString();
    const { path } = await bookedTrip({ scheduledAt: soon });
    const asked = await owner.submit(path, `${path}/advance`);
    expect(asked.html).toContain('no driver');
    expect(asked.html).not.toContain('not until');
    await assign(path, driver.accountId);
    expect((await owner.submit(path, `${path}/advance`)).status).toBe(303);
  });
});

describe('undoing', () => {
  const undo = (path: string) => owner.submit(path, `${path}/undo`);

  it('takes back a step within a minute, and is a step of its own in the history', async () => {
    const { id, path } = await bookedTrip();
    await advanceTrip(service, id, 'FINISHED');
    expect((await owner.get(path)).html).not.toContain(`${path}/undo`); // made by the operator
    await advance(path);
    expect((await account.api.tripNow(id)).isPaid).toBe(true);
    service.clock.advance(59);
    expect((await undo(path)).headers.get('location')).toBe(path);
    expect((await owner.get(path)).html).toContain('The status is “Finished” again.');
    const { status, isPaid, statusHistory } = await account.api.tripNow(id);
    expect([status, isPaid, statusHistory.length]).toEqual(['FINISHED', false, 6]);
    expect((await owner.get(path)).html).not.toContain(`${path}/undo`); // nothing to take back any more
    const { body } = await account.api.send('GET', `/v1/events/${id}-6`);
    expect(body.data.data).toMatchObject({
      previousStatus: 'FINISHED_PAYED',
      trip: { status: 'FINISHED', isPaid: false },
    });
  });

  it('asks again after another change, and can still be done then', async () => {
    const { id, path } = await bookedTrip();
    await advance(path);
    const hidden = formsOf((await owner.get(path)).html).find(({ action }) => action.endsWith('/undo'))?.hidden ?? {};
    await owner.change(`${path}/edit`, { note: 'Gate B' });
    const refused = await owner.post(`${path}/undo`, hidden);
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('has been updated since you opened')]);
    expect((await undo(path)).status).toBe(303);
    expect((await account.api.tripNow(id)).status).toBe('CONFIRMED');
  });

  it('is too late after a minute, or once something else was changed', async () => {
    const { id, path } = await bookedTrip();
    await advance(path);
    const hidden = formsOf((await owner.get(path)).html).find(({ action }) => action.endsWith('/undo'))?.hidden ?? {};
    service.clock.advance(60);
    expect((await owner.get(path)).html).not.toContain(`${path}/undo`);
    const late = await owner.post(`${path}/undo`, hidden);
    expect([late.status, late.html]).toEqual([409, expect.stringContaining('within a minute')]);
    await advance(path);
    expect((await owner.post(`${path}/undo`, hidden)).status).toBe(409);
    expect((await account.api.tripNow(id)).status).toBe('OTWTD');
  });
});

/** The form as it is filled for a booked trip. */
const unchanged = { at: '2027-03-14T10:30', passengers: '1', price: '66.00', note: '', vehicleId: '' };

describe('changing a trip', () => {
  const edit = (path: string, changes: Record<string, string>) =>
    owner.submit(`${path}/edit`, `${path}/edit`, { ...unchanged, ...changes });

  const [vehicle, other] = account.vehicles;
  /** A value of each member that can be changed, what is typed instead, and what the history then says. */
  const CHANGES: Record<keyof TripUpdate, { booked: object; typed: Record<string, string>; line: string }> = {
    scheduledAt: {
      booked: { scheduledAt: '2027-03-14T10:30:00+01:00' },
      typed: { at: '2027-07-01T09:15' },
      line: 'Pickup: 14 Mar 2027, 10:30 (Paris) → 1 Jul 2027, 09:15 (Paris)',
    },
    estimatedDurationMinutes: {
      booked: { tripType: 'AVAILABILITY', estimatedDurationMinutes: 240 },
      typed: { hireHours: '6h30' },
      line: 'Duration of the hire: 4 h 00 min → 6 h 30 min',
    },
    vehicleId: {
      booked: { vehicleId: vehicle?.vehicleId },
      typed: { vehicleId: other?.vehicleId ?? '' },
      line: `Vehicle: ${vehicle?.name} → ${other?.name}`,
    },
    paxNumber: { booked: { paxNumber: 3 }, typed: { passengers: '2' }, line: 'Passengers: 3 → 2' },
    priceCents: { booked: { price: 66 }, typed: { price: '80,5' }, line: 'Price including VAT: €66.00 → €80.50' },
    note: { booked: { note: 'Old note' }, typed: { note: 'Gate B' }, line: 'Note for the driver: Old note → Gate B' },
  };
  const allOf = (part: 'booked' | 'typed') => Object.assign({}, ...Object.values(CHANGES).map((each) => each[part]));

  // A field that the page lacks is read as emptied.
  it('changes nothing if the form is sent as it is shown, whatever the trip has', async () => {
    const { id, path } = await bookedTrip(allOf('booked'));
    const { html } = await owner.get(`${path}/edit`);
    for (const text of ['value="2027-03-14T10:30"', 'value="66.00"', '>Old note<']) expect(html).toContain(text);
    const before = (await account.api.read(id)).text;
    expect((await owner.change(`${path}/edit`, {})).headers.get('location')).toBe(path);
    expect((await account.api.read(id)).text).toBe(before);
  });

  it('sets every member that can be changed, and shows before and after in the history', async () => {
    const { id, path } = await bookedTrip(allOf('booked'));
    const saved = await owner.change(`${path}/edit`, allOf('typed'));
    expect(saved.headers.get('location')).toBe(path);
    expect(await account.api.tripNow(id)).toMatchObject({
      scheduledPickupTime: '2027-07-01T07:15:00.000Z',
      ...{ vehicleId: other?.vehicleId, paxNumber: 2, note: 'Gate B' },
      ...{ price: 80.5, priceHT: 67.08, vatAmount: 13.42, estimatedDurationMinutes: 390 },
    });
    const { html } = await owner.get(path);
    for (const line of ['Trip updated.', ...Object.values(CHANGES).map((each) => each.line)])
      expect(html).toContain(line);
  });

  it('shows what was changed as French writes it', async () => {
    const { path } = await bookedTrip();
    await edit(path, { note: 'Porte B', vehicleId: account.vehicles[0]?.vehicleId ?? '' });
    const { html } = await owner.get(path, { 'accept-language': 'fr' });
    for (const line of ['Note pour le chauffeur\u00a0: aucune → Porte B', 'Véhicule\u00a0: aucun → '])
      expect(html).toContain(line);
  });

  it('refuses a text that is too long, in every field that the page has', async () => {
    const { id, path } = await bookedTrip(allOf('booked'));
    const before = (await account.api.read(id)).text;
    const { html } = await owner.get(`${path}/edit`);
    const hidden = formsOf(html).find(({ action }) => action === `${path}/edit`)?.hidden ?? {};
    const fields = Object.keys(filledIn(html, `${path}/edit`)).filter((name) => !(name in hidden));
    expect(fields).toEqual(expect.arrayContaining(['at', 'hireHours', 'passengers', 'price', 'note', 'vehicleId']));
    for (const field of fields)
      expect([field, (await owner.change(`${path}/edit`, { [field]: 'x'.repeat(10_000) })).status]).toEqual([
        field,
        422,
      ]);
    expect((await account.api.read(id)).text).toBe(before);
  });

  it('keeps the duration of a hire that the form cannot show, and that of a ride', async () => {
    for (const [changes, typed] of [
      [{ tripType: 'AVAILABILITY', estimatedDurationMinutes: 38.5 }, {}],
      [{ tripType: 'AVAILABILITY' }, {}],
      [{ estimatedDurationMinutes: 38.5 }, { hireHours: '4' }],
    ] as [Record<string, unknown>, Record<string, string>][]) {
      const { id, path } = await bookedTrip(changes);
      expect((await owner.change(`${path}/edit`, { ...typed, note: 'Gate B' })).status).toBe(303);
      const { note, estimatedDurationMinutes } = await account.api.tripNow(id);
      expect([note, estimatedDurationMinutes]).toEqual(['Gate B', changes.estimatedDurationMinutes ?? null]);
    }
    const { path } = await bookedTrip({ tripType: 'AVAILABILITY', estimatedDurationMinutes: 240 });
    for (const hireHours of ['', '0', '13', 'long']) {
      const refused = await owner.change(`${path}/edit`, { hireHours });
      expect([hireHours, refused.status, refused.html]).toEqual([
        ...[hireHours, 422],
        expect.stringContaining('id="hireHours-error"'),
      ]);
    }
  });

  it('says what is wrong with each field and keeps what was typed', async () => {
    const { id, path } = await bookedTrip();
    const before = (await account.api.read(id)).text;
    const wrong = { at: '2026-01-01T10:00', passengers: '21', price: '-3', note: 'x'.repeat(2001), vehicleId: 'x' };
    const { status, html } = await edit(path, wrong);
    expect(status).toBe(422);
    const messages = [
      'must be in the future',
      'from 1 to 20',
      'such as 85 or 85.50',
      'Use 2000 characters',
      'no longer in your list',
    ];
    for (const text of [...messages, 'value="21"', 'value="-3"']) expect(html).toContain(text);
    for (const at of ['', 'tomorrow', '2027-02-31T25:00', '2027-06-31T10:00', '2027-06-30T24:00', '2027-03-28T02:30'])
      expect([at, (await edit(path, { at })).status]).toEqual([at, 422]);
    expect((await edit(path, { at: '2027-03-28T02:30' })).html).toContain(
      '02:30 does not exist on 28 March 2027: clocks go forward from 02:00 to 03:00.',
    );
    const foreign = (await service.account()).vehicles[0]?.vehicleId ?? '';
    expect((await edit(path, { vehicleId: foreign })).html).toContain('no longer in your list');
    expect((await account.api.read(id)).text).toBe(before);
  });

  it('refuses a pickup more than two years ahead, unless the trip already has it', async () => {
    const { path } = await bookedTrip({ scheduledAt: '2031-03-14T10:30:00+01:00' });
    expect((await edit(path, { at: '2031-03-14T10:30', note: 'Gate B' })).status).toBe(303);
    const refused = await edit(path, { at: '2031-03-14T10:45' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('at most 2 years ahead.')]);
    expect((await edit(path, { at: '2029-02-28T10:30' })).status).toBe(303);
  });

  it('asks which one is meant of a time that occurs twice, and moves the trip from one to the other', async () => {
    const { id, path } = await bookedTrip();
    const timeOf = async () => (await account.api.tripNow(id)).scheduledPickupTime;
    const asked = await owner.change(`${path}/edit`, { at: '2027-10-31T02:30' });
    expect([asked.status, asked.html.includes('id="which-error">02:30 occurs twice')]).toEqual([422, true]);
    const first = { ...filledIn(asked.html, `${path}/edit`), which: 'first' };
    expect((await owner.post(`${path}/edit`, first)).status).toBe(303);
    expect(await timeOf()).toBe('2027-10-31T00:30:00.000Z');
    await owner.change(`${path}/edit`, { note: 'Gate B' });
    expect(await timeOf()).toBe('2027-10-31T00:30:00.000Z');
    await owner.change(`${path}/edit`, { which: 'second' });
    expect(await timeOf()).toBe('2027-10-31T01:30:00.000Z');
    await owner.change(`${path}/edit`, { at: '2027-10-31T03:30' });
    expect(await timeOf()).toBe('2027-10-31T02:30:00.000Z');
  });

  it('leaves a note alone that was not edited, however it is written', async () => {
    for (const note of ['', ' two bags ', 'Gate B\r\nLevel 2']) {
      const { id, path } = await bookedTrip({ note });
      await edit(path, { note: note.trim().replaceAll('\r\n', '\n') });
      await edit(path, { note: note.trim().replaceAll('\r\n', '\n'), passengers: '2' });
      expect(await account.api.tripNow(id)).toMatchObject({ note, paxNumber: 2 });
      const { body } = await account.api.send('GET', `/v1/events/${id}-2`);
      expect(body.data.type).toBe('trip.updated');
      expect((await account.api.send('GET', `/v1/events/${id}-3`)).status).toBe(404);
    }
  });

  it('leaves a trip alone that nothing is changed of, and has no button once the trip is paid', async () => {
    const { id, path } = await bookedTrip({ scheduledAt: '2027-03-14T10:30:15.123+01:00' });
    await edit(path, {});
    expect((await owner.get(path)).html).toContain('Nothing was changed.');
    expect((await account.api.tripNow(id)).scheduledPickupTime).toBe('2027-03-14T09:30:15.123Z');
    expect((await owner.get(path)).html).toContain(`${path}/edit`);
    expect((await owner.get(`${path}/edit`)).html).toContain('duplicate the trip and cancel this one');
    await advanceTrip(service, id, 'FINISHED_PAYED');
    expect((await owner.get(path)).html).not.toContain(`${path}/edit`);
    expect((await owner.get(`${path}/edit`)).headers.get('location')).toBe(path);
    expect((await owner.get(path)).html).toMatch(/notice bad.*paid or cancelled can no longer be edited/);
  });

  it('puts a pickup off while the driver is on the way, and corrects the price once the ride is over', async () => {
    const { id, path } = await bookedTrip({});
    await advanceTrip(service, id, 'OTWTP');
    await edit(path, { at: '2027-03-14T11:45' });
    expect(await account.api.tripNow(id)).toMatchObject({
      status: 'OTWTP',
      scheduledPickupTime: '2027-03-14T10:45:00.000Z',
    });
    await advanceTrip(service, id, 'FINISHED');
    expect((await owner.get(`${path}/edit`)).html).toContain('The rider has been picked up');
    const moved = await edit(path, { at: '2027-03-14T23:00', price: '95.50' });
    expect([moved.status, moved.html]).toEqual([
      422,
      expect.stringContaining('id="at-error">The rider has been picked up'),
    ]);
    expect(moved.html).toContain('value="2027-03-14T11:45"');
    await edit(path, { at: '2027-03-14T11:45', price: '95.50' });
    const corrected = { status: 'FINISHED', price: 95.5, scheduledPickupTime: '2027-03-14T10:45:00.000Z' };
    expect(await account.api.tripNow(id)).toMatchObject(corrected);
    const { body } = await account.api.send('GET', `/v1/events/${id}-6`); // booked, on the way, put off, two steps
    expect(body.data).toMatchObject({ type: 'trip.updated', data: { trip: corrected } });
  });
});

describe('a pickup that moves to other rates', async () => {
  const account = await service.account();
  const owner = await ownerOf(service, account);
  const [scheme] = account.pricingSchemes;
  const serviceTierId = account.serviceTiers[0]?.serviceTierId;
  const night = {
    ...{ 'window-0-name': 'Night', 'window-0-days': ['6'], 'window-0-from': '22:00', 'window-0-to': '06:00' },
    ...{ 'window-0-trip-minimum': '199', do: 'save' },
  };
  expect((await owner.change(`/app/pricing/${scheme?.pricingSchemeId}`, night)).status).toBe(303);
  const NIGHT = { at: '2027-03-13T23:00' }; // a Saturday
  const HINT = 'At your rates, this trip would cost';

  async function bookedTrip(changes: Record<string, unknown> = {}) {
    const { _id } = await account.api.createdTrip({ serviceTierId, ...changes });
    return { id: _id, path: `/app/trips/${_id}/edit` };
  }

  /** What the page's script gets while somebody types. */
  async function hintFor(path: string, changes: Record<string, string>, headers: Record<string, string> = {}) {
    const form = filledIn((await owner.get(path)).html, path);
    const { status, html } = await owner.post(`${path}/price`, { ...form, ...changes }, headers);
    return { status, text: html.replace(/<[^>]+>/g, '') };
  }

  it('shows what the account’s rates ask then, as the API quotes it, and saves nothing', async () => {
    const { id, path } = await bookedTrip();
    const before = (await account.api.read(id)).text;
    const { pickupAddress, destinationAddress } = await account.api.tripNow(id);
    const [pickup, dropoff] = [pickupAddress, destinationAddress].map(({ lat, lng }) => `${lat},${lng}`);
    const body = { pickup, dropoff, serviceTierId, scheduledAt: '2027-03-13T22:00:00Z' };
    const { vat } = (await account.api.send('POST', '/v1/quotes', { body })).body.data;
    expect(vat.totalTTC).toBe(218.9); // the minimum at night
    const sentence = `${HINT} €${vat.totalTTC.toFixed(2)} after this change (agreed: €66.00).`;
    expect(await hintFor(path, { ...NIGHT, price: '1', note: 'X' })).toEqual({ status: 200, text: sentence });
    const french = await hintFor(path, NIGHT, { 'accept-language': 'fr' });
    expect(french.text).toContain('après cette modification (prix convenu');
    expect((await owner.get(path)).html).not.toContain(HINT);
    expect((await account.api.read(id)).text).toBe(before);
    const refused = await owner.change(path, { ...NIGHT, passengers: '0' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(sentence)]);
    expect((await owner.change(path, NIGHT)).status).toBe(303);
    expect((await account.api.tripNow(id)).price).toBe(66); // the agreed price stays
  });

  it('shows what the default rates ask once those of the trip are retired', async () => {
    const pricingSchemeId = newId();
    const old = { accountId: account.accountId, pricingSchemeId, name: 'Old', isDefault: false };
    const rates = { timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] };
    await insertPricingScheme(service.database, { ...old, ...rates }, service.clock.now());
    const { path } = await bookedTrip({ pricingSchemeId });
    const before = (await hintFor(path, NIGHT)).text;
    expect(before).toContain(HINT);
    await retirePricingScheme(service.database, account.accountId, pricingSchemeId, service.clock.now());
    const after = (await hintFor(path, NIGHT)).text;
    expect([after, after === before]).toEqual([expect.stringContaining(`${HINT} €218.90`), false]);
  });

  it('shows what a longer hire would cost, also one that ends where it begins', async () => {
    const hire = { tripType: 'AVAILABILITY', estimatedDurationMinutes: 240 };
    for (const dropoff of [{ address: 'The same gate', lat: 48.8556, lng: 2.3601 }, undefined]) {
      const { path } = await bookedTrip({ ...hire, ...(dropoff && { dropoff }) });
      const prices = [];
      for (const hireHours of ['5', '6', '4', '4h00', '13'])
        prices.push((await hintFor(path, { hireHours })).text.match(/cost €([\d.]+) after/)?.[1]);
      expect(prices).toEqual(['270.00', '324.00', undefined, undefined, undefined]); // 0.75 a minute, and VAT of 20 %
    }
  });

  it('shows what a hire would cost that is made longer while it lasts', async () => {
    const scheduledAt = new Date(service.clock.now().getTime() + 600_000).toISOString();
    const { path } = await bookedTrip({ tripType: 'AVAILABILITY', estimatedDurationMinutes: 240, scheduledAt });
    service.clock.advance(3_600);
    expect((await hintFor(path, { hireHours: '6' })).text).toContain(`${HINT} €324.00`);
    service.clock.advance(-3_600);
  });

  it('asks first which of two times is meant when clocks go back', async () => {
    const { path } = await bookedTrip();
    const at = '2027-10-31T02:30'; // in the night from Saturday
    expect((await hintFor(path, { at })).text).toMatch(/^02:30 occurs twice on 31 October 2027[^€]*$/);
    expect((await hintFor(path, { at, which: 'first' })).text).toContain(`${HINT} €218.90`);
  });

  it('shows nothing if the time is the same, or no time of a pickup, or the price is that of the rates', async () => {
    const { path } = await bookedTrip({ price: 218.9 });
    for (const at of ['2027-03-14T10:30', '', 'tomorrow', '2026-01-01T23:00', NIGHT.at])
      expect([at, (await hintFor(path, { at })).text]).toEqual([at, '']);
  });

  it.each([
    ['an hourly hire of unknown duration', { tripType: 'AVAILABILITY' }],
    ['no vehicle category', { serviceTierId: undefined }],
    ['a ride back to where it begins', { dropoff: { address: 'The same gate', lat: 48.8556, lng: 2.3601 } }],
    ['places that no road joins', { dropoff: { address: 'A pier', lat: 40.7128, lng: -74.006 } }],
  ])('shows nothing where there is no telling: %s', async (_, changes) => {
    const { path } = await bookedTrip(changes);
    expect(await hintFor(path, NIGHT)).toEqual({ status: 200, text: '' });
  });

  it('shows nothing of the trip of another account', async () => {
    const { path } = await bookedTrip();
    const stranger = await ownerOf(service, await service.account());
    const hidden = formsOf((await stranger.get('/app/trips')).html)[0]?.hidden ?? {};
    expect((await stranger.post(`${path}/price`, { ...hidden, ...NIGHT })).status).toBe(404);
  });
});

describe('a change made from a page that is out of date', () => {
  it.each(['advance', 'assign'])('is not made, and the trip is shown as it is now: %s', async (change) => {
    const { id, path } = await bookedTrip();
    const hidden = await advanceForm(path);
    await advanceTrip(service, id, 'OTWTD');
    const answer = await owner.post(`${path}/${change}`, { ...hidden, driver: driver.accountId });
    expect([answer.status, answer.html]).toEqual([409, expect.stringContaining('has been updated since you opened')]);
    expect(answer.html).toContain('Rider on board');
    expect(answer.html).toContain(`/language/fr?to=${encodeURIComponent(path)}`);
    expect(await account.api.tripNow(id)).toMatchObject({ status: 'OTWTD', executorId: null });
  });

  it('is not made of a trip that was paid or cancelled meanwhile, but what was typed can be copied', async () => {
    const typed = { at: ['2027-03-14T11:45'], price: ['1'], note: ['Gate B'] };
    for (const end of [
      (id: string) => advanceTrip(service, id, 'FINISHED_PAYED'),
      (id: string) => account.api.cancel(id),
    ]) {
      const { id, path } = await bookedTrip();
      const form = filledIn((await owner.get(`${path}/edit`)).html, `${path}/edit`);
      await end(id);
      const answer = await owner.post(`${path}/edit`, { ...form, ...typed });
      expect([answer.status, answer.html]).toEqual([409, expect.stringContaining('has been paid or cancelled since')]);
      expect(filledIn(answer.html, `${path}/edit`)).toMatchObject(typed);
      expect(answer.html).not.toContain('has been picked up');
      expect(await account.api.tripNow(id)).toMatchObject({ price: 66, note: null });
    }
  });

  it('asks again whether to cancel, shows the trip as it is now, and keeps the reason', async () => {
    const { id, path } = await bookedTrip();
    const cancelPath = `${path}/cancel`;
    const form = filledIn((await owner.get(cancelPath)).html, cancelPath);
    await owner.change(`${path}/edit`, { price: '99', note: 'Gate B', at: '2027-03-15T08:00' });
    const refused = await owner.post(cancelPath, { ...form, reason: 'No show\r\nCalled twice' });
    expect(refused.status).toBe(409);
    const now = ['15 Mar 2027, 08:00', 'Confirmed', 'No driver', 'None chosen', '€99.00', 'Gate B'];
    for (const text of ['has been updated since you opened', 'Cancel this trip?', 'data-unsaved', ...now])
      expect(refused.html).toContain(text);
    expect((await account.api.tripNow(id)).status).toBe('CONFIRMED');
    const again = filledIn(refused.html, cancelPath);
    expect(again).toMatchObject({ reason: ['No show\nCalled twice'] });
    expect((await owner.post(cancelPath, again)).status).toBe(303);
    expect((await owner.get(path)).html).toContain('Reason: No show\nCalled twice');
  });

  it('asks again whether to cancel a hire, with its duration now', async () => {
    const hire = { tripType: 'AVAILABILITY', estimatedDurationMinutes: 240 };
    const path = `/app/trips/${(await account.api.createdTrip(hire))._id}`;
    const form = filledIn((await owner.get(`${path}/cancel`)).html, `${path}/cancel`);
    await owner.change(`${path}/edit`, { hireHours: '6:30' });
    const refused = await owner.post(`${path}/cancel`, form);
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('6 h 30 min')]);
  });

  it('shows what was typed into its form again, with what saving it would change, and is then saved', async () => {
    const { id, path } = await bookedTrip({ note: 'Two bags' });
    const editPath = `${path}/edit`;
    const form = filledIn((await owner.get(editPath)).html, editPath);
    await owner.change(editPath, { passengers: '4' });
    const refused = await owner.post(editPath, { ...form, note: 'Three bags', at: '' });
    expect([refused.status, filledIn(refused.html, editPath).passengers]).toEqual([422, ['4']]);
    expect(refused.html).toContain('has been updated since you opened');
    const answer = await owner.post(editPath, { ...form, note: 'Three bags' });
    expect(answer.status).toBe(409);
    for (const text of ['has been updated since you opened', 'Two bags → Three bags'])
      expect(answer.html).toContain(text);
    expect(answer.html).not.toContain('Passengers: ');
    expect(answer.html).toContain('data-unsaved');
    expect(await account.api.tripNow(id)).toMatchObject({ paxNumber: 4, note: 'Two bags' });
    const typed = filledIn(answer.html, editPath);
    expect((await owner.post(editPath, typed)).status).toBe(303);
    expect(await account.api.tripNow(id)).toMatchObject({ paxNumber: 4, note: 'Three bags' });
  });

  it('puts back nothing that somebody else changed, unless it was typed too', async () => {
    const { id, path } = await bookedTrip({ note: ' Two bags\r\nGate B' });
    const editPath = `${path}/edit`;
    const form = filledIn((await owner.get(editPath)).html, editPath);
    const vehicleId = account.vehicles[0]?.vehicleId ?? '';
    const theirs = { at: '2027-03-15T08:00', vehicleId, passengers: '3', price: '99', note: 'Gate C' };
    await owner.change(editPath, theirs);
    expect((await owner.post(editPath, form)).status).toBe(303);
    expect((await owner.get(path)).html).toContain('Nothing was changed.');
    const answer = await owner.post(editPath, { ...form, passengers: '2' });
    expect([answer.status, answer.html.includes('Passengers: 3 → 2')]).toEqual([409, true]);
    for (const text of ['Pickup: ', 'Vehicle: ', 'Price including VAT: ', 'Note for the driver: '])
      expect(answer.html).not.toContain(text);
    expect((await owner.post(editPath, filledIn(answer.html, editPath))).status).toBe(303);
    const pickup = '2027-03-15T07:00:00.000Z';
    expect(await account.api.tripNow(id)).toMatchObject({
      ...{ scheduledPickupTime: pickup, vehicleId, paxNumber: 2, price: 99, note: 'Gate C' },
    });
  });

  it('keeps what was typed into a form that does not say what it was filled with', async () => {
    const { path } = await bookedTrip();
    const editPath = `${path}/edit`;
    const filled = Object.entries(filledIn((await owner.get(editPath)).html, editPath));
    const form = Object.fromEntries(filled.filter(([name]) => !name.startsWith('filled-')));
    await owner.change(editPath, { passengers: '4' });
    expect((await owner.post(editPath, form)).html).toContain('Passengers: 4 → 1');
  });

  it('cannot be made where none is possible any more', async () => {
    const { id, path } = await bookedTrip();
    await account.api.cancel(id);
    const { html } = await owner.get(path);
    expect(formsOf(html).map(({ action }) => action)).toEqual(['/app/sign-out']);
    const forged = { ...formsOf(html)[0]?.hidden, version: '2', driver: driver.accountId };
    expect((await owner.post(`${path}/advance`, forged)).status).toBe(409);
    expect((await owner.post(`${path}/cancel`, forged)).status).toBe(409);
    expect((await owner.post(`${path}/assign`, forged)).status).toBe(422);
    expect((await owner.get(`${path}/cancel`)).headers.get('location')).toBe(path);
  });
});

describe('a change that somebody else makes while ours is on its way', () => {
  it.each(['advance', 'assign', 'cancel'])('is the only one: %s', async (change) => {
    const { id, path } = await bookedTrip();
    const hidden = await advanceForm(path);
    const other = await openTransaction(service);
    await other.query(`UPDATE trips SET executor_id = account_id, version = version + 1 WHERE trip_id = $1`, [id]);
    const ours = owner.post(`${path}/${change}`, { ...hidden, driver: driver.accountId, reason: 'No show' });
    await untilStatementWaits(service);
    await other.commit();
    const { status: refused, html } = await ours;
    expect(refused).toBe(409);
    if (change === 'cancel') for (const text of ['Cancel this trip?', 'No show']) expect(html).toContain(text);
    const { status, executorId, statusHistory } = await account.api.tripNow(id);
    expect([status, executorId, statusHistory.length]).toEqual(['CONFIRMED', account.accountId, 1]);
  });
});

describe('assigning', () => {
  it('chooses from the drivers who agreed, and can be changed and taken back', async () => {
    const { id, path } = await bookedTrip();
    const another = await service.account();
    await agree(service, account, another);
    for (const [chosen, notice] of [
      [driver.accountId, 'Driver assigned'],
      [another.accountId, 'Driver assigned'],
      ['', 'no longer has a driver'],
    ] as const) {
      expect((await assign(path, chosen)).headers.get('location')).toBe(path);
      expect((await owner.get(path)).html).toContain(notice);
      expect((await account.api.tripNow(id)).executorId).toBe(chosen || null);
    }
    const { body } = await account.api.send('GET', `/v1/events/${id}-4`);
    expect(body.data).toMatchObject({ type: 'trip.assigned', data: { trip: { executorId: null } } });
    await assign(path, driver.accountId);
    expect((await owner.get('/app/trips')).html).toContain('Demo driver');
  });

  it('is in the history with its author, while callers of the API see statuses alone', async () => {
    const { id, path } = await bookedTrip();
    service.clock.advance(1);
    await assign(path, driver.accountId);
    service.clock.advance(1);
    const trip = { accountId: account.accountId, tripId: id, version: 2 };
    const author = { assignedAt: service.clock.now(), assignedBy: 'OPERATOR' as const };
    const order = { trip, executorId: driver.accountId, ...author };
    expect(await assignTrip(service.database, order)).toMatchObject({ version: 3 });
    expect(await assignTrip(service.database, order)).toBeUndefined();
    service.clock.advance(1);
    await advance(path);
    const [, timeline = ''] = /<ol class="timeline">(.*?)<\/ol>/s.exec((await owner.get(path)).html) ?? [];
    const entries = timeline
      .split('</li>')
      .map((entry) => entry.replace(/<time.*?<\/time> · |<wbr\/?>/gs, '').match(/(?<=>)[^<>]+/g));
    expect(entries).toEqual([
      ['Confirmed', 'Through the API'],
      ['Assigned to Demo driver', `In the dashboard · ${account.invitation?.email}`],
      ['Assigned to Demo driver', 'By the operator of the service'],
      ['On the way to pickup', `In the dashboard · ${account.invitation?.email}`],
      null,
    ]);
    const { statusHistory } = await account.api.tripNow(id);
    expect(statusHistory.map(({ status }: { status: string }) => status)).toEqual(['CONFIRMED', 'OTWTP']);
  });

  it('changes nothing if the choice is what it was, and keeps a driver who no longer drives for the account', async () => {
    const { id, path } = await bookedTrip();
    await assign(path, '');
    const former = await service.account();
    await agree(service, account, former);
    await assign(path, former.accountId);
    await endAgreement(service.database, account.accountId, `${former.accountId}@example.com`, service.clock.now());
    expect((await owner.get(path)).html).toMatch(new RegExp(`<option value="${former.accountId}" selected`));
    expect((await account.api.send('GET', `/v1/events/${id}-2`)).body.data.type).toBe('trip.assigned');
    expect((await account.api.send('GET', `/v1/events/${id}-3`)).status).toBe(404);
  });

  it('refuses accounts that did not agree, in the same words for all of them', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const stranger = await service.account();
    const invited = await service.account();
    await inviteDriver(service.database, account.accountId, 'invited@example.com', service.clock.now());
    const former = await service.account();
    await agree(service, account, former);
    await endAgreement(service.database, account.accountId, `${former.accountId}@example.com`, service.clock.now());
    const { id, path } = await bookedTrip();
    for (const chosen of [contractor, stranger, invited, former, account].map(({ accountId }) => accountId)) {
      const { status, html } = await assign(path, chosen);
      expect([status, html]).toEqual([422, expect.stringContaining('Choose a driver who drives for you')]);
    }
    for (const chosen of ['nobody', 'x'.repeat(60_000), newId(), '%'])
      expect([chosen.slice(0, 20), (await assign(path, chosen)).status]).toEqual([chosen.slice(0, 20), 422]);
    expect((await account.api.tripNow(id)).executorId).toBe(null);
  });

  it('is not for a ride that is over, nor for a driver’s own trips', async () => {
    const { id, path } = await bookedTrip();
    await advanceTrip(service, id, 'FINISHED');
    expect((await owner.get(path)).html).toContain('No driver was assigned.');
    const self = await service.account();
    const browser = await ownerOf(service, self);
    const { _id } = await self.api.createdTrip();
    const { html } = await browser.get(`/app/trips/${_id}`);
    expect(html).toContain('You drive your own trips.');
    for (const chosen of [driver.accountId, '']) {
      const forged = { ...formsOf(html)[0]?.hidden, version: '1', driver: chosen };
      expect((await browser.post(`/app/trips/${_id}/assign`, forged)).status).toBe(422);
    }
    expect((await self.api.tripNow(_id)).executorId).toBe(self.accountId);
  });
});

describe('cancelling', () => {
  it('is confirmed first; its reason is for the account’s own people, and the log has only its length', async () => {
    const { id, path } = await bookedTrip();
    expect((await owner.get(`${path}/cancel`)).html).toContain('Cancel this trip?');
    expect((await account.api.tripNow(id)).status).toBe('CONFIRMED');
    expect((await cancel(path, 'Vol annulé\r\n✈')).headers.get('location')).toBe(path);
    expect((await owner.get(path)).html).toContain('Trip cancelled.');
    expect((await owner.get(path)).html).toContain('Reason: Vol annulé\n✈');
    const { status, statusHistory } = await account.api.tripNow(id);
    expect([status, statusHistory.at(-1)?.changedBy]).toEqual(['CANCELLED', 'DASHBOARD']);
    expect(service.logText()).not.toContain('Vol annul');
    const lines = service.logLines().filter(({ route }) => route === '/app/trips/:id/cancel');
    expect(
      lines
        .map(({ cancelReasonLength }) => cancelReasonLength)
        .filter(Boolean)
        .at(-1),
    ).toBe(12);
  });

  it('refuses a reason over 500 characters, counted as people count, and keeps it to be shortened', async () => {
    const { id, path } = await bookedTrip();
    const { status, html } = await cancel(path, '✈'.repeat(501));
    expect([status, html]).toEqual([422, expect.stringContaining('to 500 characters.')]);
    expect(html).toContain('✈'.repeat(501));
    expect((await account.api.tripNow(id)).status).toBe('CONFIRMED');
    expect((await cancel(path, '😀'.repeat(500))).status).toBe(303);
  });
});

describe('a forged form', () => {
  it.each(['advance', 'assign', 'cancel', 'edit', 'undo'])('changes nothing: %s', async (change) => {
    const { id, path } = await bookedTrip();
    const fields: Record<string, string> = { ...(await advanceForm(path)), driver: driver.accountId };
    const { formToken: _, ...without } = fields;
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [without, {}],
      [{ ...fields, formToken: 'x' }, {}],
      [fields, { origin: 'https://evil.example' }],
    ];
    for (const [body, headers] of attempts)
      expect((await owner.post(`${path}/${change}`, body, headers)).status).toBe(403);
    expect(await account.api.tripNow(id)).toMatchObject({ status: 'CONFIRMED', executorId: null });
  });
});
