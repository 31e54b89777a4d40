import { describe, expect, it } from 'vitest';
import { quantile, simulate } from '../../bench/simulate/queueing.ts';
import { seededRandom } from '../../reliability/support/random.ts';

const random = () => seededRandom(7).next;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const oneStation = (servers: number, perSecond: number, meanMs: number, durationMs = 2_000_000) =>
  simulate(
    {
      stations: new Map([['core', servers]]),
      traffic: [{ name: 'request', perSecond, route: () => [{ station: 'core', meanMs }] }],
    },
    durationMs,
    random(),
  );

describe('the queueing simulation', () => {
  it('has the mean response time of an M/M/1 queue, 1 / (service rate - arrival rate)', () => {
    const { responseMs, utilisation } = oneStation(1, 70, 10);
    expect(mean(responseMs.get('request') ?? [])).toBeCloseTo(1000 / (100 - 70), -0.5);
    expect(utilisation.get('core')).toBeCloseTo(0.7, 1);
  });

  it('has that of an M/M/2 queue, service time / (1 - load squared)', () => {
    const { responseMs } = oneStation(2, 160, 10);
    expect(mean(responseMs.get('request') ?? []) / (10 / (1 - 0.8 ** 2))).toBeCloseTo(1, 1);
  });

  it('is only the service time when nobody waits, and grows without bound when more arrives than can be served', () => {
    expect(mean(oneStation(50, 10, 10, 500_000).responseMs.get('request') ?? [])).toBeCloseTo(10, 0);
    const overloaded = oneStation(1, 120, 10, 200_000);
    expect(quantile(overloaded.responseMs.get('request') ?? [], 0.99)).toBeGreaterThan(10_000);
    expect(overloaded.utilisation.get('core')).toBeCloseTo(1, 1);
  });

  it('adds up the stations that a request visits', () => {
    const route = () => [
      { station: 'a', meanMs: 3 },
      { station: 'b', meanMs: 5 },
    ];
    const stations = new Map([
      ['a', 100],
      ['b', 100],
    ]);
    const { responseMs } = simulate({ stations, traffic: [{ name: 'r', perSecond: 50, route }] }, 400_000, random());
    expect(mean(responseMs.get('r') ?? [])).toBeCloseTo(8, 0);
  });
});
