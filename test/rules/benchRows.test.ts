import { describe, expect, it } from 'vitest';
import { numbered, type Particulars, statementFor } from '../../bench/database/statement.ts';
import { openSource, requestTemplate } from '../../bench/load/requests.ts';
import { measureRow, type Row, type Slice } from '../../bench/rows/row.ts';

const slice = (perSecond: number, more: Partial<Slice> = {}): Slice => ({
  perSecond,
  p50Ms: 1_000 / perSecond,
  p99Ms: 5_000 / perSecond,
  count: perSecond,
  faults: {},
  generatorCpu: 0.5,
  serverCpu: 1,
  residentMib: 100,
  ...more,
});

/** Sides that show these slices, the first of which only warm up, and note the order in which they were asked. */
function rowOf(subject: Slice[], limit: Slice[], order: string[], more: Partial<Row> = {}): Row {
  const side = (name: string, slices: Slice[]) => ({
    name,
    async run(seconds: number) {
      order.push(`${name} ${seconds}`);
      return slices.shift() ?? slice(Number.NaN);
    },
  });
  const aim = { atLeast: 0.5 };
  return { title: 'row', subject: side('ours', subject), limit: side('limit', limit), compare: 'rate', aim, ...more };
}

const measure = (row: Row, rounds: number) => measureRow(row, { rounds, seconds: 2, tell: () => {} });

describe('a row', () => {
  it('measures both sides in turn, and leaves the warming up out', async () => {
    const order: string[] = [];
    const ours = [slice(1), slice(60), slice(50), slice(80)];
    const limit = [slice(1), slice(100), slice(100), slice(100)];
    const measured = await measure(rowOf(ours, limit, order), 3);
    expect(order).toEqual(['ours 1', 'limit 1', ...Array(3).fill(['ours 2', 'limit 2']).flat()]);
    expect(measured).toMatchObject({
      perSecond: 60,
      limitFigure: 100,
      ratio: 0.6,
      spread: { least: 0.5, most: 0.8 },
      verdict: 'met',
      faults: [],
      warnings: [],
    });
  });

  it.each([
    ['time', { limitFigure: 10, ratio: 2, verdict: 'missed' }],
    ['p99', { limitFigure: 20, ratio: 6, verdict: 'missed' }],
  ] as const)('can compare response times instead of rates: %s', async (compare, expected) => {
    const [ours, limit] = [slice(50, { p99Ms: 120 }), slice(100, { p99Ms: 20 })];
    const row = rowOf([slice(1), ours], [slice(1), limit], [], { compare, aim: { atMost: 1.5 } });
    expect(await measure(row, 1)).toMatchObject(expected);
  });

  it('is invalid when either side got anything but the expected answer', async () => {
    const spoilt = slice(100, { faults: { 'answered 503': 2 } });
    for (const [ours, limit] of [
      [spoilt, slice(100)],
      [slice(100), spoilt],
    ] as const) {
      const measured = await measure(rowOf([slice(1), ours], [slice(1), limit], []), 1);
      expect(measured.verdict).toBe('INVALID');
      expect(measured.faults).toEqual([expect.stringMatching(/answered 503, 2 times$/)]);
    }
  });

  it('warns of a generator that was busy while the server was not', async () => {
    const held = slice(100, { generatorCpu: 0.99, serverCpu: 0.6 });
    const measured = await measure(rowOf([slice(1), slice(100)], [slice(1), held], []), 1);
    expect(measured.warnings).toEqual(['row: the generator was busy (99 %) while limit was not (60 %)']);
  });
});

describe('a request of the generator', () => {
  const template = requestTemplate({
    method: 'POST',
    path: '/v1/trips/@trip@/cancel',
    headers: { 'Idempotency-Key': '@key@' },
    body: '{"reason":"Vol annulé","at":"@trip@"}',
    slots: { trip: { kind: 'once', values: ['aaaa', 'bbbb'] }, key: { kind: 'unique', values: [] } },
  });

  it('has its slots overwritten in place, and its length in bytes', () => {
    let drawn = 0;
    const source = openSource(template, () => (drawn++ % 7) / 7);
    const bytes = source.blank();
    expect(source.next(bytes)).toBe(true);
    const [head = '', body] = bytes.toString().split('\r\n\r\n');
    expect(head).toMatch(/^POST \/v1\/trips\/aaaa\/cancel HTTP\/1\.1\r\n/);
    expect(head).toMatch(/Idempotency-Key: [0-9a-f]{32}\r\n/);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body ?? '')}`);
    expect(body).toBe('{"reason":"Vol annulé","at":"aaaa"}');
  });

  it('ends when what may be used once is used up', () => {
    const source = openSource(template, Math.random);
    expect([1, 2, 3].map(() => source.next(source.blank()))).toEqual([true, true, false]);
  });
});

describe('the statement of a limit', () => {
  const particulars: Particulars = {
    accountId: 'a'.repeat(24),
    tripId: 'b'.repeat(24),
    riderId: 'c'.repeat(24),
    idempotencyKey: 'watched-1',
    at: new Date('2027-03-01T08:00:00Z'),
  };

  it('inserts what was inserted, adds what was counted on, and keeps constants without a colon', () => {
    const statement = statementFor(
      [
        {
          table: 'idempotency_keys',
          key: ['account_id', 'idempotency_key'],
          before: undefined,
          after: {
            account_id: particulars.accountId,
            idempotency_key: 'watched-1',
            response_body: `{"it's":1}`,
            expires_at: '2027-03-02T08:00:01Z',
          },
        },
        {
          table: 'counts',
          key: ['account_id'],
          before: { account_id: particulars.accountId, trips: 4 },
          after: { account_id: particulars.accountId, trips: 5 },
        },
      ],
      particulars,
    );
    expect(statement).toBe(
      `WITH w0 AS (INSERT INTO idempotency_keys (account_id, idempotency_key, response_body, expires_at) VALUES (` +
        `'6acc00000000000000' || :account, 'bench-' || :key || '-' || :serial, E'{"it''s"\\x3a1}', now() + interval '86400 seconds'))\n` +
        `UPDATE counts SET trips = trips + 1 WHERE account_id = '6acc00000000000000' || :account`,
    );
  });

  it('is the same for a driver, with numbered parameters', () => {
    expect(numbered(`SELECT :serial, :minutes::int, 'x' || :serial`)).toEqual({
      text: `SELECT $1, $2::int, 'x' || $1`,
      names: ['serial', 'minutes'],
    });
  });
});
