/** A station serves visits in the order of their arrival, as many at a time as it has servers. */
interface Visit {
  station: string;
  /** The mean of the time that a server is busy with it; the times are exponentially distributed. */
  meanMs: number;
}

export interface Traffic {
  name: string;
  perSecond: number;
  /** Where a request goes, one station after the other. */
  route(random: () => number): Visit[];
}

export interface Network {
  /** The stations with the number of their servers. */
  stations: ReadonlyMap<string, number>;
  traffic: readonly Traffic[];
}

interface SimulationResult {
  /** The share of time that the servers of a station were busy. */
  utilisation: Map<string, number>;
  /** Response times of each kind of traffic, sorted. */
  responseMs: Map<string, number[]>;
}

interface Journey {
  name: string;
  arrivedAt: number;
  visits: Visit[];
}

interface Station {
  servers: number;
  busy: number;
  busyMs: number;
  waiting: Journey[];
  /** Of `waiting`: those before it are being served or have been. */
  next: number;
}

/** Simulates requests that arrive independently of each other for this long; the first tenth is not counted. */
export function simulate({ stations, traffic }: Network, durationMs: number, random: () => number): SimulationResult {
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const byName = new Map<string, Station>();
  for (const [name, servers] of stations) byName.set(name, { servers, busy: 0, busyMs: 0, waiting: [], next: 0 });
  const responseMs = new Map(traffic.map(({ name }) => [name, [] as number[]]));
  const agenda = new Agenda();

  const serve = (station: Station, journey: Journey, now: number) => {
    const took = exponential(journey.visits[0]?.meanMs ?? 0);
    station.busy += 1;
    station.busyMs += Math.min(took, Math.max(0, durationMs - now));
    agenda.add(now + took, (then) => leave(station, journey, then));
  };
  const enter = (journey: Journey, now: number) => {
    const [visit] = journey.visits;
    if (!visit) {
      if (journey.arrivedAt > durationMs / 10) responseMs.get(journey.name)?.push(now - journey.arrivedAt);
      return;
    }
    const station = byName.get(visit.station);
    if (!station) throw new Error(`there is no station ${visit.station}`);
    if (station.busy < station.servers) serve(station, journey, now);
    else station.waiting.push(journey);
  };
  const leave = (station: Station, journey: Journey, now: number) => {
    station.busy -= 1;
    const next = station.waiting[station.next];
    if (next) {
      station.next += 1;
      serve(station, next, now);
    }
    enter({ ...journey, visits: journey.visits.slice(1) }, now);
  };
  const arriveFrom = (each: Traffic) => (now: number) => {
    if (now > durationMs) return;
    enter({ name: each.name, arrivedAt: now, visits: each.route(random) }, now);
    agenda.add(now + exponential(1000 / each.perSecond), arriveFrom(each));
  };

  for (const each of traffic) agenda.add(exponential(1000 / each.perSecond), arriveFrom(each));
  agenda.run(durationMs * 2); // an overloaded station never becomes empty
  const utilisation = new Map(
    [...byName].map(([name, { servers, busyMs }]) => [name, busyMs / (servers * durationMs)]),
  );
  for (const times of responseMs.values()) times.sort((a, b) => a - b);
  return { utilisation, responseMs };
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

type Act = (now: number) => void;

/** What is to happen, in the order of its time: a binary heap. */
class Agenda {
  readonly #entries: { at: number; act: Act }[] = [];

  add(at: number, act: Act): void {
    const entries = this.#entries;
    let index = entries.push({ at, act }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= at) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  run(untilMs: number): void {
    for (let first = this.#takeFirst(); first && first.at <= untilMs; first = this.#takeFirst()) first.act(first.at);
  }

  #takeFirst() {
    const entries = this.#entries;
    const [first] = entries;
    const last = entries.pop();
    if (!first || !last || first === last) return first;
    entries[0] = last;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let smallest = index;
      if (left < entries.length && this.#at(left) < this.#at(smallest)) smallest = left;
      if (right < entries.length && this.#at(right) < this.#at(smallest)) smallest = right;
      if (smallest === index) return first;
      this.#swap(index, smallest);
      index = smallest;
    }
  }

  #at(index: number): number {
    return this.#entries[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const entries = this.#entries as Record<number, { at: number; act: Act }>;
    [entries[a], entries[b]] = [entries[b], entries[a]] as [{ at: number; act: Act }, { at: number; act: Act }];
  }
}
