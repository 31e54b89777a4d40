import { describe, expect, it } from 'vitest';
import { addDays, dayOf, startOf } from '../../src/dashboard/day/days.ts';
import { advanceTrip } from '../support/advance.ts';
import { filledIn, ownerForFile, ownerOf, signIn } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();
await agree(service, account, driver);

const GARE_DE_LYON = { address: 'Gare de Lyon, Paris', lat: 48.8443, lng: 2.3743 };
const LILLE = { address: 'Gare de Lille-Flandres', lat: 50.6365, lng: 3.0706 };
const bookedAt = (scheduledAt: string, changes: Record<string, unknown> = {}) =>
  account.api.createdTrip({ scheduledAt, ...changes });
const planOf = async (query = '') => (await owner.get(`/app/day${query}`)).html;
/** The trips of the table, in its order. */
const rowsOf = (html: string) =>
  [...html.slice(html.indexOf('<tbody>')).matchAll(/\/app\/trips\/([0-9a-f]{24})/g)].map(([, id]) => id);
const attentionOf = (html: string) => /class="card attention">(.*?)<\/details>/s.exec(html)?.[1] ?? '';

describe('the day', () => {
  it('is the first page: today’s trips in the order of their pickup, cancelled ones last', async () => {
    expect((await owner.get('/app')).headers.get('location')).toBe('/app/day');
    // Today is 1 March 2027 in Paris, until 23:00 UTC.
    const late = await bookedAt('2027-03-01T22:59:59Z');
    const early = await bookedAt('2027-03-01T10:00:00Z', { vehicleId: account.vehicles[0]?.vehicleId });
    const cancelled = await bookedAt('2027-03-01T09:00:00Z');
    await account.api.cancel(cancelled._id);
    await bookedAt('2027-03-01T23:00:00Z');
    await (await service.account()).api.createdTrip({ scheduledAt: '2027-03-01T12:00:00Z' });
    const html = await planOf();
    expect(rowsOf(html)).toEqual([early._id, late._id, cancelled._id]);
    for (const text of [
      'Monday 1 March',
      '11:00',
      'Ada Lovelace',
      'Mercedes Classe E',
      'Confirmed',
      '2 trips and 1 cancelled.',
    ])
      expect(html).toContain(text);
  });

  it('shows any other day, with its neighbours, and refuses what is no date', async () => {
    const trip = await bookedAt('2027-05-02T10:00:00Z');
    const html = await planOf('?date=2027-05-02');
    expect(rowsOf(html)).toEqual([trip._id]);
    expect(html).toContain('1 trip.');
    for (const link of ['date=2027-05-01', 'date=2027-05-03', '/app/day/week?date=2027-05-02', 'href="/app/day"'])
      expect(html).toContain(link);
    for (const wrong of ['2027-02-31', 'tomorrow', '1999-01-01', '%00', '2027-05-02&date=x']) {
      const { status, html } = await owner.get(`/app/day?date=${wrong}`);
      expect([wrong, status]).toEqual([wrong, wrong.includes('&') ? 200 : 422]);
      if (status === 422) expect(html).toContain('Enter a date.');
    }
  });

  it('is where the page of a trip leads back to if it was opened from here, also after its forms', async () => {
    const { _id } = await bookedAt('2027-05-04T22:30:00Z');
    const path = `/app/trips/${_id}`;
    const fromDay = `${path}?from=day`;
    const backOf = (html: string) => /<a class="back" href="([^"]+)".*?<\/svg>([^<]+)</s.exec(html)?.slice(1);
    const day = ['/app/day?date=2027-05-05', 'Wednesday 5 May'];
    const plan = await planOf('?date=2027-05-05');
    // In the table and above it.
    expect([...plan.matchAll(/\/app\/trips\/\w{24}[^"]*/g)].map(([href]) => href)).toEqual([fromDay, fromDay]);
    expect(backOf((await owner.get(fromDay)).html)).toEqual(day);
    expect(backOf((await owner.get(path)).html)).toEqual(['/app/trips', 'All trips']);
    const outdated = filledIn((await owner.get(fromDay)).html, `${path}/advance?from=day`);
    const answers = [
      await owner.submit(fromDay, `${path}/assign?from=day`, { driver: driver.accountId }),
      await owner.change(`${path}/edit?from=day`, { passengers: '2' }),
      await owner.submit(fromDay, `${path}/advance?from=day`, { confirmed: 'yes' }),
      await owner.submit(fromDay, `${path}/undo?from=day`),
      await owner.change(`${path}/cancel?from=day`, {}),
    ];
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(answers.map(() => fromDay));
    const { status, html } = await owner.post(`${path}/advance?from=day`, outdated);
    expect([status, backOf(html)]).toEqual([409, day]);
  });

  it('has 23 hours when summer begins', async () => {
    const last = await bookedAt('2027-03-28T21:59:59Z');
    await bookedAt('2027-03-28T22:00:00Z');
    const first = await bookedAt('2027-03-27T23:00:00Z');
    expect(rowsOf(await planOf('?date=2027-03-28'))).toEqual([first._id, last._id]);
  });

  it('puts on top what needs attention, and why', async () => {
    const day = '?date=2027-04-10';
    const alone = await bookedAt('2027-04-10T08:00:00Z');
    const noPhone = { client: { firstName: 'Grace', lastName: 'Hopper', email: 'g@example.com' } };
    const incomplete = await bookedAt('2027-04-10T09:00:00Z', noPhone);
    const done = await bookedAt('2027-04-10T10:00:00Z');
    await advanceTrip(service, done._id, 'FINISHED');
    const top = attentionOf(await planOf(day));
    expect(top).toContain('2 trips need attention');
    for (const text of ['No driver: 2', 'Voucher incomplete: 1']) expect(top).toContain(text);
    expect([alone, incomplete, done].map(({ _id }) => top.includes(_id))).toEqual([true, true, false]);
    expect(top).not.toContain('Overdue');
    const { html } = await owner.get(`/app/day${day}`, { 'accept-language': 'fr' });
    expect(attentionOf(html)).toContain('Sans chauffeur\u00a0: 2');
  });

  it('says which trips cannot be driven as planned; so do their pages', async () => {
    const [small] = account.vehicles;
    const seats = Number(
      (await owner.get(`/app/vehicles/${small?.vehicleId}`)).html.match(/name="seats"[^>]*value="(\d+)"/)?.[1],
    );
    const planned = { vehicleId: small?.vehicleId, estimatedDurationMinutes: 27 };
    const first = await bookedAt('2027-04-12T19:00:00Z', { ...planned, paxNumber: seats + 1 });
    const second = await bookedAt('2027-04-12T19:10:00Z', planned);
    const third = await bookedAt('2027-04-12T19:37:00Z', planned);
    for (const { _id } of [first, second, third])
      await owner.submit(`/app/trips/${_id}`, `/app/trips/${_id}/assign`, { driver: driver.accountId });
    const top = attentionOf(await planOf('?date=2027-04-12'));
    for (const text of ['Driver double-booked: 2', 'Vehicle double-booked: 2', 'Too few seats: 1'])
      expect(top).toContain(text);
    const noticesOf = async ({ _id }: { _id: string }) => {
      const { html } = await owner.get(`/app/trips/${_id}`);
      const texts = ['The driver has another trip', 'The vehicle is planned for another trip', 'fewer seats'];
      return texts.map((text) => html.includes(text));
    };
    expect(await noticesOf(first)).toEqual([true, true, true]);
    expect(await noticesOf(second)).toEqual([true, true, false]);
    expect(await noticesOf(third)).toEqual([false, false, false]);
  });

  it('has links to the trips that a trip clashes with below what they are the reason for', async () => {
    const vehicleId = account.vehicles[0]?.vehicleId;
    const client = { firstName: 'Grace', lastName: 'Hopper', phone: '06 98 76 54 29' };
    const ride = { estimatedDurationMinutes: 30 };
    const trip = await bookedAt('2027-04-13T08:00:00Z', { ...ride, vehicleId, client, paxNumber: 9 });
    const sameVehicle = await bookedAt('2027-04-13T08:10:00Z', { ...ride, vehicleId });
    const sameRider = await bookedAt('2027-04-13T08:20:00Z', { ...ride, client });
    const { html } = await owner.get(`/app/trips/${trip._id}`);
    const parts = ['planned for another', sameVehicle._id, 'This rider, or', sameRider._id, 'fewer seats', 'See the'];
    const places = parts.map((part) => html.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('sees that a driver cannot be back from a long ride, though its duration is not known', async () => {
    const trips = [
      await bookedAt('2027-04-16T05:00:00Z', { pickup: GARE_DE_LYON, dropoff: LILLE }),
      await bookedAt('2027-04-16T05:10:00Z', { pickup: LILLE, dropoff: LILLE }),
      await bookedAt('2027-04-16T07:30:00Z', { pickup: LILLE, dropoff: LILLE }),
    ];
    for (const { _id } of trips)
      await owner.submit(`/app/trips/${_id}`, `/app/trips/${_id}/assign`, { driver: driver.accountId });
    expect(attentionOf(await planOf('?date=2027-04-16'))).toContain('Driver double-booked: 2');
    const notices = trips.map(async ({ _id }) =>
      (await owner.get(`/app/trips/${_id}`)).html.includes('The driver has another trip'),
    );
    expect(await Promise.all(notices)).toEqual([true, true, false]);
  });

  it('says that a ride may have been booked twice; so do the pages of both trips', async () => {
    const rider = (phone: string) => ({ client: { firstName: 'Grace', lastName: 'Hopper', phone } });
    const [known] = account.riders;
    const ride = { estimatedDurationMinutes: 30, client: undefined };
    // By two dispatchers who typed the number each in their own way.
    const first = await bookedAt('2027-04-20T08:00:00Z', { ...ride, ...rider('06 98 76 54 31') });
    const again = await bookedAt('2027-04-20T08:15:00Z', { ...ride, ...rider('+33698765431') });
    const later = await bookedAt('2027-04-20T08:45:00Z', { ...ride, ...rider('+33698765431') });
    const chosen = { ...ride, clientId: known?.clientId };
    const second = [await bookedAt('2027-04-20T12:00:00Z', chosen), await bookedAt('2027-04-20T12:10:00Z', chosen)];
    const noNumber = { ...ride, client: { firstName: 'A', lastName: 'B', email: 'a@example.com' } };
    const unknown = [
      await bookedAt('2027-04-20T15:00:00Z', noNumber),
      await bookedAt('2027-04-20T15:00:00Z', noNumber),
    ];
    expect(attentionOf(await planOf('?date=2027-04-20'))).toContain('Same rider twice at this time: 4');
    const { html } = await owner.get('/app/day?date=2027-04-20', { 'accept-language': 'fr' });
    expect(attentionOf(html)).toContain('Même passager deux fois à cette heure\u00a0: 4');
    const isSaid = async ({ _id }: { _id: string }) =>
      (await owner.get(`/app/trips/${_id}`)).html.includes('has another trip at this time.');
    for (const trip of [first, again, ...second]) expect(await isSaid(trip)).toBe(true);
    for (const trip of [later, ...unknown]) expect(await isSaid(trip)).toBe(false);
    await account.api.cancel(again._id);
    expect(await isSaid(first)).toBe(false);
    expect(attentionOf(await planOf('?date=2027-04-20'))).toContain('Same rider twice at this time: 2');
  });

  it('sees that a ride lasts into the next day', async () => {
    const planned = { vehicleId: account.vehicles[0]?.vehicleId, estimatedDurationMinutes: 90 };
    // 23:00, 00:15 and 02:00 in Paris.
    const first = await bookedAt('2027-04-14T21:00:00Z', planned);
    const second = await bookedAt('2027-04-14T22:15:00Z', planned);
    const apart = await bookedAt('2027-04-15T00:00:00Z', planned);
    for (const day of ['2027-04-14', '2027-04-15'])
      expect(attentionOf(await planOf(`?date=${day}`))).toContain('Vehicle double-booked: 1');
    for (const [trip, other, time] of [
      [first, second, '15 Apr 2027, 00:15'],
      [second, first, '14 Apr 2027, 23:00'],
    ] as const) {
      const { html } = await owner.get(`/app/trips/${trip._id}?from=day`);
      expect(html).toContain(`<a href="/app/trips/${other._id}?from=day">${time} Ada Lovelace</a>`);
      expect(html).not.toContain(apart._id);
    }
  });

  it('says which trips are overdue', async () => {
    const soon = new Date(service.clock.now().getTime() + 60_000).toISOString();
    const trip = await bookedAt(soon);
    expect(attentionOf(await planOf())).not.toContain('Overdue');
    service.clock.advance(61);
    expect(attentionOf(await planOf())).toContain('Overdue');
    await advanceTrip(service, trip._id, 'OTWTP');
    expect(attentionOf(await planOf())).not.toContain('Overdue');
    service.clock.advance(20 * 60);
    expect(attentionOf(await planOf())).toContain('Overdue');
  });

  it('answers in a few bytes whether something has changed', async () => {
    const changes = async () => (await owner.get('/app/day/change')).html;
    const before = await changes();
    expect(await changes()).toBe(before);
    expect(await planOf()).toContain(`data-refresh-value="${before}"`);
    const { _id } = await bookedAt('2027-06-01T10:00:00Z');
    const after = await changes();
    expect(after).not.toBe(before);
    await account.api.cancel(_id);
    expect(await changes()).not.toBe(after);
    const other = await ownerOf(service, await service.account());
    expect((await other.get('/app/day/change')).html).toBe('0');
  });

  it('asks whether it is still up to date: not after a trip became overdue or another day began', async () => {
    const quiet = await service.account();
    const quietOwner = await ownerOf(service, quiet);
    const now = () => service.clock.now().getTime();
    await quiet.api.createdTrip({ scheduledAt: new Date(now() + 60_000).toISOString(), estimatedDurationMinutes: 30 });
    /** What an open page knows, and whether asking as it does would fetch it again. */
    const opened = async () => {
      const { html } = await quietOwner.get('/app/day');
      const [, path = '', value] = /data-refresh="([^"]+)".*?data-refresh-value="([^"]+)"/.exec(html) ?? [];
      return { html, isOutdated: async () => (await quietOwner.get(path)).html !== value };
    };
    const before = await opened();
    expect([before.html.includes('Overdue'), await before.isOutdated()]).toEqual([false, false]);
    service.clock.advance(60);
    expect(await before.isOutdated()).toBe(false);
    service.clock.advance(1);
    expect(await before.isOutdated()).toBe(true);
    const overdue = await opened();
    expect([overdue.html.includes('Overdue'), await overdue.isOutdated()]).toEqual([true, false]);
    const midnight = Date.parse('2027-03-02T00:00:00+01:00');
    service.clock.advance((midnight - now()) / 1000 - 1);
    expect(await overdue.isOutdated()).toBe(false);
    service.clock.advance(1);
    expect(await overdue.isOutdated()).toBe(true);
    const next = await opened();
    expect([next.html.includes('Tuesday 2 March'), await next.isOutdated()]).toEqual([true, false]);
  });
});

describe('the week', () => {
  it('counts the trips of each day, without cancelled ones, and those that still need a driver', async () => {
    await bookedAt('2027-07-05T08:00:00Z');
    const trip = await bookedAt('2027-07-05T09:00:00Z');
    await owner.submit(`/app/trips/${trip._id}`, `/app/trips/${trip._id}/assign`, { driver: driver.accountId });
    await account.api.cancel((await bookedAt('2027-07-05T10:00:00Z'))._id);
    await advanceTrip(service, (await bookedAt('2027-07-06T09:00:00Z'))._id, 'FINISHED');
    await bookedAt('2027-07-11T21:59:00Z');
    await bookedAt('2027-07-11T22:00:00Z'); // Monday in Paris
    const { html } = await owner.get('/app/day/week?date=2027-07-08');
    const rows = html.slice(html.indexOf('<tbody>')).match(/<tr.*?<\/tr>/gs) ?? [];
    const texts = (row: string) =>
      row
        .replaceAll(/<[^>]+>/g, '|')
        .split('|')
        .filter(Boolean);
    expect(rows.map((row) => [/date=([\d-]+)/.exec(row)?.[1], ...texts(row)])).toEqual([
      ['2027-07-05', 'Monday 5 July', '2', '1'],
      ['2027-07-06', 'Tuesday 6 July', '1', '–'],
      ['2027-07-07', 'Wednesday 7 July', '0', '–'],
      ['2027-07-08', 'Thursday 8 July', '0', '–'],
      ['2027-07-09', 'Friday 9 July', '0', '–'],
      ['2027-07-10', 'Saturday 10 July', '0', '–'],
      ['2027-07-11', 'Sunday 11 July', '1', '1'],
    ]);
    expect(html).toContain('Cancelled trips are not counted.');
    expect((await owner.get('/app/day/week?date=nonsense')).status).toBe(200);
  });

  it('of a driver counts the rides for contractors too', async () => {
    const trip = await bookedAt('2027-07-14T09:00:00Z');
    await owner.submit(`/app/trips/${trip._id}`, `/app/trips/${trip._id}/assign`, { driver: driver.accountId });
    await driver.api.createdTrip({ scheduledAt: '2027-07-14T15:00:00Z' });
    const { html } = await (await ownerOf(service, driver)).get('/app/day/week?date=2027-07-14');
    expect(html).toContain('For contractors');
    expect(html).not.toContain('No driver');
    const [row = ''] = /<tr[^>]*>(?:(?!<tr).)*date=2027-07-14.*?<\/tr>/s.exec(html) ?? [];
    expect(row.replaceAll(/<[^>]+>/g, ' ').match(/\d+/g)).toEqual(['14', '1', '1']);
  });
});

describe('today', () => {
  it('says how many trips of the two days before are not over, with a link to them', async () => {
    const busy = await service.account();
    const busyOwner = await ownerOf(service, busy);
    const today = addDays(dayOf(service.clock.now()), 3);
    const at = (day: number) => ({
      scheduledAt: new Date(startOf(addDays(today, day)).getTime() - 600_000).toISOString(),
    });
    await busy.api.createdTrip(at(-2));
    const first = await busy.api.createdTrip(at(-1));
    const onBoard = await busy.api.createdTrip(at(0));
    await advanceTrip(service, onBoard._id, 'OTWTD');
    await advanceTrip(service, (await busy.api.createdTrip(at(0)))._id, 'FINISHED');
    await busy.api.cancel((await busy.api.createdTrip(at(0)))._id);
    await busy.api.createdTrip(at(1));
    service.clock.advance((startOf(today).getTime() - service.clock.now().getTime()) / 1000 + 300);
    await signIn(busyOwner, busy);
    const { html } = await busyOwner.get('/app/day');
    const [, link = ''] = /href="([^"]+)">2 trips from the last two days are not over yet</.exec(html) ?? [];
    const listed = rowsOf((await busyOwner.get(link.replaceAll('&amp;', '&'))).html);
    expect(new Set(listed)).toEqual(new Set([first._id, onBoard._id]));
    expect((await busyOwner.get(`/app/day?date=${addDays(today, 1)}`)).html).not.toContain('last two days');
    await advanceTrip(service, onBoard._id, 'FINISHED');
    expect((await busyOwner.get('/app/day')).html).toContain('1 trip from the last two days is not over yet');
  });
});
