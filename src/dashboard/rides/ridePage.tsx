import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import { ApiError } from '../../errors.ts';
import { timed } from '../../trips/attention.ts';
import { assignTrip } from '../../trips/store/changeTrip.ts';
import { findRide, wasAssigned } from '../../trips/store/rides.ts';
import { type TripPath, tripIdOf } from '../../trips/tripPath.ts';
import { Button, LinkButton, TextArea } from '../../web/components/form.tsx';
import { dateTimeText, Moment, numberText } from '../../web/components/moment.tsx';
import { Card, Facts, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import { Refreshed, RefreshStatus, sendRefreshValue } from '../components/refreshed.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { fullName } from '../riders/riderName.ts';
import { lengthFault } from '../textBounds.ts';
import { advanceRoutes } from '../trips/advance.tsx';
import { isCurrent } from '../trips/changes.ts';
import { hireText } from '../trips/hire.ts';
import { PhoneLink, Route, VehicleName } from '../trips/rideCards.tsx';
import { StatusCard, VersionField } from '../trips/statusCards.tsx';
import { readTrip, refreshValueOf, type ShownTrip } from '../trips/tripReader.ts';
import { VoucherGapsNotice } from '../trips/voucherGaps.tsx';
import { VoucherPage } from '../trips/voucherPage.tsx';
import { readText } from '../typedText.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { ridesWords } from '../words/rides.ts';
import { tripsWords } from '../words/trips.ts';
import { OverlapLinks, type OverlappingTrip } from './overlapLinks.tsx';
import { overlappingRides } from './overlaps.ts';
import { RideHistoryCard } from './rideHistoryCard.tsx';
import { RIDES_PATH } from './ridePath.ts';

/** A ride that a contractor assigned to the driver who is signed in: what the driver needs for it, and nothing else. */
export const rideRoutes = (app: FastifyInstance, dependencies: DashboardDependencies) =>
  app.register(async (rides) => {
    explainWithdrawal(rides, dependencies);
    routesOfRide(rides, dependencies);
  });

/** To a driver who had the ride, the page says that it is no longer theirs; to everybody else it does not exist. */
function explainWithdrawal(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof ApiError && error.code === 'TRIP_NOT_FOUND')) throw error;
    const tripId = tripIdOf(request.params as TripPath);
    if (!(await wasAssigned(database, accountIdOf(request), tripId))) throw error;
    request.errorCode = error.code;
    const page = { ...ownersPageFor(request, reply), path: `${RIDES_PATH}/${tripId}` };
    return sendPage(reply.code(error.statusCode), <WithdrawnPage {...{ page, tripId }} />);
  });
}

function routesOfRide(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  const read = (request: FastifyRequest) => readRide(request, dependencies);
  const send = async (request: FastifyRequest, reply: FastifyReply, problem: RideProblem = {}) => {
    const shown = await read(request);
    const { trip, reference } = shown;
    const ride = { ...timed(trip), tripId: reference.tripId };
    const overlapping = await overlappingRides(database, accountIdOf(request), ride);
    const page = { ...ownersPageFor(request, reply), path: shown.path };
    return sendPage(reply, <RidePage {...{ page, shown, overlapping, problem }} now={clock()} />);
  };
  app.get('/rides/:id', allow('VIEW'), async (request, reply) => send(request, reply));
  app.get('/rides/:id/change', allow('VIEW'), async (request, reply) => {
    const shown = await findShownRide(request, dependencies);
    return sendRefreshValue(reply, shown ? refreshValueOf(shown) : NOT_THEIRS);
  });
  app.get('/rides/:id/voucher', allow('VIEW'), async (request, reply) =>
    sendPage(reply, <VoucherPage page={ownersPageFor(request, reply)} section="rides" shown={await read(request)} />),
  );
  advanceRoutes(app, {
    ...{ database, clock, read },
    section: 'rides',
    path: '/rides',
    send: (request, reply, message) => send(request, reply, { message }),
  });
  app.post('/rides/:id/decline', allow('TRIPS'), async (request, reply) => {
    const { language } = visitOf(request);
    const shown = await read(request);
    const reason = readText(formOf(request), 'reason');
    const changedMeanwhile = () =>
      send(request, reply.code(409), { message: tripsWords[language].changedMeanwhile, reason: { typed: reason } });
    if (!isCurrent(request, shown) || !canDecline(shown)) return changedMeanwhile();
    const error = lengthFault(reason, { min: 1, ...TRIP_BOUNDS.cancelReason }, language);
    if (error) return send(request, reply.code(422), { reason: { typed: reason, error } });
    const changed = await assignTrip(database, {
      trip: { ...shown.reference, version: shown.version },
      ...{ executorId: null, assignedAt: clock(), assignedBy: 'DASHBOARD', reason },
    });
    if (!changed) return changedMeanwhile();
    return redirectWithNotice(request, reply, RIDES_PATH, ridesWords[language].declined);
  });
}

async function readRide(request: FastifyRequest, dependencies: DashboardDependencies): Promise<ShownTrip> {
  const shown = await findShownRide(request, dependencies);
  if (!shown) throw new ApiError('TRIP_NOT_FOUND');
  return shown;
}

async function findShownRide(
  request: FastifyRequest,
  { database }: DashboardDependencies,
): Promise<ShownTrip | undefined> {
  const driverId = accountIdOf(request);
  const ride = await findRide(database, driverId, tripIdOf(request.params as TripPath));
  if (!ride) return undefined;
  const { accountId, tripId } = ride;
  return readTrip(database, { accountId, tripId }, { path: `${RIDES_PATH}/${tripId}`, viewerId: driverId });
}

/** Until the driver is on the way. */
const canDecline = ({ trip }: ShownTrip) => trip.status === 'CONFIRMED';

interface RideProblem {
  message?: string;
  reason?: { typed: string; error?: string };
}

/** Takes the place of the value for a ride that is not, or no longer, the driver's. */
const NOT_THEIRS = 'none';

interface FollowedProperties {
  tripId: string;
  value: string;
  children: ComponentChildren;
}

/** What an open page replaces when the ride has changed, also by what `WithdrawnPage` says. */
const Followed = ({ tripId, value, children }: FollowedProperties) => (
  <Refreshed id="ride" path={`${RIDES_PATH}/${tripId}/change`} value={value} seconds={30}>
    {children}
  </Refreshed>
);

/** Says nothing of the ride, which somebody else drives now. */
function WithdrawnPage({ page, tripId }: { page: OwnersPage; tripId: string }) {
  const words = ridesWords[page.language];
  return (
    <Layout page={page} section="rides" title={words.ride}>
      <Followed tripId={tripId} value={NOT_THEIRS}>
        <Notice kind="bad">{words.withdrawn}</Notice>
        <div class="buttons">
          <LinkButton href={RIDES_PATH}>{words.title}</LinkButton>
        </div>
      </Followed>
    </Layout>
  );
}

interface RidePageProperties {
  page: OwnersPage;
  shown: ShownTrip;
  overlapping: readonly OverlappingTrip[];
  now: Date;
  problem: RideProblem;
}

function RidePage({ page, shown, overlapping, now, problem }: RidePageProperties) {
  const { language } = page;
  const words = ridesWords[language];
  const title = words.rideTitle(dateTimeText(new Date(shown.trip.scheduledPickupTime), language));
  const voucher = <LinkButton href={`${shown.path}/voucher`}>{tripsWords[language].voucher}</LinkButton>;
  return (
    <Layout page={page} section="rides" title={title} back={{ href: RIDES_PATH, title: words.title }} actions={voucher}>
      {problem.message && (
        <Notice kind="bad" data-outcome>
          {problem.message}
        </Notice>
      )}
      <Followed tripId={shown.trip._id} value={refreshValueOf(shown)}>
        {shown.trip.status === 'CANCELLED' && <Notice kind="bad">{words.cancelled}</Notice>}
        {overlapping.length > 0 && (
          <Notice kind="warn">
            <p>{words.overlap(overlapping.length)}</p>
            <OverlapLinks trips={overlapping} language={language} />
          </Notice>
        )}
        <VoucherGapsNotice page={page} shown={shown} />
        <div class="trip">
          <RideFacts page={page} shown={shown} />
          <div class="stack trip-side">
            <StatusCard page={page} shown={shown} now={now} isRide />
            <RideHistoryCard shown={shown} language={language} />
            {canDecline(shown) && <DeclineCard page={page} shown={shown} attempt={problem.reason} />}
          </div>
        </div>
      </Followed>
    </Layout>
  );
}

function RideFacts({ page: { language }, shown }: { page: OwnersPage; shown: ShownTrip }) {
  const words = tripsWords[language];
  const { trip, details } = shown;
  const { rider, vehicle, owner } = details;
  const facts = [
    { title: words.pickupTime, value: <Moment at={new Date(trip.scheduledPickupTime)} language={language} /> },
    { title: words.tripType, value: hireText(trip, language) },
    { title: words.reference, value: trip.reference },
    { title: words.rider, value: fullName(rider, language) },
    { title: words.phone, value: rider.phone && <PhoneLink phone={rider.phone} /> },
    { title: words.passengers, value: numberText(trip.paxNumber, language) },
    { title: words.vehicle, value: vehicle && <VehicleName vehicle={vehicle} /> },
    { title: words.tier, value: details.serviceTierName },
    { title: words.note, value: trip.note && <span class="as-written">{trip.note}</span> },
    { title: ridesWords[language].contractor, value: owner.name },
    { title: ridesWords[language].contractorPhone, value: owner.phone && <PhoneLink phone={owner.phone} /> },
  ];
  return (
    <Card title={words.ride}>
      <p class="hint">
        <RefreshStatus language={language} />
      </p>
      <Route trip={trip} language={language} canNavigate />
      <Facts facts={facts.filter(({ value }) => value)} />
    </Card>
  );
}

interface DeclineCardProperties {
  page: OwnersPage;
  shown: ShownTrip;
  attempt: RideProblem['reason'];
}

function DeclineCard({ page, shown, attempt }: DeclineCardProperties) {
  const words = ridesWords[page.language];
  if (!page.may('TRIPS')) return null;
  return (
    <Card>
      <details class="more" open={attempt !== undefined}>
        <summary>{words.decline}</summary>
        <OwnersForm page={page} action={`${shown.path}/decline`} hasChanges={attempt !== undefined}>
          <VersionField shown={shown} />
          <TextArea
            name="reason"
            label={words.reason}
            hint={words.reasonHint}
            maxLength={TRIP_BOUNDS.cancelReason.max}
            value={attempt?.typed ?? ''}
            error={attempt?.error}
            isRequired
          />
          <div class="buttons">
            <Button kind="danger">{words.declineButton}</Button>
          </div>
        </OwnersForm>
      </details>
    </Card>
  );
}
