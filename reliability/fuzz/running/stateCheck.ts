import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { bookingExample } from '../../../src/contract/openapi/examples.ts';
import { ListTripsQuery } from '../../../src/contract/pagination.ts';
import { departures } from '../../support/openapi.ts';
import type { Address } from '../../support/rawHttp.ts';
import { satisfies } from '../judging/content.ts';
import type { Account, AcknowledgedTrip, World } from '../making/world.ts';
import { KeptConnection } from '../sockets/connection.ts';

const READERS = 16;

/** Reads everything back, lists it by every filter, and books once more, as a new caller would. */
export async function checkState(address: Address, world: World): Promise<string[]> {
  const faults: string[] = [];
  for (const account of world.accounts) {
    const own = new Map([...world.acknowledged].filter(([, each]) => each.account === account));
    const look = async () => {
      const state = await readState(address, account, faults);
      return [
        ...stateFaults(state, own, world.unansweredBookings(account)),
        ...(await filterFaults(address, account, state.listed, faults)),
      ];
    };
    faults.push(...(await lastingFaults(look)));
    faults.push(...(await bookOnce(address, account)));
  }
  return faults;
}

async function readState(address: Address, account: Account, faults: string[]): Promise<AccountState> {
  const listed: TripRecord[] = [];
  const connection = new KeptConnection(address);
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const answer = await ask(connection, account, 'GET', `/v1/trips?limit=100&page=${page}`, faults);
    listed.push(...answer.data);
    hasNext = answer.pagination?.hasNext ?? false;
  }
  connection.close();
  const read = new Map<string, TripRecord>();
  const waiting = listed.map(({ _id }) => String(_id));
  const reader = async () => {
    const connection = new KeptConnection(address);
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { data } = await ask(connection, account, 'GET', `/v1/trips/${id}`, faults);
      if (data) read.set(id, data as unknown as TripRecord);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return { listed, read };
}

async function filterFaults(
  address: Address,
  account: Account,
  listed: readonly TripRecord[],
  faults: string[],
): Promise<string[]> {
  const connection = new KeptConnection(address);
  const found: string[] = [];
  for (const query of queriesFor(listed)) {
    const answer = await ask(connection, account, 'GET', `/v1/trips?limit=${FILTERED_PER_PAGE}&${query}`, faults);
    found.push(...filteredFaults(query, answer, listed));
  }
  connection.close();
  return found;
}

const FILTERED_PER_PAGE = 10;

const WITHOUT_MEMBER = ['page', 'limit', 'from', 'to', 'status'];
/** The filters whose name is that of a member. */
const MEMBER_FILTERS = Object.keys(ListTripsQuery.properties).filter((name) => !WITHOUT_MEMBER.includes(name));

/** Each filter alone and some together, with values of trips that exist. */
export function queriesFor(listed: readonly TripRecord[]): URLSearchParams[] {
  const byPickup = [...listed].sort((a, b) => (String(a.scheduledPickupTime) < String(b.scheduledPickupTime) ? -1 : 1));
  const [early, late] = [0.25, 0.75].map((share) => byPickup[Math.floor(byPickup.length * share)] ?? {});
  const range = { from: String(early?.scheduledPickupTime), to: String(late?.scheduledPickupTime) };
  const { from, to } = range;
  const day = { from: from.slice(0, 10), to: from.slice(0, 10) };
  const members = MEMBER_FILTERS.flatMap((name) => {
    const value = listed.map((trip) => trip[name] ?? undefined).find((each) => each !== undefined);
    return value === undefined ? [] : [{ [name]: String(value) }, { [name]: String(value), status: 'CANCELLED' }];
  });
  const statuses = ['CONFIRMED', 'CANCELLED'].flatMap((status) => [{ status }, { status, ...range, page: '2' }]);
  if (listed.length === 0) return [];
  return [{ from }, { to }, range, day, ...statuses, ...members].map((query) => new URLSearchParams(query));
}

/** How a filtered list differs from the trips that satisfy the filter, in a list of all. */
export function filteredFaults(query: URLSearchParams, answer: Asked, listed: readonly TripRecord[]): string[] {
  const expected = listed.filter((trip) => satisfies(trip, query)).map(({ _id }) => _id);
  const start = (Number(query.get('page') ?? 1) - 1) * FILTERED_PER_PAGE;
  const shown = { total: answer.pagination?.total, ids: answer.data.map(({ _id }) => _id) };
  const right = { total: expected.length, ids: expected.slice(start, start + FILTERED_PER_PAGE) };
  if (isDeepStrictEqual(shown, right)) return [];
  return [`a filtered list is wrong; ?${query} shows ${JSON.stringify(shown)} instead of ${JSON.stringify(right)}`];
}

async function bookOnce(address: Address, account: Account): Promise<string[]> {
  const faults: string[] = [];
  const connection = new KeptConnection(address);
  const body = { ...bookingExample, scheduledAt: new Date(Date.now() + 86_400_000).toISOString() };
  const { success } = await ask(connection, account, 'POST', '/v1/trips', faults, JSON.stringify(body));
  if (!success) faults.push('an ordinary booking fails');
  const ready = await ask(connection, account, 'GET', '/readyz', []);
  if ((ready as { status?: string }).status !== 'ready')
    faults.push(`the service is not ready: ${JSON.stringify(ready)}`);
  connection.close();
  return faults;
}

interface Asked {
  success?: boolean;
  data: TripRecord[];
  pagination?: { hasNext: boolean; total: number };
}

async function ask(
  connection: KeptConnection,
  account: Account,
  method: string,
  path: string,
  faults: string[],
  body = '',
): Promise<Asked> {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${account.apiKey}`,
    `Idempotency-Key: state-check-${Date.now()}`,
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const { answers } = await connection.send(
    { method, headers: [] },
    Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`),
  );
  const [answer] = answers;
  if (!answer) {
    faults.push(`${method} ${path}: no answer`);
    return { data: [] };
  }
  faults.push(...departures({ method, path, ...answer }).map((fault) => `${method} ${path}: ${fault}`));
  if (answer.status >= 300) faults.push(`${method} ${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

// Longer than anything in progress can take, however busy the machine: statements time out after five seconds.
const LONGEST_WORK_MS = 6_000;

/**
 * Looks again if all faults may come from requests that a caller did not wait for and that were served while we read. A lost,
 * altered or extra trip is a fault at the first look: nothing in progress explains it.
 */
export async function lastingFaults(look: () => Promise<string[]>, waitMs = LONGEST_WORK_MS): Promise<string[]> {
  const faults = await look();
  if (faults.length === 0 || !faults.every(mayPass)) return faults;
  await sleep(waitMs);
  return look();
}

type TripRecord = Record<string, unknown>;

interface AccountState {
  listed: readonly TripRecord[];
  /** Each read on its own, by identifier. */
  read: ReadonlyMap<string, TripRecord>;
}

/** How what the service stored differs from what it acknowledged. */
export function stateFaults(
  { listed, read }: AccountState,
  acknowledged: ReadonlyMap<string, AcknowledgedTrip>,
  unansweredBookings: number,
): string[] {
  const byId = new Map(listed.map((trip) => [String(trip._id), trip]));
  const unknown = [...byId.keys()].filter((id) => !acknowledged.has(id));
  return [
    ...(byId.size === listed.length ? [] : [`the list has ${listed.length - byId.size} trips twice`]),
    ...[...acknowledged].flatMap(([id, known]) => acknowledgedFaults(id, known, byId.get(id))),
    ...[...byId].flatMap(([id, trip]) => readFaults(id, trip, read.get(id))),
    ...(unknown.length > unansweredBookings
      ? [`${unknown.length} trips that nobody booked (${unansweredBookings} bookings were aborted)`]
      : []),
  ];
}

/** A late booking pushes a trip onto the next page, where it is seen twice; a late cancellation comes between two reads. */
const mayPass = (fault: string): boolean =>
  /^the list has \d+ trips twice$|^a filtered list is wrong; |^trip \w+ reads otherwise than it is listed$/.test(fault);

function acknowledgedFaults(
  id: string,
  { trip, isCancelled, mayBeCancelled }: AcknowledgedTrip,
  kept: TripRecord | undefined,
): string[] {
  if (!kept) return [`trip ${id} was acknowledged and is lost`];
  const isKeptCancelled = kept.status === 'CANCELLED' && mayBeCancelled;
  const status = isCancelled || isKeptCancelled ? 'CANCELLED' : trip.status;
  return isDeepStrictEqual({ ...trip, status }, kept)
    ? []
    : [`trip ${id} was acknowledged as ${JSON.stringify({ ...trip, status })} and is kept as ${JSON.stringify(kept)}`];
}

function readFaults(id: string, listed: TripRecord, read: TripRecord | undefined): string[] {
  if (!read) return [`trip ${id} is in the list and cannot be read`];
  const { statusHistory, ...trip } = read as TripRecord & { statusHistory: { status: string }[] };
  const statuses = statusHistory.map(({ status }) => status);
  const expected = trip.status === 'CANCELLED' ? ['CONFIRMED', 'CANCELLED'] : ['CONFIRMED'];
  return [
    ...(isDeepStrictEqual(trip, listed) ? [] : [`trip ${id} reads otherwise than it is listed`]),
    ...(isDeepStrictEqual(statuses, expected) ? [] : [`trip ${id} has the history ${statuses.join(', ')}`]),
  ];
}
