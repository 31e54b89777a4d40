import { describe, expect, it } from 'vitest';
import { viewOfColumns } from '../../reliability/faults/checks/bookings.ts';
import { checkLists } from '../../reliability/faults/checks/lists.ts';
import type { Reply } from '../../reliability/faults/history.ts';
import {
  type Injection,
  injections,
  injectTogether,
  planFaults,
  possibleIn,
  skippedIn,
} from '../../reliability/faults/injections.ts';
import { kindOfInternalError } from '../../reliability/faults/serviceUnderTest.ts';
import { asText } from '../../reliability/faults/tally.ts';
import type { World } from '../../reliability/faults/world.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import { ACCOUNT, book, booked, created, reply, trip } from '../support/faultHistories.ts';

const worldOf = (canFill: boolean, redis: object | undefined) => ({ disk: { canFill }, redis }) as unknown as World;
const everything = worldOf(true, {});

function planned(world: World, seed: number, count: number): string[][] {
  const plan = planFaults(world, seededRandom(seed));
  return Array.from({ length: count }, () => plan.next().value.injections.map(({ name }) => name));
}

describe('the plan of the faults run', () => {
  it('has every kind of fault in every round, whatever the seed', () => {
    const kinds = injections.map(({ name }) => name).sort();
    expect(possibleIn(everything)).toHaveLength(kinds.length);
    for (const seed of [1, 2, 3]) {
      const firsts = planned(everything, seed, 2 * kinds.length).map(([name]) => name);
      expect(firsts.slice(0, kinds.length).sort()).toEqual(kinds);
      expect(firsts.slice(kinds.length).sort()).toEqual(kinds);
    }
  });

  it('is the same for the same seed, and another for another', () => {
    expect(planned(everything, 7, 60)).toEqual(planned(everything, 7, 60));
    expect(planned(everything, 7, 60)).not.toEqual(planned(everything, 8, 60));
  });

  it('leaves out only what the machine does not allow, and says so', () => {
    expect(skippedIn(everything)).toEqual([]);
    const poor = worldOf(false, undefined);
    expect(skippedIn(poor).map((line) => line.split(':')[0])).toEqual(['disk full', 'redis killed', 'redis frozen']);
    expect(planned(poor, 1, 100).flat()).not.toContain('disk full');
  });

  it('adds a node to a cluster if it is given one', () => {
    const clusterWith = (cluster: object) => ({ ...everything, cluster }) as unknown as World;
    const faultsOf = (world: World) => planned(world, 1, possibleIn(world).length).map(([name]) => name);
    expect(faultsOf(clusterWith({ addAndRemoveNode: async () => {} }))).toContain('node added and removed');
    const without = clusterWith({ addAndRemoveNode: undefined });
    expect(faultsOf(without)).not.toContain('node added and removed');
    expect(skippedIn(without)).toContainEqual(expect.stringMatching(/^node added and removed: DATABASE_SPARE_NODE/));
  });
});

describe('faults that are injected together', () => {
  const injection = (name: string, run: Injection['run'] = async () => {}): Injection => ({ name, run });
  const broken = injection('broken', async () => Promise.reject(new Error('nothing is there')));
  const injectAll = (...together: Injection[]) => injectTogether(together, everything, seededRandom(1));

  it('count as injected only where they found something to break', async () => {
    const [a, b] = [injection('a'), injection('b')];
    expect(await injectAll(a, b)).toEqual([a, b]);
    expect(await injectAll(broken, b)).toEqual([b]);
    expect(await injectAll(a, broken)).toEqual([a]);
  });

  it('end the run when none of them could be injected', async () => {
    await expect(injectAll(broken)).rejects.toThrow('not injected: broken');
  });
});

const nothing = {
  seed: 7,
  minutes: 1,
  skipped: [],
  operations: [],
  operatorSteps: 0,
  starts: 2,
  trips: 0,
  events: 0,
  arrivals: [],
  drained: { redelivered: 0, enabled: 0 },
};

describe('the tally of the faults run', () => {
  it('takes the time of recovery from faults that struck alone, and tells that of the others apart', () => {
    const faults = [
      { name: 'service killed', recoveryMs: 2_000, isAlone: true },
      { name: 'service killed', recoveryMs: 100, isAlone: false },
      { name: 'redis killed', recoveryMs: 100, isAlone: false },
    ];
    const text = asText({ ...nothing, faults, violations: [], tripsOfSteppedClocks: 0 });
    expect(text).toMatch(/^redis killed +1 +- +-$/m);
    expect(text).toMatch(/^service killed +2 +2\.0 +2\.0$/m);
    expect(text).toMatch(/^of these, with another fault +2 +0\.1 +0\.1$/m);
  });
});

describe('a tally of violations', () => {
  it('shows some of every rule with their histories, however often another was broken', () => {
    const lost = {
      rule: 'no acknowledged booking is lost',
      what: 'there is no such trip',
      operations: [book(created)],
    };
    const slow = Array.from({ length: 50 }, () => ({ rule: 'the service recovers', what: 'slowly', operations: [] }));
    const text = asText({ ...nothing, faults: [], violations: [...slow, lost], tripsOfSteppedClocks: 0 });
    expect(text).toContain('VIOLATED 50 times: the service recovers');
    expect(text.match(/^ {2}slowly$/gm)).toHaveLength(3);
    expect(text).toMatch(
      /VIOLATED 1 times: no acknowledged booking is lost\n {2}there is no such trip\n {2}client-1 of/,
    );
  });
});

describe('the log of a service under test', () => {
  const line = (msg: string, err: object) => JSON.stringify({ level: 50, err, requestId: 'r', msg });

  it('keeps one line of every kind of internal error', () => {
    const lost = { code: 'XX000', message: 'server closed the connection' };
    expect(kindOfInternalError(line('INTERNAL_ERROR', lost))).toBe('XX000 server closed the connection');
    expect(kindOfInternalError('{"err":{},"msg":"INTERNAL_ERROR"')).toBe('{"err":{},"msg":"INTERNAL_ERROR"');
    expect(kindOfInternalError(line('SERVICE_UNAVAILABLE', lost))).toBeUndefined();
  });
});

describe('the check of the lists', () => {
  const earlier = { ...trip, tripId: 'a'.repeat(24), createdAt: new Date('2027-03-01T07:00:00Z') };
  const twin = { ...trip, tripId: 'e'.repeat(24) };
  const snapshot = { ...booked, trips: [trip, earlier, twin] };
  const page = (...trips: (typeof trip)[]) =>
    reply(200, JSON.stringify({ data: trips.map(viewOfColumns), pagination: { hasNext: false } }));
  const faultsOf = async (answer: Reply) =>
    (await checkLists(async () => answer, 1, [{ accountId: ACCOUNT, apiKey: 'k' }], snapshot)).length;

  it('is content with all trips, newest first, and of one moment the higher identifier first', async () => {
    expect(await faultsOf(page(twin, trip, earlier))).toBe(0);
  });

  it.each<[string, Reply]>([
    ['a trip that is not listed', page(twin, earlier)],
    ['a trip listed twice', page(twin, trip, trip, earlier)],
    ['older trips before newer ones', page(earlier, twin, trip)],
    ['trips of one moment in the wrong order', page(trip, twin, earlier)],
    ['an answer that is no list', { status: 'none', reason: 'ECONNRESET' }],
    ['an answer outside the description', { ...page(twin, trip, earlier), departures: ['no X-Request-Id'] } as Reply],
  ])('finds %s', async (_, answer) => {
    expect(await faultsOf(answer)).toBeGreaterThan(0);
  });
});
