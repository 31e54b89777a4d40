import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate, waitingContracts } from '../../src/database/migrate.ts';
import { newId, referenceOf } from '../../src/identifiers.ts';
import { generateApiKey } from '../../src/keys/apiKey.ts';
import { fingerprint } from '../../src/trips/idempotency.ts';
import { findMiscounts } from '../../src/trips/store/consistency.ts';
import { foldCountChanges } from '../../src/trips/store/tripCounts.ts';
import { type ApiClient, apiClient, bookingBody, newKey } from '../support/client.ts';
import type { TestDatabase } from '../support/database.ts';
import { databaseOf1_0, LAST_OF_1_0, migrationNames } from '../support/releases.ts';
import { startService, type TestService } from '../support/service.ts';

let database: TestDatabase;
let service: TestService;
let account: { accountId: string; apiKey: string; clientId: string; api: ApiClient };

// Release 1.0 does not know clusters.
const isCluster = inject('nodes').length > 1;
const it = test.skipIf(isCluster);

beforeAll(async () => {
  if (isCluster) return;
  database = await databaseOf1_0();
  service = await startService({ on: database });
  account = await accountOf1_0();
});
afterAll(async () => {
  if (isCluster) return;
  await service.close();
  await database.drop();
});

/** Without an owner: how 1.0 invites one is not the matter here. */
async function accountOf1_0() {
  const [accountId, clientId] = [newId(), newId()];
  const { keyId, apiKey, secretSha256 } = generateApiKey();
  await run(
    `INSERT INTO accounts (account_id, name, role, api_tier, vat_exempt, created_at)
     VALUES ($1, 'Old', 'DRIVER', 'STANDARD', false, now())`,
    [accountId],
  );
  await run(
    `INSERT INTO api_keys (account_id, key_id, secret_sha256, created_at) VALUES ($1, $2, $3, '2027-03-01T00:00:00Z')`,
    [accountId, keyId, secretSha256],
  );
  await run(
    `INSERT INTO riders (account_id, client_id, first_name, last_name, phone, created_at)
     VALUES ($1, $2, 'Ada', 'Lovelace', '+33600000001', now())`,
    [accountId, clientId],
  );
  return { accountId, apiKey, clientId, api: apiClient(service.url, apiKey) };
}

const run = (text: string, values: unknown[] = []) => service.database.query<{ value: string }>({ text, values });
const single = async (text: string, values: unknown[] = []) => (await run(text, values)).rows[0]?.value;

/** A booking as release 1.0 writes it: the trip's text has no shape, and the key's record has the response. */
async function bookAs1_0(key: Record<string, string>) {
  const tripId = newId();
  const { accountId, clientId } = account;
  const fixed = `"_id":"${tripId}","userId":"${accountId}","pickupAddress":{"address":"A","lat":1,"lng":2},"destinationAddress":{"address":"B","lat":3,"lng":4},"scheduledPickupTime":"2027-03-14T09:30:00.000Z","price":66,"priceHT":60,"vatRate":10,"vatAmount":6,"tripType":"TRIP","clientId":"${clientId}","vehicleId":null,"serviceTierId":null,"pricingSchemeId":null,"paxNumber":1,"note":null,"estimatedDistanceKm":null,"estimatedDurationMinutes":null,"createdAt":"2027-03-01T08:00:00.000Z"`;
  const response = `{"success":true,"message":"Trip created","data":{${fixed},"executorId":"${accountId}","status":"CONFIRMED","isPaid":false}}`;
  await run(
    `INSERT INTO trips (account_id, trip_id, version, status, is_paid, executor_id, client_id, trip_type, scheduled_at, price_cents,
                        price_ht_cents, vat_rate, pax_number, pickup_address, pickup_lat, pickup_lng, destination_address,
                        destination_lat, destination_lng, created_at, fixed_members)
     VALUES ($1, $2, 1, 'CONFIRMED', false, $1, $3, 'TRIP', '2027-03-14T09:30:00Z', 6600, 6000, 10, 1, 'A', 1, 2, 'B', 3, 4,
             '2027-03-01T08:00:00Z', $4)`,
    [accountId, tripId, clientId, fixed],
  );
  await run(`INSERT INTO trip_status_history VALUES ($1, $2, 1, 'CONFIRMED', '2027-03-01T08:00:00Z', 'API')`, [
    accountId,
    tripId,
  ]);
  await run(
    `INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, response_body, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '1 day')`,
    [accountId, key['idempotency-key'], fingerprint('POST', '/v1/trips', bookingBody({})), response],
  );
  return { tripId, response };
}

const totalOf = async (query = '') => (await account.api.list(`?limit=1${query}`)).body.pagination.total;
const countedResponses = () => single('SELECT count(response_body) AS value FROM idempotency_keys');

it('a trip of release 1.0 is read, listed, replayed and cancelled, and 1.0 can go on until its tables are dropped', async () => {
  const key = newKey();
  const old = await bookAs1_0(key);

  const expanded = await migrate(database.target);
  const contracts = await waitingContracts(service.database);
  expect(expanded.length).toBeGreaterThan(0);
  expect([...expanded, ...contracts].sort()).toEqual(migrationNames.filter((name) => name > LAST_OF_1_0));
  expect(contracts.every((name) => name.includes('contract'))).toBe(true);

  // Today's members, which the text that 1.0 stored lacks.
  const added = { reference: referenceOf(old.tripId), externalReference: null, metadata: {} };
  const booked = { ...JSON.parse(old.response).data, ...added };
  expect(await account.api.tripNow(old.tripId)).toEqual({ ...booked, statusHistory: [expect.anything()] });
  expect((await account.api.list()).body).toMatchObject({ data: [booked], pagination: { total: 1 } });
  // A replay is the answer of that day, without the members that were added since.
  const replayed = await fetch(`${service.url}/v1/trips`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json', ...key },
    body: JSON.stringify(bookingBody()),
  });
  expect([replayed.status, await replayed.text()]).toEqual([201, old.response]);

  // 1.0 and 1.1 side by side: each counts the other's trips, and 1.0 finds the responses of 1.1.
  const newKeyed = newKey();
  const created = await account.api.create({ note: 'by 1.1' }, newKeyed);
  expect(await single('SELECT response_body AS value FROM idempotency_keys WHERE trip_id IS NOT NULL')).toBe(
    created.text,
  );
  await bookAs1_0(newKey());
  await run(`UPDATE trips SET status = 'OTWTP', version = 2 WHERE trip_id = $1`, [created.body.data._id]);
  const cancelling = newKey();
  const cancelled = await account.api.cancel(old.tripId, { headers: cancelling });
  expect(cancelled.body).toEqual({ success: true, data: { ...booked, status: 'CANCELLED' } });
  const totals = async () => [await totalOf(), await totalOf('&status=OTWTP'), await totalOf('&status=CANCELLED')];
  expect(await totals()).toEqual([3, 1, 1]);
  expect(await findMiscounts(service.database)).toEqual([]);

  // Somebody has to add up the lines of the triggers, now that 1.0 may be gone.
  expect(await foldCountChanges(service.database, 1_000)).toBeGreaterThan(0);
  expect([await single('SELECT count(*) AS value FROM trip_count_changes'), await totals()]).toEqual([0, [3, 1, 1]]);

  expect(await migrate(database.target, { contract: true })).toEqual(contracts);
  expect(await foldCountChanges(service.database, 1_000)).toBeUndefined();
  expect(await totals()).toEqual([3, 1, 1]);
  const stored = await countedResponses();
  const lean = newKey();
  const later = await account.api.create({ note: 'once' }, lean);
  expect(await countedResponses()).toBe(stored); // the trip alone has it now
  expect((await account.api.create({ note: 'once' }, lean)).text).toBe(later.text);
  expect((await account.api.create({ note: 'by 1.1' }, newKeyed)).text).toBe(created.text);
  expect((await account.api.cancel(old.tripId, { headers: cancelling })).text).toBe(cancelled.text);
  expect(await totals()).toEqual([4, 1, 1]);
  expect(await findMiscounts(service.database)).toEqual([]);
});
