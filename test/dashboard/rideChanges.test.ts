import { beforeEach, describe, expect, it } from 'vitest';
import { advanceTrip } from '../support/advance.ts';
import { ownerForFile, ownerOf, type Visitor } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';
import type { TestAccount } from '../support/service.ts';

const { service, account: contractor, owner: dispatcher } = await ownerForFile({ role: 'CONTRACTOR' });
let driver: TestAccount;
let browser: Visitor;

beforeEach(async () => {
  driver = await service.account();
  browser = await ownerOf(service, driver);
  await agree(service, contractor, driver);
});

const booked = async (changes: Record<string, unknown> = {}) =>
  (await contractor.api.createdTrip({ scheduledAt: '2027-03-25T09:00:00+01:00', ...changes }))._id;

async function edit(id: string, changes: Record<string, string>, visitor = dispatcher): Promise<void> {
  expect((await visitor.change(`/app/trips/${id}/edit`, changes)).status).toBe(303);
}

async function assign(id: string, driverId: string): Promise<void> {
  const path = `/app/trips/${id}`;
  expect((await dispatcher.submit(path, `${path}/assign`, { driver: driverId })).status).toBe(303);
}

async function assignedRide(): Promise<string> {
  const id = await booked();
  await assign(id, driver.accountId);
  return id;
}

describe('the page of a ride', () => {
  /** Its history, with the titles of the entries and the lines of changes. */
  async function historyOf(id: string, language = 'en') {
    const { html } = await browser.get(`/app/rides/${id}`, { 'accept-language': language });
    const [card = ''] = /<section class="card history">.*?<\/section>/s.exec(html) ?? [];
    const spans = (name: string) =>
      [...card.matchAll(new RegExp(`<span class="${name}">(.*?)</span>`, 'gs'))].map(([, text]) => text);
    return { card, titles: spans('timeline-status'), lines: spans('as-written') };
  }

  it('has the driver’s own steps and the cancellation, with their times, but not its reason', async () => {
    const id = await assignedRide();
    for (const status of ['OTWTP', 'OTWTD'] as const) {
      service.clock.advance(60);
      await advanceTrip(service, id, status);
    }
    const boarded = service.clock.now().toISOString();
    service.clock.advance(60);
    await contractor.api.cancel(id, { body: { reason: 'A private reason' } });
    const { card, titles } = await historyOf(id);
    expect(titles).toEqual(['Assigned to you', 'On the way to pickup', 'Rider on board', 'Cancelled']);
    expect(card).toContain(boarded);
    for (const text of ['private reason', contractor.invitation?.email, driver.invitation?.email])
      expect(card).not.toContain(text);
    expect((await historyOf(id, 'fr')).titles[0]).toBe('Course attribuée');
  });

  it('says what the contractor changed of what it shows, without price and member', async () => {
    const [vehicle] = contractor.vehicles;
    const hire = { tripType: 'AVAILABILITY', estimatedDurationMinutes: 240 };
    const id = await booked({ ...hire, price: 66, note: 'Old note' });
    await assign(id, driver.accountId);
    service.clock.advance(60);
    await edit(id, { price: '98.76' });
    expect((await historyOf(id)).titles).toEqual(['Assigned to you']);
    await edit(id, { at: '2027-03-25T07:30', price: '87.65' });
    service.clock.advance(60);
    await edit(id, { passengers: '2', note: 'Gate <B>', hireHours: '5', vehicleId: vehicle?.vehicleId ?? '' });
    const { card, lines } = await historyOf(id);
    expect(lines).toEqual([
      'Pickup: 25 Mar 2027, 09:00 (Paris) → 25 Mar 2027, 07:30 (Paris)',
      'Duration of the hire: 4 h 00 min → 5 h 00 min',
      `Vehicle: none → ${vehicle?.name}`,
      'Passengers: 1 → 2',
      'Note for the driver: Old note → Gate &lt;B>',
    ]);
    for (const text of ['<h2>History</h2>', 'Paris time', '>Updated<', service.clock.now().toISOString()])
      expect(card).toContain(text);
    for (const text of ['Price', '98.76', '87.65', contractor.invitation?.email]) expect(card).not.toContain(text);
    const french = await historyOf(id, 'fr');
    expect(french.card).toContain('<h2>Historique</h2>');
    expect(french.lines[0]).toBe('Prise en charge\u00a0: 25 mars 2027, 09:00 (Paris) → 25 mars 2027, 07:30 (Paris)');
  });

  // All at the same time: the trip's versions have the order.
  it('says nothing of what was changed before the ride was assigned, or assigned again', async () => {
    const id = await booked();
    await edit(id, { passengers: '3' });
    await assign(id, driver.accountId);
    expect((await historyOf(id)).lines).toEqual([]);
    await edit(id, { passengers: '2' });
    expect((await historyOf(id)).lines).toEqual(['Passengers: 3 → 2']);
    await assign(id, '');
    expect((await historyOf(id)).lines).toEqual([]);
    await assign(id, driver.accountId);
    expect((await historyOf(id)).lines).toEqual([]);
  });
});

describe('an open page', () => {
  it('follows what is changed of the rider on their own page', async () => {
    const id = await assignedRide();
    const { clientId } = await contractor.api.tripNow(id);
    const pages = [
      [browser, `/app/rides/${id}`],
      [browser, '/app/rides'],
      [dispatcher, `/app/trips/${id}`],
    ] as const;
    const values = () => Promise.all(pages.map(async ([visitor, path]) => (await visitor.get(`${path}/change`)).html));
    const shown = async () =>
      Promise.all(
        pages.map(async ([visitor, path]) => /data-refresh-value="([^"]*)"/.exec((await visitor.get(path)).html)?.[1]),
      );
    const before = await values();
    expect(before).toEqual(await shown());
    const rider = `/app/riders/${clientId}`;
    expect((await dispatcher.change(rider, { firstName: 'Grace', phone: '+33 7 55 55 55 55' })).status).toBe(303);
    const after = await values();
    expect(after).toEqual(await shown());
    for (const [index, value] of after.entries()) expect(value).not.toBe(before[index]);
  });
});

describe('my rides', () => {
  /** The rides that are marked, with what is said of their pickups. */
  async function marked(language = 'en', mark = 'Changed') {
    const { html } = await browser.get('/app/rides', { 'accept-language': language });
    const rows = [...html.matchAll(/<tr class="linked">.*?<\/tr>/gs)].map(([row]) => ({
      id: /[0-9a-f]{24}/.exec(row)?.[0],
      isMarked: row.includes(`>${mark}<`),
      below: /class="below hint">(.*?)</.exec(row)?.[1],
    }));
    expect(rows.filter(({ isMarked, below }) => isMarked !== (below !== undefined))).toEqual([]);
    return rows.filter(({ isMarked }) => isMarked).map(({ id, below }) => [id, below]);
  }

  it('mark a pickup that the contractor moved, with the time or the day before', async () => {
    const [one, other] = [await assignedRide(), await assignedRide()];
    await edit(one, { at: '2027-03-25T10:30' });
    expect(await marked()).toEqual([[one, 'was 09:00']]);
    await edit(one, { at: '2027-03-25T07:30' });
    await edit(other, { at: '2027-03-26T07:30' });
    expect(await marked()).toEqual([
      [one, 'was 09:00'],
      [other, 'was 25 Mar 2027, 09:00'],
    ]);
    expect(await marked('fr', 'Modifiée')).toEqual([
      [one, 'au lieu de 09:00'],
      [other, 'au lieu du 25 mars 2027, 09:00'],
    ]);
    await edit(one, { at: '2027-03-25T09:00' });
    expect((await marked()).map(([id]) => id)).toEqual([other]);
  });

  it('mark no other change, none before the ride was assigned, and none of an own trip', async () => {
    const id = await booked();
    await edit(id, { at: '2027-03-25T08:00' });
    await assign(id, driver.accountId);
    await edit(id, { note: 'Gate B' });
    const { _id: own } = await driver.api.createdTrip();
    await edit(own, { at: '2027-03-25T08:15' }, browser);
    expect(await marked()).toEqual([]);
    await edit(id, { at: '2027-03-25T07:30' });
    expect(await marked()).toEqual([[id, 'was 08:00']]);
    await assign(id, '');
    await assign(id, driver.accountId);
    expect(await marked()).toEqual([]);
  });

  it('mark it for a day, also in an open page', async () => {
    const id = await assignedRide();
    await edit(id, { at: '2027-03-25T07:30' });
    const open = async () => (await browser.get('/app/rides/change')).html;
    const before = await open();
    service.clock.advance(24 * 3_600 - 1);
    expect([await marked(), await open()]).toEqual([[[id, 'was 09:00']], before]);
    service.clock.advance(1);
    expect(await marked()).toEqual([]);
    expect(await open()).not.toBe(before);
  });
});
