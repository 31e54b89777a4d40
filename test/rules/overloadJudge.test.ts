import { describe, expect, it } from 'vitest';
import { answerFaults, type Call, createCallers } from '../../reliability/overload/callers.ts';
import { type Figures, type Phase, phaseOf } from '../../reliability/overload/figures.ts';
import { judge, PROMISES } from '../../reliability/overload/judge.ts';

const phase = (changes: Partial<Phase>): Phase => ({
  seconds: 4,
  sent: 20_000,
  unsent: 0,
  succeeded: 20_000,
  refused: 0,
  faultCount: 0,
  faults: [],
  drainMs: 100,
  perSecond: [],
  p50Ms: 100,
  p99Ms: 200,
  longestMs: 300,
  refusalP99Ms: 0,
  ...changes,
});
const overload = { sent: 44_000, succeeded: 15_000, refused: 29_000, p50Ms: 500, p99Ms: 900 };
const good: Figures = {
  capacity: phase({}),
  overload: phase(overload),
  after: phase({ p50Ms: 10 }),
  probes: { asked: 100, answered: 100, ready: 100, slowestMs: 400 },
  kept: { acknowledged: 20_000, missing: 0, doubled: 0, madeAnyway: 0 },
  watched: {
    shed: 28_900,
    unavailable: 29_000,
    peakResidentBytes: 2e8,
    begun: 1,
    ended: 1,
    errorLines: 0,
    exitCode: 0,
  },
};
const broken = (figures: Figures) =>
  judge(figures)
    .filter(({ isKept }) => !isKept)
    .map(({ promise }) => promise);

describe('the judge of an overload', () => {
  it('finds every promise kept in a good run', () => {
    expect(judge(good)).toHaveLength(16);
    expect(broken(good)).toEqual([]);
  });

  const over = (changes: Partial<Phase>) => ({ overload: phase({ ...overload, ...changes }) });
  const watched = (changes: Partial<Figures['watched']>) => ({ watched: { ...good.watched, ...changes } });
  const kept = (changes: Partial<Figures['kept']>) => ({ kept: { ...good.kept, ...changes } });
  const probes = (changes: Partial<Figures['probes']>) => ({ probes: { ...good.probes, ...changes } });
  it.each<[string, Partial<Figures>, RegExp]>([
    ['less was sent than twice the capacity', over({ sent: 39_000 }), /twice the capacity/],

    [
      'callers who waited their turn were refused',
      { capacity: phase({ refused: 1 }), ...watched({ unavailable: 29_001 }) },
      /never refused/,
    ],
    ['an answer was neither success nor 503', over({ faultCount: 1 }), /well-formed 503/],
    ['a connection was cut after the load', { after: phase({ p50Ms: 10, faultCount: 1 }) }, /well-formed 503/],
    ['what was accepted took long', over({ p50Ms: PROMISES.p50Ms + 1 }), /half of the accepted/],
    ['some of it took very long', over({ p99Ms: PROMISES.p99Ms + 1 }), /^99 in 100/],
    ['little was served', over({ succeeded: 3_999 }), /of the capacity is still served/],
    ['a probe was not answered', probes({ answered: 99, ready: 99 }), /readyz/],
    ['it often called itself not ready', probes({ ready: 94 }), /readyz/],
    ['a probe took long', probes({ slowestMs: PROMISES.p99Ms + 1 }), /readyz/],
    ['nobody asked for readiness', probes({ asked: 0, answered: 0, ready: 0 }), /readyz/],
    ['a booking was lost', kept({ missing: 1 }), /acknowledged booking/],
    ['a booking was doubled', kept({ doubled: 1 }), /acknowledged booking/],
    ['a refused booking was made', kept({ madeAnyway: 1 }), /acknowledged booking/],
    ['nothing was booked', kept({ acknowledged: 0 }), /acknowledged booking/],
    ['a refusal was not counted', watched({ unavailable: 28_999 }), /counted in the metrics/],
    ['more was counted than refused', watched({ shed: 29_001 }), /counted in the metrics/],
    ['all waited for the database in vain', watched({ shed: 0 }), /counted in the metrics/],
    ['the metrics could not be read', watched({ shed: Number.NaN }), /counted in the metrics/],
    ['the log does not say that it ended', watched({ ended: 0 }), /the log says/],
    ['the log does not say that it began', watched({ begun: 0, ended: 0 }), /the log says/],
    ['the log has an error', watched({ errorLines: 1 }), /the log says/],
    ['memory grew', watched({ peakResidentBytes: PROMISES.residentBytes + 1 }), /memory/],
    ['the service died', watched({ exitCode: null }), /the service lives/],
    ['the last answers took long', over({ drainMs: PROMISES.p99Ms + 1 }), /then accepted requests/],
    [
      'a request after the load was refused',
      { after: phase({ p50Ms: 10, succeeded: 19_999 }) },
      /every new request succeeds/,
    ],
    [
      'nothing was sent after the load',
      { after: phase({ p50Ms: 10, sent: 0, succeeded: 0 }) },
      /every new request succeeds/,
    ],
    ['it was slow after the load', { after: phase({ p50Ms: 10, p99Ms: PROMISES.afterP99Ms + 1 }) }, /fast as before/],
    ['it was slower than under full load', { after: phase({ p50Ms: 101 }) }, /fast as before/],
  ])('sees that %s', (_, changes, promise) => {
    const faults = broken({ ...good, ...changes });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(promise);
  });

  it('sees that nothing was refused', () => {
    const faults = broken({ ...good, ...over({ refused: 0 }), ...watched({ shed: 0, unavailable: 0 }) });
    expect(faults[0]).toMatch(/it is an overload/);
  });

  it('allows a machine with half the capacity twice the time, and half the share', () => {
    const capacity = phase({ seconds: 8 });
    const slow = (changes: Partial<Phase>) => ({ overload: phase({ ...overload, seconds: 8, ...changes }) });
    expect(broken({ ...good, capacity, ...slow({ p50Ms: 2_000, p99Ms: 6_000, succeeded: 2_000 }) })).toEqual([]);
    expect(broken({ ...good, capacity, ...slow({ p50Ms: 2_001, p99Ms: 6_001, succeeded: 1_999 }) })).toHaveLength(3);
  });

  it('allows a machine that is slow at its capacity three times as long', () => {
    const capacity = phase({ p50Ms: 1_400, p99Ms: 4_700 });
    expect(broken({ ...good, capacity, ...over({ p50Ms: 4_200, p99Ms: 14_100 }) })).toEqual([]);
    expect(broken({ ...good, capacity, ...over({ p50Ms: 4_201, p99Ms: 14_101 }) })).toHaveLength(2);
  });
});

describe('the check of an answer', () => {
  const accounts = [{ accountId: 'a', apiKey: 'k' }];
  const callers = createCallers(accounts, '2027-03-14T10:30:00Z');
  const calls = Array.from({ length: 40 }, () => callers.next());
  const call = calls.find(({ kind, number }) => kind === 'list' && number % 20 !== 0) as Call;
  const wholly = calls.find(({ number }) => number === 20) as Call;
  const envelope = {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Later.',
    statusCode: 503,
    timestamp: '2027-03-01T08:00:00.000Z',
    path: '/v1/trips',
  };
  const answerTo = ({ number }: Call, body: object = envelope, headers: Record<string, string> = {}) => ({
    status: 503,
    headers: new Headers({
      'x-request-id': `request-${number}`,
      'retry-after': '1',
      'content-type': 'application/json',
      ...headers,
    }),
    text: JSON.stringify(body),
    closes: false,
  });

  it('takes a well-formed refusal', () => {
    expect(answerFaults(call, answerTo(call))).toEqual([]);
    expect(answerFaults(wholly, answerTo(wholly))).toEqual([]);
  });

  it.each([
    ['another status', { ...answerTo(call), status: 500 }],
    ['no time to come back', answerTo(call, envelope, { 'retry-after': '' })],
    ['another code', answerTo(call, { ...envelope, code: 'INTERNAL_ERROR' })],
    ['another request’s id', answerTo(call, envelope, { 'x-request-id': 'request-0' })],
    ['the end of the connection', { ...answerTo(call), closes: true }],
  ])('sees %s', (_, answer) => {
    expect(answerFaults(call, answer)).not.toEqual([]);
  });

  it('holds every twentieth against the whole description', () => {
    expect(answerFaults(wholly, answerTo(wholly, { ...envelope, path: 7 }))).not.toEqual([]);
  });
});

describe('the figures of a phase', () => {
  it('are those of what was served', () => {
    const latencies = Array.from({ length: 100 }, (_, index) => 100 - index);
    const result = { ...phase({}), latencies, refusalLatencies: [3], refusedBookings: [] };
    expect(phaseOf(result)).toMatchObject({ p50Ms: 51, p99Ms: 100, longestMs: 100, refusalP99Ms: 3 });
  });
});
