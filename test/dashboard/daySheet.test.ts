import { describe, expect, it } from 'vitest';
import { ownerForFile, ownerOf } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';

const { service, account: contractor, owner: dispatcher } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();
const browser = await ownerOf(service, driver);
await agree(service, contractor, driver);

const at = async (scheduledAt: string, lastName: string, changes = {}) => {
  const client = { firstName: 'Rider', lastName, phone: '+33612345678' };
  return (await contractor.api.createdTrip({ scheduledAt, client, ...changes }))._id;
};
/** The cells of each ride, as text. */
const ridesIn = (html: string) =>
  [...html.matchAll(/<tr><td.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
  );

describe('the sheet of a day', () => {
  it('has the day’s rides by pickup in Paris time, without cancelled ones', async () => {
    await at('2027-06-02T21:59:00Z', 'Late', { note: 'Gate <3>', paxNumber: 2 });
    await at('2027-06-01T22:00:00Z', 'Early');
    await contractor.api.cancel(await at('2027-06-02T10:00:00Z', 'Cancelled'));
    for (const outside of ['2027-06-01T21:59:00Z', '2027-06-02T22:00:00Z']) await at(outside, 'Outside');
    const { status, html } = await dispatcher.get('/app/day-sheet?date=2027-06-02');
    expect([status, html]).toEqual([200, expect.stringContaining('Day sheet, 2 Jun 2027')]);
    const [from, to] = ['10 Rue de Rivoli, 75004 Paris', 'Aéroport CDG, Terminal 2E'];
    expect(ridesIn(html)).toEqual([
      ['00:00', 'Rider Early +33612345678', from, to, '1', 'No driver', '–', 'Confirmed'],
      ['23:59', 'Rider Late +33612345678', from, to, '2', 'No driver', 'Gate &lt;3>', 'Confirmed'],
    ]);
    expect(html).toContain('href="tel:+33612345678"');
    expect(html).toContain('data-print');
  });

  it('is for a driver that of their own and of the assigned rides, and of nobody else’s', async () => {
    const vehicleId = contractor.vehicles[0]?.vehicleId;
    const id = await at('2027-06-10T10:00:00Z', 'Assigned', { vehicleId });
    await at('2027-06-10T11:00:00Z', 'Unassigned');
    await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: driver.accountId });
    await driver.api.createdTrip({ scheduledAt: '2027-06-10T12:00:00Z' });
    const { html } = await browser.get('/app/day-sheet?date=2027-06-10');
    expect(html).toContain('Vehicle and contractor');
    const rides = ridesIn(html);
    expect(rides.map(([time, rider, , , , who]) => [time, rider, who])).toEqual([
      ['12:00', 'Rider Assigned +33612345678', 'Mercedes Classe E, GA-123-BC, for Demo contractor'],
      ['14:00', 'Ada Lovelace +33612345678', '–'],
    ]);
    expect(html).toContain(`<a href="/app/rides/${id}">Rider Assigned</a>`);
    const ours = await dispatcher.get('/app/day-sheet?date=2027-06-10');
    expect(ours.html).toContain(`<a href="/app/trips/${id}">Rider Assigned</a>`);
    expect(ours.html).toContain('Driver and vehicle');
    expect(ridesIn(ours.html).map(([, , , , , who]) => who)).toEqual([
      'Demo driver, Mercedes Classe E, GA-123-BC',
      'No driver',
    ]);
  });

  it('says to the driver that the pickup of a ride was moved, and when it was before', async () => {
    const id = await at('2027-06-20T09:00:00+02:00', 'Moved');
    const trip = `/app/trips/${id}`;
    await dispatcher.submit(trip, `${trip}/assign`, { driver: driver.accountId });
    await dispatcher.change(`${trip}/edit`, { at: '2027-06-20T07:30' });
    const path = '/app/day-sheet?date=2027-06-20';
    const shown = async (visitor: typeof browser, language: string) => {
      const [ride = []] = ridesIn((await visitor.get(path, { 'accept-language': language })).html);
      return [ride[0], ride.at(-1)];
    };
    expect(await shown(browser, 'en')).toEqual(['07:30was 09:00', 'ConfirmedChanged']);
    expect(await shown(browser, 'fr')).toEqual(['07:30au lieu de 09:00', 'ConfirméeModifiée']);
    expect(await shown(dispatcher, 'en')).toEqual(['07:30', 'Confirmed']);
  });

  it('has as many rides as the day of a driver counts', async () => {
    const countedOn = async (date: string) => {
      const { html } = await browser.get(`/app/day?date=${date}`);
      return [/(\d+) trips?\. /, /You also drive (\d+) rides? for/].map((count) => Number(count.exec(html)?.[1] ?? 0));
    };
    for (const [time, isCancelled] of [
      ['10', false],
      ['11', false],
      ['12', true],
    ] as const) {
      const id = await at(`2027-06-11T${time}:00:00Z`, 'Assigned');
      await dispatcher.submit(`/app/trips/${id}`, `/app/trips/${id}/assign`, { driver: driver.accountId });
      if (isCancelled) await contractor.api.cancel(id);
    }
    await driver.api.createdTrip({ scheduledAt: '2027-06-11T12:00:00Z' });
    expect(await countedOn('2027-06-11')).toEqual([1, 2]);
    expect(ridesIn((await browser.get('/app/day-sheet?date=2027-06-11')).html)).toHaveLength(3);
    expect(await countedOn('2027-06-12')).toEqual([0, 0]);
  });

  it('is that of today unless another day is chosen, and says what is wrong with a date', async () => {
    expect((await dispatcher.get('/app/day-sheet')).html).toContain('value="2027-03-01"');
    expect((await dispatcher.get('/app/day-sheet?date=2027-03-02')).html).toContain('No rides on this day');
    for (const date of ['2027-02-30', 'x', `${'9'.repeat(500)}`]) {
      const { status, html } = await dispatcher.get(`/app/day-sheet?date=${date}`);
      expect([status, html]).toEqual([422, expect.stringContaining('Enter a date.')]);
    }
  });
});

describe('the page of a trip', () => {
  it('can be printed', async () => {
    const id = await at('2027-06-20T10:00:00Z', 'Printed');
    expect((await dispatcher.get(`/app/trips/${id}`)).html).toMatch(/<button[^>]*data-print[^>]*>Print<\/button>/);
  });
});
