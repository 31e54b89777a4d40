import { beforeEach, describe, expect, it } from 'vitest';
import { satisfies } from '../../reliability/fuzz/judging/content.ts';
import { Judge } from '../../reliability/fuzz/judging/judge.ts';
import { queryOf } from '../../reliability/fuzz/judging/success.ts';
import { type Draft, removeHeader, setHeader } from '../../reliability/fuzz/making/draft.ts';
import type { World } from '../../reliability/fuzz/making/world.ts';
import type { RawAnswer } from '../../reliability/support/rawHttp.ts';
import {
  bookingExample,
  quoteExample,
  quoteRequestExample,
  tripExample,
  tripWithHistoryExample,
} from '../../src/contract/openapi/examples.ts';
import { description, smallWorld, validRequest } from '../support/fuzzing.ts';

let world: World;
let judge: Judge;

beforeEach(() => {
  world = smallWorld();
  judge = new Judge(description, world);
});

/** A booking that the example of a trip answers. */
function bookingRequest(): Draft {
  const draft = validRequest('createTrip', world);
  put(draft, Buffer.from(JSON.stringify(bookingExample)));
  return draft;
}

const answer = (draft: Draft, status: number, body: unknown, headers: Record<string, string> = {}): RawAnswer => ({
  status,
  headers: new Headers({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': draft.headers.find(([name]) => name === 'X-Request-Id')?.[1] ?? 'new',
    ratelimit: '"ip";r=1;t=1',
    'ratelimit-policy': '"ip";q=1;w=1',
    ...headers,
  }),
  text: JSON.stringify(body),
  closes: false,
});
const booked = (draft: Draft, changes = {}, headers = {}) =>
  answer(draft, 201, { success: true, message: 'Trip created', data: { ...tripExample, ...changes } }, headers);
const error = (draft: Draft, status: number, code: string, changes = {}) =>
  answer(draft, status, {
    code,
    message: 'x',
    statusCode: status,
    timestamp: '2027-03-01T08:00:00.000Z',
    path: '/v1/trips',
    ...changes,
  });
const mutated = (draft: Draft): Draft => {
  draft.mutations.push('something');
  return draft;
};

describe('the judge of the fuzzer', () => {
  it('finds nothing wrong with what is right', () => {
    const booking = bookingRequest();
    expect(judge.judge(booking, booked(booking))).toEqual([]);
    expect(judge.judge(mutated(booking), error(booking, 400, 'VALIDATION_FAILED'))).toEqual([]);
    const reading = validRequest('getTrip', world);
    expect(judge.judge(reading, answer(reading, 200, { success: true, data: tripWithHistoryExample }))).toEqual([]);
    expect(judge.judge(reading, error(reading, 404, 'TRIP_NOT_FOUND'))).toEqual([]);
  });

  it.each([500, 502, 503])('reports a %i, whatever was sent', (status) => {
    const draft = mutated(bookingRequest());
    expect(judge.judge(draft, error(draft, status, 'INTERNAL_ERROR'))).toEqual([`${status}: the service failed`]);
  });

  it.each<[string, (draft: Draft) => RawAnswer]>([
    ['a member that is not described', (draft) => booked(draft, { secret: 1 })],
    ['a member of another type', (draft) => booked(draft, { price: '66' })],
    ['a header that is not described', (draft) => booked(draft, {}, { 'x-evil': '1' })],
    ['a status that is not described', (draft) => error(draft, 418, 'TEAPOT')],
    ['a code that is not described', (draft) => error(draft, 400, 'OTHER')],
    ['no JSON', (draft) => ({ ...booked(draft), text: 'ok' })],
    ['another content type', (draft) => booked(draft, {}, { 'content-type': 'text/html' })],
    ['another status in the envelope', (draft) => error(draft, 400, 'VALIDATION_FAILED', { statusCode: 401 })],
    ["another request's identifier", (draft) => booked(draft, {}, { 'x-request-id': 'another' })],
    ['an API key', (draft) => error(draft, 400, 'VALIDATION_FAILED', { message: draft.account.apiKey })],
  ])('reports an answer with %s', (_, given) => {
    const draft = mutated(bookingRequest());
    expect(judge.judge(draft, given(draft)).length).toBeGreaterThan(0);
  });

  it('reports a request that was sent whole and is answered as late', () => {
    const draft = mutated(bookingRequest());
    const late = { ...error(draft, 408, 'REQUEST_TIMEOUT'), closes: true };
    expect(judge.judge(draft, late)).toEqual(['a complete request is answered as incomplete']);
  });

  it('reports a valid request that is refused, unless a rule of the description refuses it', () => {
    const draft = bookingRequest();
    expect(judge.judge(draft, error(draft, 400, 'VALIDATION_FAILED'))).toEqual([
      'a valid request is refused: 400 VALIDATION_FAILED',
    ]);
    expect(judge.judge(draft, error(draft, 400, 'VEHICLE_NOT_FOUND'))).toEqual([]);
  });
});

describe('a success', () => {
  it.each<[string, (draft: Draft) => void]>([
    ['without a key', (draft) => removeHeader(draft, 'Authorization')],
    ['with a key that is dead', (draft) => setHeader(draft, 'Authorization', `Bearer ${world.deadKeys[0]}`)],
    ['without an Idempotency-Key', (draft) => removeHeader(draft, 'Idempotency-Key')],
    ['with a malformed Idempotency-Key', (draft) => setHeader(draft, 'Idempotency-Key', 'short')],
    ['with two Idempotency-Keys', (draft) => draft.headers.push(['idempotency-key', 'another-key'])],
    ['with a body that the description forbids', (draft) => edit(draft, (body) => ({ ...body, paxNumber: 21 }))],
    ['with an unknown member', (draft) => edit(draft, (body) => ({ ...body, pax: 1 }))],
    ["with another account's vehicle", (draft) => edit(draft, (body) => ({ ...body, vehicleId: '2'.repeat(24) }))],
    ['with a body that is no UTF-8', (draft) => put(draft, Buffer.from([0x7b, 0xff, 0x7d]))],
    ['with a body cut short', (draft) => put(draft, draft.body?.subarray(0, 20))],
    ['with an empty body', (draft) => put(draft, Buffer.alloc(0))],
    ['with a giant body', (draft) => put(draft, Buffer.from(`${draft.body}${' '.repeat(70_000)}`))],
    ['with another content type', (draft) => setHeader(draft, 'Content-Type', 'text/plain')],
    ['with a query that it does not have', (draft) => void draft.query.push('page=1')],
  ])('is reported %s', (_, change) => {
    const draft = mutated(bookingRequest());
    change(draft);
    expect(judge.judge(draft, booked(draft))).toEqual([expect.stringMatching(/success/)]);
  });

  it.each(['page=0', 'limit=101', 'page=1.0', 'status=LOST', 'page=1&page=1', 'other=1', '__proto__=1'])(
    'is reported with the query %s',
    (query) => {
      const draft = mutated({ ...validRequest('listTrips', world), query: [query] });
      const page = { page: 1, limit: 20, total: 0, pages: 1, hasNext: false, hasPrevious: false };
      const list = answer(draft, 200, { success: true, data: [], pagination: page });
      expect(judge.judge(draft, list)).toEqual([expect.stringMatching(/success/)]);
      expect(judge.judge({ ...draft, query: ['page=1', 'limit=20'] }, list)).toEqual([]);
    },
  );

  const encoded = tripExample._id.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);

  it.each([tripExample._id, tripExample._id.toUpperCase(), encoded])(
    "is reported with another account's record: %s",
    (id) => {
      const stranger = world.accounts[1] as never;
      world.noteBooked(stranger, { ...tripExample });
      const draft = mutated({ ...validRequest('getTrip', world), path: `/v1/trips/${id}`, query: [] });
      const read = answer(draft, 200, { success: true, data: tripWithHistoryExample });
      expect(judge.judge(draft, read)).toEqual(["a success with another account's record"]);
    },
  );
});

describe('a replay', () => {
  const replayed = { 'idempotent-replayed': 'true' };
  let draft: Draft;
  beforeEach(() => {
    draft = bookingRequest();
    judge.judge(draft, booked(draft));
  });

  it('is right when it is the same, byte for byte, and says so', () => {
    expect(judge.judge(draft, booked(draft, {}, replayed))).toEqual([]);
  });

  it('is reported when it differs', () => {
    const faults = judge.judge(draft, booked(draft, { status: 'CANCELLED' }, replayed));
    expect(faults).toEqual([expect.stringMatching(/^a replay differs; the first answer was 201 /)]);
  });

  it('is reported when it does not say so: the key was executed twice', () => {
    expect(judge.judge(draft, booked(draft))).toEqual(['one key was executed twice']);
  });

  it('is reported when it answers another request', () => {
    edit(draft, (body) => ({ ...body, pickup: body.dropoff }));
    expect(judge.judge(draft, booked(draft, {}, replayed))).toEqual([
      'a replay for another request under the same key',
    ]);
  });

  it('is known among the accounts by its account', () => {
    setHeader(draft, 'Authorization', `Bearer ${world.accounts[1]?.apiKey}`);
    expect(judge.judge(draft, booked(draft, { _id: 'f'.repeat(24) }))).toEqual([]);
  });
});

describe('the content of a list', () => {
  const listOf = (trips: object[], changes: object = {}) => ({
    success: true,
    data: trips,
    pagination: { page: 1, limit: 20, total: trips.length, pages: 1, hasNext: false, hasPrevious: false, ...changes },
  });
  const judged = (query: string, list: object) => {
    const draft = { ...validRequest('listTrips', world), query: query === '' ? [] : query.split('&') };
    return judge.judge(draft, answer(draft, 200, list));
  };
  const older = { ...tripExample, _id: tripExample._id.replace(/.$/, '0') };

  it.each(['', 'status=CONFIRMED', 'from=2027-03-14', 'to=2027-03-14', 'from=2027-03-14T09:30:00Z&limit=20'])(
    'is right for ?%s',
    (query) => expect(judged(query, listOf([tripExample, older]))).toEqual([]),
  );

  it.each([
    ['status=CANCELLED'],
    ['from=2027-03-15'],
    ['from=2027-03-14T09:30:00.001Z'],
    ['from=2027-03-14T10:30:00%2B00:00'],
    ['to=2027-03-13'],
    ['to=2027-03-14T10:29:59%2b01:00'],
    ['status=CONFIRMED&from=2027-01-01&to=2027-02-01'],
  ])('is reported when the filter ?%s is ignored', (query) => {
    expect(judged(query, listOf([tripExample]))).toEqual([expect.stringMatching(/^the list ignores its filter; /)]);
  });

  it('takes what cannot be decoded as it is written', () => {
    const draft = { ...validRequest('listClients', world), query: ['phone=%C0%80', 'email=a%40b.fr'] };
    expect([...queryOf(draft)]).toEqual([
      ['phone', '%C0%80'],
      ['email', 'a@b.fr'],
    ]);
  });

  it.each([
    ['externalReference=order-2', { externalReference: 'order-1' }],
    ['externalReference=order-2', { externalReference: null }],
    ['reference=7K3QX-9TM2C', { reference: '7K3QX-9TM2B' }],
    ['type=trip.created', { type: 'trip.cancelled' }],
    ['email=ada@lovelace.fr', { email: 'bob@lovelace.fr' }],
    ['phone=0612345672', { phone: '+33612345678' }],
  ])('is reported when ?%s gives %o', (query, item) => {
    expect(satisfies(item, new URLSearchParams(query))).toBe(false);
  });

  it.each([
    ['reference=7k3qx9tm2b', { reference: '7K3QX-9TM2B' }],
    ['reference=o1lI0-00000', { reference: '01110-00000' }],
    ['reference=7k3qx+9tm2b', { reference: '7K3QX-9TM2B' }],
    ['email=ADA@lovelace.fr', { email: 'ada@lovelace.fr' }],
    ['phone=06+12+34+56+72', { phone: '+33612345672' }],
    ['page=2&limit=10&from=20270314T0930Z', tripExample],
    ['paxNumber=2', { paxNumber: 2 }],
  ])('is right when ?%s gives %o', (query, item) => {
    expect(satisfies(item, new URLSearchParams(query))).toBe(true);
  });

  it.each<[string, object]>([
    ['a total that the page contradicts', listOf([tripExample], { total: 2 })],
    ['more items than the limit', listOf([tripExample, older], { limit: 1, total: 2, pages: 2, hasNext: true })],
    ['another page than asked for', listOf([], { page: 2, hasPrevious: true })],
    ['a wrong number of pages', listOf([tripExample], { pages: 2, hasNext: true })],
    ['a next page that does not exist', listOf([tripExample], { hasNext: true })],
    ['oldest trips first', listOf([older, tripExample])],
    ['a trip twice', listOf([tripExample, tripExample])],
  ])('is reported with %s', (_, list) => {
    expect(judged('', list)).not.toEqual([]);
  });

  it("is reported with another account's trip", () => {
    world.noteBooked(world.accounts[1] as never, { ...tripExample });
    expect(judged('', listOf([tripExample]))).toEqual([expect.stringMatching(/^the answer shows another account/)]);
  });
});

describe('the amounts', () => {
  const serviceTierId = 'c'.repeat(24);
  const judged = (changes: { price?: object; vat?: object }, request: object = {}) => {
    const draft = validRequest('createQuote', world);
    put(draft, Buffer.from(JSON.stringify({ ...quoteRequestExample, serviceTierId, ...request })));
    const { price, vat } = quoteExample;
    const data = {
      ...quoteExample,
      serviceTierId,
      price: { ...price, ...changes.price },
      vat: { ...vat, ...changes.vat },
    };
    return judge.judge(draft, answer(draft, 200, { success: true, message: 'Quote calculated', data }));
  };

  it('of a quote are right when its parts add up', () => {
    expect(judged({})).toEqual([]);
  });

  it.each<[string, Parameters<typeof judged>]>([
    ['a doubled totalTTC', [{ vat: { totalTTC: 193.98, totalTTCCents: 19398 } }]],
    ['a totalTTC that is not its cents', [{ vat: { totalTTC: 97 } }]],
    ['a VAT rounded down', [{ vat: { amount: 8.81, amountCents: 881, totalTTC: 96.98, totalTTCCents: 9698 } }]],
    ['the VAT of another type', [{}, { tripType: 'AVAILABILITY' }]],
    ['an exemption that the account does not have', [{ vat: { isExempt: true } }]],
    ['a subtotal that is not its parts', [{ price: { subtotal: 67.83 } }]],
    ['a part more', [{ price: { base: 6 } }]],
    ['a minimum that is not reached', [{ price: { minimum: 90 } }]],
    ['a total that is not its cents', [{ price: { totalCents: 8818 } }]],
  ])('of a quote are reported with %s', (_, given) => {
    expect(judged(...given)).not.toEqual([]);
  });

  it('of a booking at the price of a quote are those of the quote, and reported if not', () => {
    judged({});
    expect(world.accounts[0]?.seen.price).toEqual(['96.99']);
    const { totalTTC, amount } = quoteExample.vat;
    const draft = bookingRequest();
    edit(draft, (body) => ({ ...body, price: totalTTC }));
    const right = { price: totalTTC, priceHT: quoteExample.price.total, vatAmount: amount };
    const faults = (changes: object) => new Judge(description, smallWorld()).judge(draft, booked(draft, changes));
    expect(faults(right)).toEqual([]);
    expect(faults({ ...right, price: 2 * totalTTC })).not.toEqual([]);
    expect(faults({ ...right, priceHT: 88.18, vatAmount: 8.81 })).toEqual([
      expect.stringMatching(/^the VAT is wrong; /),
    ]);
    expect(faults({ ...right, vatRate: 20 })).toEqual([expect.stringMatching(/^the VAT is wrong; /)]);
  });

  it('and everything else of a booking come back as they were sent', () => {
    const draft = bookingRequest();
    expect(judge.judge(draft, booked(draft, { note: 'Two' }))).toEqual([
      expect.stringMatching(/^note is wrong; it is "Two"/),
    ]);
  });
});

function put(draft: Draft, body: Buffer | undefined): void {
  draft.body = body;
}

function edit(draft: Draft, change: (body: Record<string, unknown>) => Record<string, unknown>): void {
  draft.body = Buffer.from(JSON.stringify(change(JSON.parse(draft.body?.toString() ?? '{}'))));
}
