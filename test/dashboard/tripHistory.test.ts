import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { rowsOfAccount } from '../support/accountRows.ts';
import { backupDirectory, query } from '../support/backups.ts';
import { filledIn, newMember, ownerForFile, ownerOf, type Visitor } from '../support/browserClient.ts';
import { createTestDatabase } from '../support/database.ts';
import { agree } from '../support/drivers.ts';
import { operatorOn } from '../support/operator.ts';
import { startService, type TestAccount } from '../support/service.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });
const emailOf = ({ invitation }: TestAccount) => invitation?.email ?? '';
const anna = emailOf(account);
const bob = 'bob+dispatch@example.com';
const dispatcher = await newMember(service, owner, { role: 'DISPATCHER', email: bob });
const viewer = await newMember(service, owner, { role: 'VIEWER' });
const driver = await service.account();
await agree(service, account, driver);
const driversOwner = await ownerOf(service, driver);
const driversDispatcher = await newMember(service, driversOwner, { role: 'DISPATCHER' });

const backup = backupDirectory();

/** Books by the form, as a person does; the page of the trip. */
async function bookByHand(visitor: Visitor): Promise<string> {
  const form = '/app/trips/new';
  const typed = {
    ...{ pickup: 'Gare de Lyon, Paris', dropoff: 'Aéroport CDG Terminal 2E', at: '2027-03-14T10:30' },
    ...{ firstName: 'Grace', lastName: 'Hopper', phone: '+33 6 11 22 33 44' },
  };
  const shown = await visitor.post(form, { ...filledIn((await visitor.get(form)).html, form), ...typed });
  const booked = await visitor.post(form, { ...filledIn(shown.html, form), do: 'book' });
  expect(booked.status).toBe(303);
  return booked.headers.get('location') ?? '';
}

const idIn = (path: string) => path.split('/').at(-1) ?? '';

async function bookedThroughApi(): Promise<string> {
  return `/app/trips/${(await account.api.createdTrip())._id}`;
}

/** Sends the form of a page below the trip's, a second after the change before. */
async function change(visitor: Visitor, path: string, what: string, fields: Record<string, string> = {}) {
  service.clock.advance(1);
  const page = what === 'cancel' ? `${path}/cancel` : path;
  expect((await visitor.submit(page, `${path}/${what}`, fields)).status).toBe(303);
}

/** The history as the page shows it: what happened, and who did it. */
async function historyOn(path: string, visitor: Visitor = viewer, language = 'en') {
  const { html } = await visitor.get(path, { 'accept-language': language });
  const [, timeline = ''] = /<ol class="timeline">(.*?)<\/ol>/s.exec(html) ?? [];
  const entries = timeline.split('</li>').slice(0, -1);
  return entries.map((entry) => {
    const [what, ...rest] = entry.replace(/<time.*?<\/time> · |<wbr\/?>/gs, '').match(/(?<=>)[^<>]+/g) ?? [];
    return [what, rest.at(-1)];
  });
}

/** Booked by the one, assigned, updated, advanced and taken back by the other, and cancelled by the first. */
async function changedByTwo(): Promise<string> {
  const path = await bookByHand(owner);
  await change(dispatcher, path, 'assign', { driver: driver.accountId });
  service.clock.advance(1);
  expect((await dispatcher.change(`${path}/edit`, { passengers: '2' })).status).toBe(303);
  await change(dispatcher, path, 'advance', { confirmed: 'yes' });
  await change(dispatcher, path, 'undo');
  await change(owner, path, 'cancel', { reason: 'Flight cancelled' });
  return path;
}

describe('the history of a trip', () => {
  it('names the member who made a change in the dashboard, to all members of the account', async () => {
    const path = await changedByTwo();
    for (const visitor of [owner, dispatcher, viewer])
      expect(await historyOn(path, visitor)).toEqual([
        ['Confirmed', `In the dashboard · ${anna}`],
        ['Assigned to Demo driver', `In the dashboard · ${bob}`],
        ['Updated', `In the dashboard · ${bob}`],
        ['On the way to pickup', `In the dashboard · ${bob}`],
        ['Confirmed', `In the dashboard · ${bob}`],
        ['Cancelled', `In the dashboard · ${anna}`],
      ]);
    const inFrench = await historyOn(path, viewer, 'fr');
    expect([inFrench[0]?.[1], inFrench[1]?.[1]]).toEqual([
      `Depuis le tableau de bord · ${anna}`,
      `Depuis le tableau de bord · ${bob}`,
    ]);
  });

  it('names nobody for changes through the API', async () => {
    const path = await bookedThroughApi();
    service.clock.advance(1);
    await account.api.cancel(idIn(path));
    expect(await historyOn(path)).toEqual([
      ['Confirmed', 'Through the API'],
      ['Cancelled', 'Through the API'],
    ]);
  });

  it('goes on naming a member who was removed', async () => {
    const leaving = await newMember(service, owner, { role: 'DISPATCHER' });
    const path = await bookByHand(leaving);
    await service.database.query({
      text: 'DELETE FROM members WHERE account_id = $1 AND email = $2',
      values: [account.accountId, leaving.email],
    });
    expect(await historyOn(path)).toEqual([['Confirmed', `In the dashboard · ${leaving.email}`]]);
  });

  it('names no member of the driver’s account, nor do its members see those of the contractor', async () => {
    const path = await bookedThroughApi();
    const ride = `/app/rides/${idIn(path)}`;
    await change(dispatcher, path, 'assign', { driver: driver.accountId });
    await change(driversDispatcher, ride, 'advance', { confirmed: 'yes' });
    await change(driversDispatcher, ride, 'undo');
    for (const page of [ride, `${ride}/voucher`]) expect((await driversDispatcher.get(page)).html).not.toContain(bob);
    await change(driversOwner, ride, 'decline', { reason: 'Car in repair' });
    expect(await historyOn(path)).toEqual([
      ['Confirmed', 'Through the API'],
      ['Assigned to Demo driver', `In the dashboard · ${bob}`],
      ['On the way to pickup', 'In the dashboard'],
      ['Confirmed', 'In the dashboard'],
      ['Declined by Demo driver', 'In the dashboard'],
    ]);
    const { trip_status_history, trip_assignments } = await rowsOfAccount(service.database, account.accountId);
    for (const { email } of [driversDispatcher, { email: emailOf(driver) }])
      expect(JSON.stringify([trip_status_history, trip_assignments])).not.toContain(email);
  });

  it('names a driver’s own members on the driver’s own trips', async () => {
    const path = await bookByHand(driversOwner);
    await change(driversDispatcher, path, 'advance', { confirmed: 'yes' });
    expect((await historyOn(path, driversOwner)).map(([, by]) => by)).toEqual([
      `In the dashboard · ${emailOf(driver)}`,
      `In the dashboard · ${driversDispatcher.email}`,
    ]);
  });

  it('is the same as before for callers of the API and in a rider’s data', async () => {
    const path = await changedByTwo();
    const { body } = await account.api.read(idIn(path));
    for (const entry of body.data.statusHistory)
      expect(Object.keys(entry)).toEqual(['status', 'changedAt', 'changedBy']);
    const events = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((version) => account.api.send('GET', `/v1/events/${idIn(path)}-${version}`)),
    );
    expect(events.map(({ status, body: { data } }) => [status, data.changedBy])).toEqual(
      Array(6).fill([200, 'DASHBOARD']),
    );
    const data = await owner.get(`/app/riders/${body.data.clientId}/data.json`);
    expect(data.html).toContain(idIn(path));
    for (const email of [anna, bob]) expect(JSON.stringify([body, events, data.html])).not.toContain(email);
  });

  it('names members for a booking on a Citus cluster too', async () => {
    const onNode = await startService({ layout: 'citus' });
    try {
      const other = await onNode.account();
      const member = await ownerOf(onNode, other);
      const path = await bookByHand(member);
      expect(await historyOn(path, member)).toEqual([['Confirmed', `In the dashboard · ${emailOf(other)}`]]);
    } finally {
      await onNode.close();
    }
  });
});

it.runIf(inject('nodes').length === 1)('a restore brings back who changed a trip', async () => {
  const path = await changedByTwo();
  const file = join(backup, 'backup.trips');
  const target = await createTestDatabase();
  await operatorOn({ DATABASE_URL: service.databaseUrl }).json(`backup ${file}`);
  await operatorOn({ DATABASE_URL: target.url }).json(`restore ${file}`);
  const changes = ['trip_status_history', 'trip_assignments', 'trip_changes'].map(
    (table) => `SELECT version, member_email FROM ${table} WHERE trip_id = $1`,
  );
  const rows = await query(target.target, `${changes.join(' UNION ALL ')} ORDER BY version`, [idIn(path)]);
  expect(rows.map(({ member_email }) => member_email)).toEqual([anna, bob, bob, bob, bob, anna]);
  await target.drop();
});
