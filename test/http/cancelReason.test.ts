import { describe, expect, it, vi } from 'vitest';
import { expectFaults, newKey } from '../support/client.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const cancelled = async (options: Parameters<TestAccount['api']['cancel']>[1]) => {
  const { _id } = await account.api.createdTrip();
  return account.api.cancel(_id, options);
};
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the body of a cancellation', () => {
  it.each([
    ['no body and no content type', {}],
    ['an empty body with a JSON content type', { body: '' }],
    ['no body with a JSON content type', { headers: JSON_TYPE }],
    ['no body with the type of a form', { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['an empty object', { body: {} }],
    ['a reason', { body: { reason: 'Flight cancelled' } }],
    ['an empty reason', { body: { reason: '' } }],
    ['a reason of 499 characters', { body: { reason: 'x'.repeat(499) } }],
    ['a reason of 500 characters', { body: { reason: 'x'.repeat(500) } }],
    ['a reason of 500 emoji', { body: { reason: '🚕'.repeat(500) } }],
  ])('may be: %s', async (_, options) => {
    const { status, body } = await cancelled(options);
    expect([status, body.data?.status]).toEqual([200, 'CANCELLED']);
  });

  it.each([
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason must have at most 500 characters'],
    ['a reason of 501 emoji', { reason: '🚕'.repeat(501) }, 'reason must have at most 500 characters'],
    ['a number for a reason', { reason: 5 }, 'reason must be a string'],
    ['null for a reason', { reason: null }, 'reason must not be null: leave it out'],
    ['a list for a reason', { reason: ['x'] }, 'reason must be a string'],
    ['an unknown member', { reason: 'x', refund: true }, 'refund is not a known member'],
    ['a misspelt member', { Reason: 'x' }, 'Reason is not a known member'],
    ['a zero character', { reason: 'a\u0000b' }, 'reason must not hold \\u0000 or half a surrogate pair'],
    ['half a surrogate pair', { reason: 'a\ud800b' }, 'reason must not hold \\u0000 or half a surrogate pair'],
    ['a list', [], 'body must be an object'],
    ['null', null, 'body must be an object'],
    ['a text', '"because"', 'body must be an object'],
    ['broken JSON', '{"reason":', 'body must be valid JSON'],
    ['a __proto__ member', '{"__proto__":{"reason":"x"}}', '__proto__ is not a known member'],
  ])('may not be: %s', async (_, body, fault) => {
    const { _id } = await account.api.createdTrip();
    expectFaults(await account.api.cancel(_id, { body }), [fault]);
    expect((await account.api.tripNow(_id)).status).toBe('CONFIRMED');
  });

  it('is checked before the trip is looked for, and after the Idempotency-Key', async () => {
    const unknown = '0'.repeat(24);
    expectFaults(await account.api.cancel(unknown, { body: { reason: 5 } }), ['reason must be a string']);
    const answer = await account.api.cancel(unknown, { body: '{', headers: { 'idempotency-key': 'short' } });
    expectFaults(answer, ['Idempotency-Key must be 8 to 200 characters of A-Z a-z 0-9 _ - : .']);
  });
});

describe('the reason of a cancellation', () => {
  const REASON = 'Kümmelbratwurst 🚕 at the depot';

  async function lineOf(requestId: string): Promise<Record<string, unknown>> {
    const isOurs = (line: Record<string, unknown>) => line.requestId === requestId;
    return vi.waitFor(() => service.logLines().find(isOurs) ?? Promise.reject(new Error('not logged yet')));
  }

  /** Everything the database holds outside the histories, as text. */
  async function databaseText(): Promise<string> {
    const { rows: tables } = await service.database.query<{ name: string }>({
      text: `SELECT format('%I', tablename) AS name FROM pg_tables
              WHERE schemaname = 'public' AND tablename <> 'trip_status_history'`,
    });
    const texts = tables.map(async ({ name }) => {
      const { rows } = await service.database.query<{ text: string }>({
        text: `SELECT t::text AS text FROM ${name} t`,
      });
      return rows.map(({ text }) => text).join('\n');
    });
    return (await Promise.all(texts)).join('\n');
  }

  it('is kept with the history and nowhere else, neither in an answer nor in the log, with a key or without', async () => {
    const note = 'a note that proves the search';
    for (const headers of [{}, newKey()]) {
      const { _id } = await account.api.createdTrip({ note });
      const answer = await account.api.cancel(_id, { body: { reason: REASON }, headers });
      expect([answer.status, answer.text.includes('Kümmelbratwurst')]).toEqual([200, false]);
      await lineOf(answer.headers.get('x-request-id') ?? '');
      const { rows } = await service.database.query({
        text: 'SELECT reason FROM trip_status_history WHERE trip_id = $1 ORDER BY version',
        values: [_id],
      });
      expect(rows).toEqual([{ reason: null }, { reason: REASON }]);
      expect((await account.api.read(_id)).text).not.toContain('Kümmelbratwurst');
    }
    const kept = await databaseText();
    expect(kept).toContain(note);
    const bytes = Buffer.from('Kümmelbratwurst');
    for (const trace of ['Kümmelbratwurst', bytes.toString('hex'), bytes.toString('base64').slice(0, -4)]) {
      expect(kept).not.toContain(trace);
      expect(service.logText()).not.toContain(trace);
    }
  });

  it.each([
    ['an ordinary one', REASON, 30],
    ['emoji, each of which counts as one', '🚕'.repeat(7), 7],
    ['an empty one', '', 0],
  ])('leaves its length in the log line: %s', async (_, reason, length) => {
    const { headers } = await cancelled({ body: { reason } });
    const line = await lineOf(headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ route: '/v1/trips/:id/cancel', status: 200, cancelReasonLength: length });
  });

  it('leaves no length in the log line when there was none', async () => {
    const { headers } = await cancelled({});
    expect(await lineOf(headers.get('x-request-id') ?? '')).not.toHaveProperty('cancelReasonLength');
  });
});
