import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listPricingSchemes } from '../../catalogue/pricingSchemeStore.ts';
import { listServiceTiers } from '../../catalogue/serviceTierStore.ts';
import { listVehicles } from '../../catalogue/vehicleStore.ts';
import type { Trip } from '../../contract/trip.ts';
import { QUOTE_ADDRESS } from '../../contract/values.ts';
import type { Queryable } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { addToLog } from '../../gates/requestLog.ts';
import { parseId, referenceOf } from '../../identifiers.ts';
import type { RateLimit } from '../../limits/rateLimits.ts';
import type { Coordinates } from '../../places/place.ts';
import type { Booker, BookingOrder, BookingResult } from '../../trips/booker.ts';
import { draftTrip, initialState } from '../../trips/draft.ts';
import { fingerprint } from '../../trips/idempotency.ts';
import { createdBody } from '../../trips/responses.ts';
import { findTrips } from '../../trips/store/findTrips.ts';
import { findKnownResponses } from '../../trips/store/idempotencyKeys.ts';
import type { PlannedRide } from '../../trips/store/rides.ts';
import { renderState, tripView } from '../../trips/tripView.ts';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { applyPageHeaders } from '../../web/headers.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { isErased } from '../riders/riderName.ts';
import { newRiderNotice } from '../riders/sameContact.tsx';
import { overlappingRides } from '../rides/overlaps.ts';
import type { Faults } from '../textBounds.ts';
import { TRIPS_PATH } from '../trips/filter.ts';
import { readPickupTime } from '../typedTime.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { bookingWords } from '../words/booking.ts';
import {
  type BookingDraft,
  type BookingForm,
  copiedBookingForm,
  isInUse,
  NEW_RIDER,
  newBookingForm,
  newKey,
  readBookingForm,
} from './bookingDraft.ts';
import { BookingPage } from './bookingPage.tsx';
import { type BookingChoices, checkBooking, estimates, faultsOf, wasShown } from './bookingRequest.ts';
import { findRiders } from './findRiders.ts';
import { nextField } from './nextField.ts';
import { type Understood, understand } from './understanding.ts';

/**
 * The form has one URL. Only its button books. Any other submission, by another button or by the page itself while the user
 * types, returns the form as it is with what was understood and the resulting price.
 */
export function bookingRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/trips/new', allow('TRIPS'), async (request, reply) => show(request, reply, dependencies));
  app.post('/trips/new', allow('TRIPS'), async (request, reply) => take(request, reply, dependencies));
  app.get('/places', allow('TRIPS'), async (request, reply) => suggestPlaces(request, reply, dependencies));
}

async function show(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database } = dependencies;
  const { copy, return: back, rider } = request.query as Record<string, unknown>;
  const copied = await findCopied(database, accountIdOf(request), back ?? copy);
  const choices = await readChoices(database, accountIdOf(request));
  const form = copied
    ? copiedBookingForm(copied, back !== undefined, choices)
    : newBookingForm(choices.tiers, parseId(String(rider)));
  const understood = await understandFor(request, dependencies, form, copied, dependencies.limits.triedRates);
  return answer(request, reply, dependencies, { form, copied, choices, understood });
}

async function take(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database, clock, limits, book } = dependencies;
  const { language } = visitOf(request);
  const { account, member } = sessionOf(request);
  const words = bookingWords[language];
  const form = readBookingForm(formOf(request));
  const isBooking = fieldOf(formOf(request), 'do') === 'book';
  const order = {
    accountId: account.accountId,
    bookedBy: 'DASHBOARD',
    memberEmail: member.email,
    idempotencyKey: form.key,
    fingerprint: fingerprintOf(form.draft),
    response: createdBody(renderState(initialState(account))),
  } as const;
  // Before the form is judged: what was booked stays booked, even if the same form would be refused by now.
  const [known] = isBooking ? await findKnownResponses(database, [order]) : [];
  if (known?.verdict === 'replay') return leadToTrip(request, reply, database, form.draft, known.responseBody);

  const copied = await findCopied(database, account.accountId, form.copiedFrom || undefined);
  const choices = await readChoices(database, account.accountId);
  const limit = isBooking ? limits.bookingsByHand : limits.triedRates;
  const understood = await understandFor(request, dependencies, form, copied, limit);
  const again = (status: number, problem: string, shown: Partial<Answer> = {}) =>
    answer(request, reply.code(status), dependencies, { form, copied, choices, understood, problem, ...shown });
  if (!isBooking) return answer(request, reply, dependencies, { form, copied, choices, understood });
  const alreadyUsed = () => again(409, words.alreadyBooked, { form: { ...form, key: newKey() } });
  if (known) return alreadyUsed();
  const checked = checkBooking({ draft: form.draft, understood, choices, now: clock(), language });
  if ('faults' in checked) return again(422, words.refused, { faults: checked.faults });
  if (!wasShown(form, understood)) return again(422, words.check);

  const draft = () => draftTrip(checked.request, account, clock());
  const outcome = await bookPatiently(book, { ...order, draft });
  switch (outcome.verdict) {
    case 'booked':
    case 'replay':
      return leadToTrip(request, reply, database, form.draft, outcome.responseBody);
    case 'IDEMPOTENCY_KEY_CONFLICT':
      return alreadyUsed();
    case 'IDEMPOTENCY_KEY_IN_PROGRESS':
      return again(409, words.stillBooking);
    default:
      return again(422, words.refused, { faults: faultsOf(outcome.verdict, language) });
  }
}

/** To the trip that was booked, now or before; says so if its new rider may be one whom the account already has. */
async function leadToTrip(
  request: FastifyRequest,
  reply: FastifyReply,
  database: Queryable,
  { rider, newRider }: BookingDraft,
  responseBody: string,
): Promise<FastifyReply> {
  const { _id: tripId, clientId } = (JSON.parse(responseBody) as { data: Trip }).data;
  addToLog(request, { tripId });
  const { language } = visitOf(request);
  const booked = bookingWords[language].booked(referenceOf(tripId));
  const { phone, email } = newRider;
  const notice =
    rider === NEW_RIDER
      ? await newRiderNotice(database, { accountId: accountIdOf(request), clientId, phone, email }, booked, language)
      : booked;
  return redirectWithNotice(request, reply, `${TRIPS_PATH}/${tripId}`, notice);
}

// A second click arrives while the first is being booked, which takes milliseconds.
const PAUSE_MS = 100;
const MAX_PAUSES = 20;

/** Waits for a booking with the same key that is running, instead of refusing the second click. */
async function bookPatiently(book: Booker, order: BookingOrder): Promise<BookingResult> {
  for (let pauses = 0; ; pauses += 1) {
    const outcome = await book(order);
    if (outcome.verdict !== 'IDEMPOTENCY_KEY_IN_PROGRESS' || pauses === MAX_PAUSES) return outcome;
    await setTimeout(PAUSE_MS);
  }
}

/** The trip to copy, which must be the account's own; undefined if none is asked for, or its addresses were erased. */
async function findCopied(database: Queryable, accountId: string, asked: unknown): Promise<Trip | undefined> {
  if (asked === undefined) return undefined;
  const tripId = typeof asked === 'string' ? parseId(asked) : undefined;
  const [found] = tripId ? await findTrips(database, [{ accountId, tripId }]) : [];
  if (!found) throw new ApiError('TRIP_NOT_FOUND');
  const trip = tripView(found.trip);
  return isErased(trip.pickupAddress.address) ? undefined : trip;
}

async function readChoices(database: Queryable, accountId: string): Promise<BookingChoices> {
  const [tiers, schemes, vehicles] = await Promise.all([
    listServiceTiers(database),
    listPricingSchemes(database, accountId),
    listVehicles(database, accountId),
  ]);
  return { tiers, schemes: schemes.filter(isInUse), vehicles: vehicles.filter(isInUse) };
}

function understandFor(
  request: FastifyRequest,
  dependencies: DashboardDependencies,
  { draft }: BookingForm,
  copied: Trip | undefined,
  limit: RateLimit,
): Promise<Understood> {
  const { account } = sessionOf(request);
  const { language } = visitOf(request);
  return understand(dependencies, { account, copied, limit, now: dependencies.clock(), language }, draft);
}

interface Answer {
  form: BookingForm;
  copied: Trip | undefined;
  choices: BookingChoices;
  understood: Understood;
  faults?: Faults;
  problem?: string;
}

const NO_FAULTS: Faults = new Map();

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DashboardDependencies,
  { faults = NO_FAULTS, problem, ...shown }: Answer,
): Promise<FastifyReply> {
  const page = ownersPageFor(request, reply);
  const { account } = page.session;
  const [riders, overlapping] = await Promise.all([
    findRiders(dependencies, account.accountId, shown.form),
    // Contractors choose the driver later.
    account.role === 'DRIVER' ? readOverlapping(dependencies, page, shown) : [],
  ]);
  const hasChanges = request.method === 'POST';
  const isCalculated = hasChanges && problem === undefined;
  const next = isCalculated ? nextField(shown.form, shown.understood, riders) : undefined;
  return sendPage(
    reply,
    <BookingPage {...{ page, riders, overlapping, faults, problem, hasChanges, next, ...shown }} />,
  );
}

/** Without what is rarely asked, as the release before this one made it: a form may be sent to both. */
const fingerprintOf = ({ which, hireHours, ...draft }: BookingDraft) =>
  fingerprint('POST', '/app/trips/new', { ...draft, ...(which && { which }), ...(hireHours && { hireHours }) });

const NOWHERE: Coordinates = { lat: 0, lng: 0 };

/** The driver's rides at the time that was typed; a ride whose route is not known yet takes no time. */
async function readOverlapping(
  { database, clock }: DashboardDependencies,
  { session, language }: OwnersPage,
  { form, understood }: Pick<Answer, 'form' | 'understood'>,
): Promise<PlannedRide[]> {
  const time = readPickupTime(form.draft, clock(), language);
  if ('fault' in time) return [];
  const { pickup, dropoff } = understood;
  const isKnown = 'place' in pickup && 'place' in dropoff;
  return overlappingRides(database, session.account.accountId, {
    status: 'CONFIRMED',
    scheduledAt: time.moment,
    estimatedDurationMinutes: estimates(form.draft, understood).estimatedDurationMinutes ?? null,
    pickupAddress: isKnown ? pickup.place : NOWHERE,
    destinationAddress: isKnown ? dropoff.place : NOWHERE,
  });
}

/** For the page's script, while somebody types an address. */
async function suggestPlaces(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, suggest }: DashboardDependencies,
): Promise<FastifyReply> {
  const { q } = request.query as Record<string, unknown>;
  const { isExceeded, resetSeconds } = await limits.suggestions.count(accountIdOf(request));
  if (isExceeded) throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(resetSeconds) } });
  const places = typeof q === 'string' ? suggest(q.slice(0, QUOTE_ADDRESS.max)) : [];
  return applyPageHeaders(reply).send({ places });
}
