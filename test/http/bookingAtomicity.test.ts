import { describe, expect, inject, it } from 'vitest';
import { LAYOUTS } from '../../src/database/layout/placement.ts';
import { newKey } from '../support/client.ts';
import { countOf } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

// Citus refuses triggers, so the statements for it are tried on one PostgreSQL.
const isCluster = inject('nodes').length > 1;

const POISONED = { note: 'poison', client: { firstName: 'Poison', lastName: 'Poison', phone: '+33699999999' } };

describe.each(LAYOUTS)('with the statements of the layout %s,', async (layout) => {
  if (isCluster) return it.skip('on one PostgreSQL');
  const service = await serviceForFile({ layout });
  const account = await service.account();

  /** Makes the database itself fail for one booking: the last thing each table can do is refuse a row. */
  async function poison(table: string, condition: string): Promise<void> {
    await service.database.query({
      text: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN
               IF ${condition} THEN RAISE EXCEPTION 'inner workings of %', TG_TABLE_NAME; END IF;
               RETURN NULL;
             END $$`,
    });
    await service.database.query({
      text: `CREATE TRIGGER refuse AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
    });
  }
  const heal = () => service.database.query({ text: 'DROP FUNCTION IF EXISTS refuse CASCADE' });

  const rowsOf = (table: string) =>
    countOf(service, `SELECT count(*) FROM ${table} WHERE account_id = $1`, [account.accountId]);
  const allRows = () => Promise.all(['riders', 'trips', 'trip_status_history', 'idempotency_keys'].map(rowsOf));

  describe('a booking that fails in the database', () => {
    it.each([
      ['riders', () => `NEW.last_name = 'Poison'`],
      ['trips', () => `NEW.note = 'poison'`],
      ['trip_status_history', () => `EXISTS (SELECT FROM trips t WHERE t.trip_id = NEW.trip_id AND t.note = 'poison')`],
      ['idempotency_keys', (key: string) => `NEW.idempotency_key = '${key}'`],
    ])('at its %s leaves nothing behind, tells nothing of why, and harms no neighbour', async (table, conditionFor) => {
      const headers = newKey();
      const before = await allRows();
      await poison(table, conditionFor(headers['idempotency-key']));
      const neighbours = Array.from({ length: 10 }, (_, price) => account.api.create({ price }));
      const failing = account.api.create(POISONED, headers);
      const later = Array.from({ length: 10 }, (_, price) => account.api.create({ price }));
      const failed = await failing;
      const statuses = (await Promise.all([...neighbours, ...later])).map(({ status }) => status);
      await heal();

      expect(statuses).toEqual(Array(20).fill(201));
      expect(failed.status).toBe(500);
      expect(failed.body).toEqual({
        code: 'INTERNAL_ERROR',
        message: 'Something went wrong on our side. Quote the X-Request-Id when you report it.',
        statusCode: 500,
        timestamp: '2027-03-01T08:00:00.000Z',
        path: '/v1/trips',
      });
      expect(await allRows()).toEqual(before.map((count) => count + 20));
      const logged = service.logLines().filter(({ requestId }) => requestId === failed.headers.get('x-request-id'));
      expect(JSON.stringify(logged)).toContain(`inner workings of ${table}`);
      expect((await account.api.create(POISONED, headers)).status).toBe(201);
    });
  });

  describe('a cancellation that fails in the database', () => {
    it('leaves the trip, its history and the key as they were', async () => {
      const trip = await account.api.createdTrip();
      const headers = newKey();
      const before = await allRows();
      await poison('trip_status_history', `NEW.status = 'CANCELLED'`);
      const failed = await account.api.cancel(trip._id, { headers });
      await heal();
      expect([failed.status, failed.body.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect((await account.api.tripNow(trip._id)).status).toBe('CONFIRMED');
      expect(await allRows()).toEqual(before);
      expect((await account.api.cancel(trip._id, { headers })).status).toBe(200);
    });
  });
});
