import { join } from 'node:path';
import { describe, expect, inject, it, vi } from 'vitest';
import { insertRider, listRiders } from '../../src/catalogue/riderStore.ts';
import type { Database } from '../../src/database/connection.ts';
import { newId } from '../../src/identifiers.ts';
import { monthsBefore, sweepRiders } from '../../src/privacy/retention.ts';
import { UPDATABLE } from '../../src/trips/store/tripColumns.ts';
import { rowsOfAccount } from '../support/accountRows.ts';
import { backupDirectory } from '../support/backups.ts';
import { filledIn, newMember, ownerForFile, ownerOf } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';
import { operatorOn } from '../support/operator.ts';
import {
  CHANGED,
  IMPERSONAL_CHANGES,
  PERSON,
  PERSONAL,
  SECRETS,
  secretsIn,
  TRIP,
  travel,
} from '../support/personalTrip.ts';
import { indexAll } from '../support/search.ts';
import type { TestAccount } from '../support/service.ts';

const file = await ownerForFile();
const { service, account, owner } = file;
const { api } = account;
const directory = backupDirectory();

const riderPath = (id: string) => `/app/riders/${id}`;
const erase = (id: string, by = owner) => by.submit(`${riderPath(id)}/erase`, `${riderPath(id)}/erase`);

async function contractorWithDriver() {
  const [contractor, driver] = [await service.account({ role: 'CONTRACTOR' }), await service.account()];
  const [itsOwner, driversOwner] = [await ownerOf(service, contractor), await ownerOf(service, driver)];
  await agree(service, contractor, driver);
  return { contractor, driver, owner: itsOwner, driversOwner };
}

describe('everything known of a rider', () => {
  it('is downloaded as JSON: details, trips, changes and reasons', async () => {
    const { clientId, tripId, cancelledId } = await travel(file);
    expect((await owner.get(riderPath(clientId))).html).toContain(`${riderPath(clientId)}/data.json`);
    const { status, headers, html } = await owner.get(`${riderPath(clientId)}/data.json`);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining(`rider-${clientId}.json`),
    ]);
    const { rider, trips } = JSON.parse(html);
    expect(rider).toMatchObject({ _id: clientId, ...PERSON });
    expect(trips.map(({ _id }: { _id: string }) => _id)).toEqual([tripId, cancelledId]);
    expect(trips[0]).toMatchObject({
      ...{ pickupAddress: TRIP.pickup.address, metadata: TRIP.metadata, externalReference: 'ORDER-5512' },
      changes: [{ before: { note: TRIP.note }, after: CHANGED }],
    });
    expect(trips[0].assignments).toMatchObject([{ reason: 'Allergie' }]);
    expect(trips[1].statusHistory[1]).toMatchObject({ status: 'CANCELLED', reason: 'Migraine' });
    expect(secretsIn(html)).toEqual(SECRETS);
  });

  it('is for owners alone, and of their own riders', async () => {
    const { clientId } = await api.createdTrip();
    const dispatcher = await newMember(service, owner, { role: 'DISPATCHER' });
    expect((await dispatcher.get(riderPath(clientId))).html).not.toContain('data.json');
    const stranger = await ownerOf(service, await service.account());
    for (const path of ['data.json', 'erase']) {
      expect((await dispatcher.get(`${riderPath(clientId)}/${path}`)).status).toBe(403);
      expect((await stranger.get(`${riderPath(clientId)}/${path}`)).status).toBe(404);
    }
  });
});

describe('erasing a rider', () => {
  it.each([...Object.entries(PERSONAL), ...Object.entries(CHANGED)])(
    'is tested with a %s that says who it is',
    (_, value) => expect(secretsIn(value)).not.toEqual([]),
  );

  it('is tested with a change of every member that people can change and that can say who it is', () => {
    const known = [...IMPERSONAL_CHANGES, ...Object.keys(CHANGED)];
    const missing = UPDATABLE.filter((member) => !known.includes(member));
    expect(missing, 'add them to CHANGED in test/support/personalTrip.ts, or to IMPERSONAL_CHANGES').toEqual([]);
  });

  it('leaves nothing of the person in any table, and trips and sums as they were', async () => {
    const person = await travel(file);
    await indexAll(service);
    const totals = '/app/trips/totals?month=2027-03';
    const figures = async () => [
      (await owner.get(totals)).html.match(/\d+[.,]\d\d/g),
      (await api.list()).body.pagination.total,
      (await api.list('?externalReference=ORDER-5512')).body.pagination.total,
    ];
    const before = await figures();
    expect(secretsIn(await rowsOfAccount(service.database, account.accountId))).not.toEqual([]);
    for (const rider of await listRiders(service.database, account.accountId))
      if (rider.lastName === PERSON.lastName) expect((await erase(rider.clientId)).status).toBe(303);
    expect(secretsIn(await rowsOfAccount(service.database, account.accountId))).toEqual([]);
    await indexAll(service);
    expect(secretsIn(await rowsOfAccount(service.database, account.accountId))).toEqual([]);
    expect(await figures()).toEqual(before);
    const { data } = (await api.read(person.tripId)).body;
    expect(data).toMatchObject({
      ...{ clientId: person.clientId, price: 66, status: 'FINISHED', note: null, metadata: {} },
      pickupAddress: { address: 'Erased', lat: 47.5, lng: 3.7 },
    });
    const rider = await api.send('GET', `/v1/clients/${person.clientId}`);
    expect(rider.body.data).toMatchObject({ firstName: 'Erased', lastName: 'rider', phone: null, companyName: null });
    expect(secretsIn((await api.send('GET', '/v1/events?limit=100')).body)).toEqual([]);
  });

  it('is read in the language of the page, wherever the rider and the addresses were', async () => {
    const { tripId, clientId } = await travel(file);
    await erase(clientId);
    await indexAll(service);
    for (const path of [
      riderPath(clientId),
      '/app/riders',
      '/app/trips',
      `/app/trips/${tripId}`,
      `/app/trips/${tripId}/voucher`,
      '/app/day?date=2027-01-01',
      '/app/day-sheet?date=2027-01-01',
      '/app/trips.csv',
    ]) {
      const { html } = await owner.get(path, { 'accept-language': 'fr' });
      expect([path, html]).toEqual([path, expect.stringContaining('Passager effacé')]);
      expect([path, html]).toEqual([path, expect.not.stringContaining('Erased')]);
      if (path !== '/app/riders') expect([path, html]).toEqual([path, expect.stringContaining('Effacée')]);
    }
  });

  it('is said in the history of a trip whose note was changed, to the contractor and to the driver', async () => {
    const { owner: dispatcher, ...own } = await contractorWithDriver();
    const { _id, clientId } = await own.contractor.api.createdTrip({ client: PERSON });
    const path = `/app/trips/${_id}`;
    await dispatcher.submit(path, `${path}/assign`, { driver: own.driver.accountId });
    for (const note of ['First note', 'Second note']) await dispatcher.change(`${path}/edit`, { note });
    await own.contractor.api.cancel(_id);
    expect((await erase(clientId, dispatcher)).status).toBe(303);
    for (const [visitor, page] of [
      [dispatcher, path],
      [own.driversOwner, `/app/rides/${_id}`],
    ] as const)
      for (const [language, line] of [
        ['en', 'Note for the driver: Erased'],
        ['fr', 'Note pour le chauffeur\u00a0: Effacée'],
      ] as const) {
        const { html } = await visitor.get(page, { 'accept-language': language });
        const lines = [...html.matchAll(/<span class="as-written">(.*?)<\/span>/g)].map(([, text]) => text);
        expect([page, lines]).toEqual([page, [line, line]]);
      }
  });

  it('leaves no e-mail address to show, and nobody to book for', async () => {
    const { tripId, clientId } = await travel(file);
    const offered = async (fields: Record<string, string>) =>
      (await owner.change('/app/trips/new', fields)).html.includes(`name="rider" value="${clientId}"`);
    await indexAll(service);
    expect(await offered({ riderSearch: 'quartermain' })).toBe(true);
    await erase(clientId);
    await indexAll(service);
    for (const path of [
      ...['/app/riders', '/app/riders?q=erased', '/app/search?q=erased', '/app/riders.csv', '/app/trips.csv'],
      ...[riderPath(clientId), `/app/trips/${tripId}`],
    ]) {
      const { html } = await owner.get(path);
      expect([path, html]).toEqual([path, expect.stringMatching(/Erased[ ,;]rider/)]);
      expect([path, html]).toEqual([path, expect.not.stringContaining('rider.invalid')]);
    }
    for (const fields of [{ riderSearch: 'erased' }, { riderSearch: clientId }, { rider: clientId }])
      expect([fields, await offered(fields)]).toEqual([fields, false]);
    expect((await owner.get(riderPath(clientId))).html).not.toContain('/app/trips/new?rider=');
  });

  it('does not take riders for one person because they were erased', async () => {
    const [one, other] = [await travel(file), await travel(file)];
    for (const { clientId } of [one, other]) await erase(clientId);
    const { status, html } = await owner.get(riderPath(one.clientId));
    expect([status, html.includes(riderPath(other.clientId))]).toEqual([200, false]);
  });

  it('keeps the answers of Idempotency-Keys, without the person', async () => {
    const { clientId, tripId, bookingKey, cancelKey, cancelledId } = await travel(file);
    await erase(clientId);
    const booked = await api.create(TRIP, bookingKey);
    expect([booked.status, booked.headers.get('idempotent-replayed'), booked.body.data._id]).toEqual([
      201,
      'true',
      tripId,
    ]);
    const options = { body: { reason: 'Migraine' }, headers: cancelKey };
    const cancelled = await api.cancel(cancelledId, options);
    expect([cancelled.status, cancelled.body.data]).toMatchObject([200, { _id: cancelledId, status: 'CANCELLED' }]);
    expect(secretsIn([booked.body, cancelled.body])).toEqual([]);
  });

  it('is refused while a trip is still to be made, before anything is asked', async () => {
    const { _id, clientId } = await api.createdTrip({ client: { ...PERSON, lastName: 'Waiting' } });
    const path = `${riderPath(clientId)}/erase`;
    const refusing = await owner.get(path);
    expect(refusing.html).toContain('still has open trips');
    expect(refusing.html).not.toContain(`action="${path}"`);
    await api.cancel(_id);
    const asking = await owner.get(path);
    expect(asking.html).not.toContain('still has open trips');
    const another = await api.createdTrip({ clientId, client: undefined });
    const refused = await owner.post(path, filledIn(asking.html, path));
    expect(refused.headers.get('location')).toBe(riderPath(clientId));
    expect((await owner.get(riderPath(clientId))).html).toContain('still has open trips');
    await api.cancel(another._id);
    await erase(clientId);
    expect((await owner.get(riderPath(clientId))).html).toContain('Rider erased.');
  });

  it('is recorded by the rider’s identifier, and final', async () => {
    const { clientId, tripId } = await travel(file);
    const before = (await owner.get(riderPath(clientId))).html;
    await erase(clientId);
    const { html } = await owner.get(riderPath(clientId));
    expect(html).toContain('This rider was erased on');
    expect(html).not.toContain(`${riderPath(clientId)}/erase`);
    expect(html).not.toContain('ask for it to be erased');
    expect(html).not.toContain('id="firstName"');
    const typed = { ...filledIn(before, riderPath(clientId)), firstName: 'Zoe' };
    expect((await owner.post(riderPath(clientId), typed)).status).toBe(303);
    expect((await api.send('GET', `/v1/clients/${clientId}`)).body.data.firstName).toBe('Erased');
    expect((await owner.get(`/app/trips/${tripId}`)).html).not.toMatch(/Duplicate|Return trip/);
    expect((await erase(clientId)).status).toBe(404);
    const booking = await api.create({ client: undefined, clientId });
    expect([booking.status, booking.body.code]).toEqual([400, 'CLIENT_NOT_FOUND']);
    const log = (await owner.get('/app/account/audit')).html;
    expect(log).toMatch(new RegExp(`Rider erased(?:(?!<tr).)*${clientId}`));
  });
});

describe('the retention period', () => {
  const namesOf = async ({ accountId }: TestAccount) =>
    (await listRiders(service.database, accountId)).map(({ firstName }) => firstName).sort();

  it('erases who was added and last travelled before it, and nobody else', async () => {
    const own = await service.account();
    const now = new Date('2031-06-15T12:00:00.000Z');
    const old = new Date('2028-01-01T00:00:00.000Z');
    const add = async (firstName: string, createdAt: Date, pickups: string[]) => {
      const clientId = newId();
      await insertRider(
        service.database,
        { ...own, clientId, firstName, lastName: 'X', phone: '0612345678' },
        createdAt,
      );
      for (const scheduledAt of pickups) await own.api.createdTrip({ client: undefined, clientId, scheduledAt });
    };
    await service.database.query({
      text: 'UPDATE riders SET created_at = $2 WHERE account_id = $1',
      values: [own.accountId, now],
    });
    await add('NeverTravelled', old, []);
    await add('LongAgo', old, ['2028-02-01T10:00:00Z', '2029-06-15T11:59:00Z']);
    await add('Recently', old, ['2028-02-01T10:00:00Z', '2029-06-15T12:00:00Z']);
    await add('AddedLately', new Date('2031-01-01T00:00:00.000Z'), []);
    const readNow = async () => now;
    expect(await sweepRiders(service.database, 24, { readNow })).toBeGreaterThanOrEqual(2); // with those of other accounts
    expect(await namesOf(own)).toEqual(['Ada', 'AddedLately', 'Erased', 'Erased', 'Louis', 'Recently']);
    const { data } = (await own.api.list()).body;
    const addresses = data.map((trip: { pickupAddress: { address: string } }) => trip.pickupAddress.address);
    expect(addresses.filter((address: string) => address === 'Erased')).toHaveLength(2);
    const { rows } = await service.database.query<{ subject: object }>({
      text: `SELECT subject FROM audit_log WHERE account_id = $1 AND action = 'RIDERS_EXPIRED'`,
      values: [own.accountId],
    });
    expect(rows).toEqual([{ subject: { riders: '2' } }]);
    expect(await sweepRiders(service.database, 24, { readNow, isStopped: () => true })).toBe(0);
    expect(await namesOf(own)).toHaveLength(6);
  });

  it('is counted by the database’s clock, since this process’s may be years ahead', async () => {
    const own = await service.account();
    const before = await namesOf(own);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01T00:00:00.000Z') });
    try {
      await sweepRiders(service.database, 24);
    } finally {
      vi.useRealTimers();
    }
    expect(await namesOf(own)).toEqual(before);
  });

  it('leaves a rider for whom somebody books while it sweeps', async () => {
    const own = await service.account();
    const now = new Date('2031-06-15T12:00:00.000Z');
    const [rider] = await listRiders(service.database, own.accountId);
    const bookingAfterRead: Database = {
      ...service.database,
      async transaction(work) {
        await own.api.createdTrip({
          client: undefined,
          clientId: rider?.clientId,
          scheduledAt: '2031-06-16T12:00:00Z',
        });
        return service.database.transaction(work);
      },
    };
    await service.database.query({
      text: 'UPDATE riders SET created_at = $2 WHERE account_id = $1',
      values: [own.accountId, new Date('2028-01-01T00:00:00.000Z')],
    });
    const names = await namesOf(own);
    await sweepRiders(bookingAfterRead, 24, { readNow: async () => now });
    expect(await namesOf(own)).toEqual(names.map((name) => (name === rider?.firstName ? name : 'Erased')).sort());
  });

  it.each([
    ['2031-06-15T12:00:00.000Z', 24, '2029-06-15T12:00:00.000Z'],
    ['2031-03-31T12:00:00.000Z', 1, '2031-02-28T12:00:00.000Z'],
    ['2031-01-31T12:00:00.000Z', 2, '2030-11-30T12:00:00.000Z'],
  ])('%s less %i months is %s', (now, months, before) => {
    expect(monthsBefore(new Date(now), months).toISOString()).toBe(before);
  });
});

// A backup is restored into one PostgreSQL only, and distributed then.
it.runIf(inject('nodes').length === 1)(
  'an older backup that is restored brings back nothing of who was erased',
  async () => {
    const own = await service.account();
    const ownsOwner = await ownerOf(service, own);
    const { clientId } = await travel({ service, account: own });
    await indexAll(service);
    const operator = operatorOn({ DATABASE_URL: service.databaseUrl });
    const backup = join(directory, 'before.trips');
    await operator.json(`backup ${backup}`);
    expect((await erase(clientId, ownsOwner)).status).toBe(303);
    await operator.json(`restore ${backup}`);
    const restored = await rowsOfAccount(service.database, own.accountId);
    expect([restored.trips?.length, secretsIn(restored)]).toEqual([2, []]);
    await indexAll(service);
    expect(secretsIn(await rowsOfAccount(service.database, own.accountId))).toEqual([]);
    expect(secretsIn((await own.api.send('GET', '/v1/events?limit=100')).body)).toEqual([]);
  },
);
