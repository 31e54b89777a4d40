import { isDeepStrictEqual } from 'node:util';
import type { Trip } from '../../../src/contract/trip.ts';
import type { TripRow } from '../../../src/trips/tripRow.ts';
import { tripView } from '../../../src/trips/tripView.ts';
import { differenceFromRequest } from '../bookingRequest.ts';
import { type Evidence, groupBy, keyViolations, nameOf, successes, type Violation, violation } from '../evidence.ts';
import { answersTo, type BookOperation, isRefused } from '../history.ts';

/** Every acknowledged booking exists once, as requested and as acknowledged; no key made two trips; nothing was made unasked. */
export function checkBookings(evidence: Evidence): Violation[] {
  return [
    ...[...evidence.bookings].flatMap(([name, operations]) => [
      ...keyViolations(operations, `the booking ${name}`),
      ...existence(name, operations, evidence.tripsByNote.get(name) ?? []),
      ...refusals(name, operations),
    ]),
    ...unasked(evidence),
    ...checkRiders(evidence),
    ...checkKeyRecords(evidence),
  ];
}

function existence(name: string, operations: BookOperation[], trips: TripRow[]): Violation[] {
  const broken = (rule: string, what: string) => [violation(rule, `${name}: ${what}`, ...operations)];
  if (trips.length > 1) return broken('no key makes two trips', `made ${trips.map(({ tripId }) => tripId).join(', ')}`);
  const acknowledged = successes(operations)[0];
  const [trip] = trips;
  if (acknowledged === undefined && trip && operations.every(isRefused))
    return broken('what was refused was not done', `made ${trip.tripId}`);
  if (!trip) return acknowledged ? broken('no acknowledged booking is lost', 'there is no such trip') : [];
  const distortion = operations.flatMap(({ request }) => differenceFromRequest(request, trip) ?? [])[0];
  const alteration = acknowledged && differenceFrom(JSON.parse(acknowledged.text).data, trip);
  return [
    ...(distortion === undefined ? [] : broken('a booking is as asked for', distortion)),
    ...(alteration === undefined ? [] : broken('a booking is as acknowledged', alteration)),
  ];
}

/** From the columns, not from the stored text. */
export const viewOfColumns = (row: TripRow): Trip => tripView({ ...row, fixedMembers: null, row });

/** These change after a booking, and only some answers have a history. */
const NOT_COMPARED = new Set(['status', 'isPaid', 'statusHistory']);

export function differenceFrom(answered: Record<string, unknown>, trip: TripRow): string | undefined {
  const stored = viewOfColumns(trip) as Record<string, unknown>;
  for (const member of Object.keys({ ...stored, ...answered })) {
    if (!NOT_COMPARED.has(member) && !isDeepStrictEqual(stored[member], answered[member]))
      return `${member} was answered as ${JSON.stringify(answered[member])} and is stored as ${JSON.stringify(stored[member])}`;
  }
  return undefined;
}

/** Every booking that is sent is valid, so each refusal other than "still running" is a fault. */
function refusals(name: string, operations: BookOperation[]): Violation[] {
  const refused = operations.filter((operation) =>
    answersTo(operation).some(
      ({ status, code }) => status < 500 && code !== undefined && code !== 'IDEMPOTENCY_KEY_IN_PROGRESS',
    ),
  );
  return refused.length === 0 ? [] : [violation('a good booking is not refused', `${name} was refused`, ...refused)];
}

function unasked({ bookings, tripsByNote }: Evidence): Violation[] {
  return [...tripsByNote.keys()]
    .filter((name) => !bookings.has(name))
    .map((name) => violation('nothing is made unasked', `nobody asked for the trip with the note ${name}`));
}

/** A booking makes its rider once, and none without its trip. */
function checkRiders({ snapshot, bookings, tripsByNote }: Evidence): Violation[] {
  const made = snapshot.riders.filter(({ lastName }) => lastName.includes('-book-'));
  const ridersByName = groupBy(made, ({ accountId, lastName }) => nameOf(accountId, lastName));
  return [...new Set([...tripsByNote.keys(), ...ridersByName.keys()])].flatMap((name) => {
    const riders = ridersByName.get(name) ?? [];
    const trips = tripsByNote.get(name) ?? [];
    const isRight = riders.length === 1 && trips.length === 1 && trips[0]?.clientId === riders[0]?.clientId;
    if (isRight) return [];
    const what = `${name} has ${riders.length} riders and ${trips.length} trips`;
    return [violation('a booking makes one rider', what, ...(bookings.get(name) ?? []))];
  });
}

/** The trip and the record of its key commit together, and the record has the answer. */
function checkKeyRecords({ records, bookings, tripsByNote }: Evidence): Violation[] {
  return [...tripsByNote].flatMap(([name, trips]) => {
    const operations = bookings.get(name) ?? [];
    const kept = records.get(name);
    const answered = successes(operations)[0]?.text ?? kept;
    if (kept !== undefined && kept === answered && JSON.parse(kept).data._id === trips[0]?.tripId) return [];
    return [violation('a trip commits with its key', `${name} has the record ${kept}`, ...operations)];
  });
}
