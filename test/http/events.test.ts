import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/event.ts';
import { cancelTrips } from '../../src/trips/store/cancelTrips.ts';
import { assignTrip, stepTrip } from '../../src/trips/store/changeTrip.ts';
import { expectFaults } from '../support/client.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();

const feed = (account: TestAccount, query: Record<string, string> = {}) =>
  account.api.send('GET', `/v1/events?${new URLSearchParams(query)}`);
const eventsOf = async (account: TestAccount, query: Record<string, string> = {}): Promise<Event[]> => {
  const answer = await feed(account, query);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const typesOf = (events: Event[]) => events.map(({ type }) => type);

async function step(
  account: TestAccount,
  tripId: string,
  version: number,
  ...steps: Parameters<typeof stepTrip>[1]['steps']
) {
  const trip = { accountId: account.accountId, tripId, version };
  return stepTrip(service.database, { trip, steps, changedAt: service.clock.now(), changedBy: 'OPERATOR' });
}

describe('GET /v1/events', () => {
  it('has every change of a trip, oldest first, with the trip as it was right after it', async () => {
    const account = await service.account({ role: 'CONTRACTOR' });
    const driver = await service.account();
    const trip = await account.api.createdTrip({ externalReference: 'E1', metadata: { a: 'b' } });
    const { accountId } = account;
    const assignment = {
      executorId: driver.accountId,
      assignedAt: service.clock.now(),
      assignedBy: 'DASHBOARD' as const,
    };
    await assignTrip(service.database, { trip: { accountId, tripId: trip._id, version: 1 }, ...assignment });
    await step(account, trip._id, 2, 'OTWTP', 'OTWTD', 'FINISHED');
    await step(account, trip._id, 5, 'FINISHED_PAYED');
    await account.api.cancel(trip._id, { body: { reason: 'secret' } });

    const answer = await feed(account);
    expect(answer.text).not.toContain('secret');
    const events: Event[] = answer.body.data;
    const assigned = { ...trip, executorId: driver.accountId };
    const paid = { ...assigned, status: 'FINISHED_PAYED', isPaid: true };
    expect(events.map(({ type, changedBy, data }) => [type, changedBy, data.previousStatus, data.trip])).toEqual([
      ['trip.created', 'API', null, trip],
      ['trip.assigned', 'DASHBOARD', 'CONFIRMED', assigned],
      ['trip.status_changed', 'OPERATOR', 'CONFIRMED', { ...assigned, status: 'OTWTP' }],
      ['trip.status_changed', 'OPERATOR', 'OTWTP', { ...assigned, status: 'OTWTD' }],
      ['trip.status_changed', 'OPERATOR', 'OTWTD', { ...assigned, status: 'FINISHED' }],
      ['trip.status_changed', 'OPERATOR', 'FINISHED', paid],
      ['trip.cancelled', 'API', 'FINISHED_PAYED', { ...paid, status: 'CANCELLED' }],
    ]);
    expect(events.map(({ _id, tripId }) => [_id, tripId])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((version) => [`${trip._id}-${version}`, trip._id]),
    );
    for (const event of events)
      expect((await account.api.send('GET', `/v1/events/${event._id}`)).body).toEqual({ success: true, data: event });
  });

  it('numbers every change of a trip one higher in its identifier, also a step that was undone', async () => {
    const account = await service.account();
    const trip = await account.api.createdTrip();
    await step(account, trip._id, 1, 'OTWTP');
    await account.api.createdTrip();
    await step(account, trip._id, 2, 'CONFIRMED');
    await account.api.cancel(trip._id);
    const events = (await eventsOf(account)).filter(({ tripId }) => tripId === trip._id);
    expect(events.map(({ _id, type, data }) => [_id, type, data.previousStatus, data.trip.status])).toEqual([
      [`${trip._id}-1`, 'trip.created', null, 'CONFIRMED'],
      [`${trip._id}-2`, 'trip.status_changed', 'CONFIRMED', 'OTWTP'],
      [`${trip._id}-3`, 'trip.status_changed', 'OTWTP', 'CONFIRMED'],
      [`${trip._id}-4`, 'trip.cancelled', 'CONFIRMED', 'CANCELLED'],
    ]);
  });

  it('goes on after the last event of a page, without a gap or a repetition', async () => {
    const account = await service.account();
    expect((await feed(account)).body).toEqual({ success: true, data: [], pagination: { next: null, hasNext: false } });
    for (let count = 0; count < 5; count += 1) await account.api.createdTrip();
    const all = await eventsOf(account);
    const seen: Event[] = [];
    let query: Record<string, string> = { limit: '2' };
    for (let hasNext = true; hasNext; ) {
      const { data, pagination } = (await feed(account, query)).body;
      seen.push(...data);
      expect(pagination.next).toBe(data.at(-1)._id);
      hasNext = pagination.hasNext;
      query = { limit: '2', after: pagination.next };
    }
    expect([seen, seen.length]).toEqual([all, 5]);
    expect((await feed(account, query)).body).toEqual({
      success: true,
      data: [],
      pagination: { next: query.after, hasNext: false },
    });
  });

  it('can be asked for one type, and then an empty page still says how far it has read', async () => {
    const account = await service.account();
    const [first, second] = [await account.api.createdTrip(), await account.api.createdTrip()];
    await step(account, first._id, 1, 'OTWTP');
    await account.api.cancel(second._id);
    expect(typesOf(await eventsOf(account, { type: 'trip.created' }))).toEqual(['trip.created', 'trip.created']);
    expect(typesOf(await eventsOf(account, { type: 'trip.status_changed' }))).toEqual(['trip.status_changed']);
    expect(typesOf(await eventsOf(account, { type: 'trip.cancelled' }))).toEqual(['trip.cancelled']);
    for (const type of ['trip.assigned', 'trip.updated'])
      expect((await feed(account, { type })).body).toEqual({
        success: true,
        data: [],
        pagination: { next: `${second._id}-2`, hasNext: false },
      });
    const after = `${first._id}-1`;
    expect((await feed(account, { type: 'trip.updated', after })).body.pagination).toEqual({
      next: after,
      hasNext: false,
    });
    expect(typesOf(await eventsOf(account, { after: `${second._id}-1` }))).toEqual([
      'trip.status_changed',
      'trip.cancelled',
    ]);
  });

  it('shows an account its own events only', async () => {
    const [account, stranger] = [await service.account(), await service.account()];
    const { _id } = await account.api.createdTrip();
    await stranger.api.createdTrip();
    expect(await eventsOf(account)).toHaveLength(1);
    for (const path of [`/v1/events?after=${_id}-1`, `/v1/events/${_id}-1`])
      expect((await stranger.api.send('GET', path)).body.code).toBe('EVENT_NOT_FOUND');
  });

  it('refuses an event that is unknown, and a query out of bounds', async () => {
    const account = await service.account();
    const { _id } = await account.api.createdTrip();
    for (const id of [`${_id}-2`, `${_id}-0`, `${_id}`, `${_id}-1x`, `${_id}-99999999999`, 'x', '%00', `${_id}-01`]) {
      const paths = [`/v1/events?after=${id}`, `/v1/events/${id}`];
      for (const path of paths) {
        const { status, body } = await account.api.send('GET', path);
        expect([status, body.code], path).toEqual(
          id === '%00' && path.includes('?') ? [400, 'VALIDATION_FAILED'] : [404, 'EVENT_NOT_FOUND'],
        );
      }
    }
    for (const blank of ['', ' ']) {
      const { status, body } = await feed(account, { after: blank });
      const message = 'after is empty. Leave it out to begin with the oldest event.';
      expect([status, body.code, body.message]).toEqual([404, 'EVENT_NOT_FOUND', message]);
    }
    expectFaults(await feed(account, { limit: '0' }), ['limit must be >= 1']);
    expectFaults(await feed(account, { limit: '101' }), ['limit must be <= 100']);
    expectFaults(await feed(account, { type: 'trip.lost' }), [
      'type must be one of trip.created, trip.assigned, trip.status_changed, trip.cancelled, trip.updated',
    ]);
    expectFaults(await feed(account, { page: '1' }), ['page is not a known query parameter']);
    expect(await eventsOf(account, { limit: '100', after: `${_id.toUpperCase()}-1` })).toEqual([]);
  });

  it('skips no change that is committed late: what comes after it waits, and a reader sees both in order', async () => {
    const [account, other] = [await service.account(), await service.account()];
    const trip = await account.api.createdTrip();
    const late = await openTransaction(service);
    await cancelIn(late, account, trip._id);
    await other.api.createdTrip(); // another account does not wait
    const overtaking = account.api.createdTrip();
    await untilStatementWaits(service);
    const seen = (await feed(account)).body;
    expect(seen).toMatchObject({ data: [{ type: 'trip.created' }], pagination: { next: `${trip._id}-1` } });
    await late.commit();
    const { _id } = await overtaking;
    const rest = await eventsOf(account, { after: seen.pagination.next });
    expect(rest.map((event) => event._id)).toEqual([`${trip._id}-2`, `${_id}-1`]);
  });

  it('has no gap where a change was undone', async () => {
    const account = await service.account();
    const trip = await account.api.createdTrip();
    const undone = await openTransaction(service);
    await cancelIn(undone, account, trip._id);
    await undone.rollback();
    await account.api.cancel(trip._id);
    const { rows } = await service.database.query({
      text: 'SELECT event_number FROM trip_status_history WHERE account_id = $1 ORDER BY 1',
      values: [account.accountId],
    });
    expect(rows).toEqual([{ event_number: 1 }, { event_number: 2 }]);
  });
});

const cancelIn = (
  transaction: Awaited<ReturnType<typeof openTransaction>>,
  { accountId }: TestAccount,
  tripId: string,
) =>
  cancelTrips({ layout: service.database.layout, query: ({ text, values }) => transaction.query(text, values) }, [
    { accountId, tripId, changedAt: service.clock.now(), changedBy: 'API', reason: null, keyed: null },
  ]);
