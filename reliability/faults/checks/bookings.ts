import { isDeepStrictEqual } from 'node:util';
import type { Trip } from '../../../src/contract/trip.ts';
import type { TripRow } from '../../../src/trips/tripRow.ts';
import { tripView } from '../../../src/trips/tripView.ts';
import { type BookOperation, isRefused } from '../history.ts';
import { differenceFromRequest } from './request.ts';
import { groupBy, keyViolations, nameOf, type Story, successes, type Violation } from './story.ts';

/** Every acknowledged booking exists once, as asked for and as acknowledged; no key made two trips; nothing exists that nobody asked for. */
export function checkBookings(story: Story): Violation[] {
  return [
    ...[...story.bookings].flatMap(([name, operations]) => [
      ...keyViolations(operations, `the booking ${name}`),
      ...existence(name, operations, story.tripsByNote.get(name) ?? []),
      ...refusals(name, operations),
    ]),
    ...unasked(story),
    ...checkRiders(story),
    ...checkKeyRecords(story),
  ];
}

function existence(name: string, operations: BookOperation[], trips: TripRow[]): Violation[] {
  const violation = (rule: string, what: string): Violation[] => [{ rule, what: `${name}: ${what}`, operations }];
  if (trips.length > 1)
    return violation('no key makes two trips', `made ${trips.map(({ tripId }) => tripId).join(', ')}`);
  const acknowledged = successes(operations)[0];
  const [trip] = trips;
  if (acknowledged === undefined && trip && operations.every(isRefused))
    return violation('what was refused was not done', `made ${trip.tripId}`);
  if (!trip) return acknowledged ? violation('no acknowledged booking is lost', 'there is no such trip') : [];
  const distortion = operations.flatMap(({ request }) => differenceFromRequest(request, trip) ?? [])[0];
  const alteration = acknowledged && differenceFrom(JSON.parse(acknowledged.text).data, trip);
  return [
    ...(distortion === undefined ? [] : violation('a booking is as asked for', distortion)),
    ...(alteration === undefined ? [] : violation('a booking is as acknowledged', alteration)),
  ];
}

/** From the columns, not from the text that is stored with them. */
export const viewOfColumns = (row: TripRow): Trip => tripView({ ...row, fixedMembers: null, row });

/** What changes after a booking in this run, where nobody assigns trips; all else stays as it was answered. */
const CHANGING = new Set(['status', 'isPaid']);

export function differenceFrom(answered: Record<string, unknown>, trip: TripRow): string | undefined {
  const stored = viewOfColumns(trip) as Record<string, unknown>;
  for (const member of Object.keys({ ...stored, ...answered })) {
    if (CHANGING.has(member) || member === 'statusHistory') continue;
    if (!isDeepStrictEqual(stored[member], answered[member]))
      return `${member} was answered as ${JSON.stringify(answered[member])} and is stored as ${JSON.stringify(stored[member])}`;
  }
  return undefined;
}

/** Every booking that is sent is a good one, so that each refusal but "still running" is a fault. */
function refusals(name: string, operations: BookOperation[]): Violation[] {
  const refused = operations.filter(({ attempts }) =>
    attempts.some(
      ({ reply }) =>
        reply.status !== 'none' &&
        reply.status < 500 &&
        (reply.code ?? 'IDEMPOTENCY_KEY_IN_PROGRESS') !== 'IDEMPOTENCY_KEY_IN_PROGRESS',
    ),
  );
  return refused.length === 0
    ? []
    : [{ rule: 'a good booking is not refused', what: `${name} was refused`, operations: refused }];
}

function unasked({ bookings, tripsByNote }: Story): Violation[] {
  return [...tripsByNote.keys()]
    .filter((name) => !bookings.has(name))
    .map((name) => ({
      rule: 'nothing is made unasked',
      what: `the trip noted ${name} was asked for by nobody`,
      operations: [],
    }));
}

/** A booking makes its rider once, and none without its trip. */
function checkRiders({ snapshot, bookings, tripsByNote }: Story): Violation[] {
  const made = snapshot.riders.filter(({ lastName }) => lastName.includes('-book-'));
  const ridersByName = groupBy(made, ({ accountId, lastName }) => nameOf(accountId, lastName));
  return [...new Set([...tripsByNote.keys(), ...ridersByName.keys()])].flatMap((name) => {
    const riders = ridersByName.get(name) ?? [];
    const trips = tripsByNote.get(name) ?? [];
    const isRight = riders.length === 1 && trips.length === 1 && trips[0]?.clientId === riders[0]?.clientId;
    if (isRight) return [];
    const what = `${name} has ${riders.length} riders and ${trips.length} trips`;
    return [{ rule: 'a booking makes one rider', what, operations: bookings.get(name) ?? [] }];
  });
}

/** The trip and the record of its key commit together: there is one for each, and it tells what was answered. */
function checkKeyRecords({ records, bookings, tripsByNote }: Story): Violation[] {
  return [...tripsByNote].flatMap(([name, trips]) => {
    const operations = bookings.get(name) ?? [];
    const kept = records.get(name);
    const answered = successes(operations)[0]?.text ?? kept;
    if (kept !== undefined && kept === answered && JSON.parse(kept).data._id === trips[0]?.tripId) return [];
    return [{ rule: 'a trip commits with its key', what: `${name} has the record ${kept}`, operations }];
  });
}
