import { expect, it } from 'vitest';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const booked = async () => (await account.api.createdTrip())._id;

// A step in the dashboard takes an event number, and then counts. In the opposite order, the two could wait for each other.
it.each<[string, number, (trips: string[]) => Promise<{ status: number }>[]]>([
  ['a booking', 201, () => [account.api.create()]],
  ['bookings', 201, () => [account.api.create(), account.api.create(), account.api.create()]],
  ['a cancellation', 200, ([trip = '']) => [account.api.cancel(trip)]],
  ['cancellations', 200, (trips) => trips.map((trip) => account.api.cancel(trip))],
])('%s: nothing is counted by who waits for the number of an event', async (_, status, send) => {
  const trips = [await booked(), await booked()];
  const step = await openTransaction(service);
  await step.query('SELECT FROM account_events WHERE account_id = $1 FOR UPDATE', [account.accountId]);
  const answers = Promise.all(send(trips));
  await untilStatementWaits(service);
  await step.query('SELECT FROM trip_status_counts WHERE account_id = $1 FOR UPDATE NOWAIT', [account.accountId]);
  await step.commit();
  for (const answer of await answers) expect(answer.status).toBe(status);
});
