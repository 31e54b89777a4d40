import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fragment } from 'preact';
import { MISPLANNED, type Misplanned } from '../../trips/attention.ts';
import { canUpdate } from '../../trips/updateTrip.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { dateTimeText, weekdayTitle } from '../../web/components/moment.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { BOOKING_PATH } from '../booking/bookingPage.tsx';
import { Layout } from '../components/layout.tsx';
import { Refreshed, sendRefreshValue } from '../components/refreshed.tsx';
import { DAY_PATH, DAY_SHEET_PATH, type Day, dayLink, dayOf, noonOf } from '../day/days.ts';
import { readDayTrips } from '../day/dayTrips.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { type OwnDriver, readDrivers } from '../drivers/ownDrivers.ts';
import { type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { PrintButton } from '../print/printButton.tsx';
import { OverlapLinks, type OverlappingTrip } from '../rides/overlapLinks.tsx';
import { FROM_RIDES, RIDES_PATH, ridePath } from '../rides/ridePath.ts';
import { bookingWords } from '../words/booking.ts';
import { ridesWords } from '../words/rides.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { tripsWords } from '../words/trips.ts';
import { DriverCard } from './driverCard.tsx';
import { TRIPS_PATH } from './filter.ts';
import { HistoryCard } from './historyCard.tsx';
import { IdentifiersCard, PriceCard, RideCard, RiderCard } from './rideCards.tsx';
import { StatusCard } from './statusCards.tsx';
import { FROM_DAY, pathOf, readOwnTrip, refreshValueOf, type ShownTrip } from './tripReader.ts';
import { VoucherGapsNotice } from './voucherGaps.tsx';

export function tripRoute(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/trips/:id', allow('VIEW'), async (request, reply) => sendTrip(request, reply, dependencies));
  app.get('/trips/:id/change', allow('VIEW'), async (request, reply) => {
    const shown = await readOwnTrip(dependencies.database, request);
    return sendRefreshValue(reply, refreshValueOf(shown));
  });
}

/** Why a change was not made. */
export interface TripProblem {
  message?: string;
  driverError?: string;
  /** Was chosen, and is still shown. */
  chosenDriver?: string;
}

/** Sends the page of the trip in its current state. */
export async function sendTrip(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: DashboardDependencies,
  problem: TripProblem = {},
): Promise<FastifyReply> {
  const shown = await readOwnTrip(database, request);
  const { tripId } = shown.reference;
  const drivers = ((await readDrivers(database, request)) ?? []).filter(({ isFormer }) => !isFormer);
  const only = { ...shown.trip, riderPhone: shown.details.rider.phone ?? null };
  const planned = await readDayTrips(database, sessionOf(request).account, dayOfTrip(shown), clock(), only);
  const { attention = [], clashing = {} } = planned.find((each) => each.tripId === tripId) ?? {};
  const misplanned = MISPLANNED.filter((each) => attention.includes(each));
  // After a form was submitted, too, this page is the one to return to.
  const page = { ...ownersPageFor(request, reply), path: pathOf(shown) };
  return sendPage(reply, <TripPage {...{ page, shown, drivers, misplanned, clashing, problem }} now={clock()} />);
}

const dayOfTrip = ({ trip }: ShownTrip): Day => dayOf(new Date(trip.scheduledPickupTime));

/** The page to go back to: the driver's rides or the day of the trip for those who come from there, otherwise the list. */
function backFrom(shown: ShownTrip, now: Date, language: Language) {
  if (shown.origin === FROM_RIDES) return { href: RIDES_PATH, title: ridesWords[language].title };
  if (shown.origin !== FROM_DAY) return { href: TRIPS_PATH, title: tripsWords[language].back };
  const day = dayOfTrip(shown);
  return { href: dayLink(day), title: weekdayTitle(noonOf(day), language, now) };
}

interface TripPageProperties {
  page: OwnersPage;
  shown: ShownTrip;
  drivers: readonly OwnDriver[];
  misplanned: readonly Misplanned[];
  clashing: Partial<Record<Misplanned, readonly OverlappingTrip[]>>;
  now: Date;
  problem: TripProblem;
}

function TripPage({ page, shown, drivers, misplanned, clashing, now, problem }: TripPageProperties) {
  const { language } = page;
  const words = tripsWords[language];
  // The day sheet also has what they drive for contractors.
  const isDriver = page.session.account.role === 'DRIVER';
  const title = words.tripTitle(dateTimeText(new Date(shown.trip.scheduledPickupTime), language));
  const actions = (
    <div class="buttons">
      {canUpdate(shown.trip.status) && page.may('TRIPS') && (
        <LinkButton href={pathOf(shown, '/edit')}>{tripChangeWords[language].edit}</LinkButton>
      )}
      {page.may('TRIPS') && !shown.details.isRiderErased && (
        <>
          <LinkButton href={`${BOOKING_PATH}?copy=${shown.trip._id}`}>{bookingWords[language].duplicate}</LinkButton>
          <LinkButton href={`${BOOKING_PATH}?return=${shown.trip._id}`}>{bookingWords[language].returnTrip}</LinkButton>
        </>
      )}
      <LinkButton href={pathOf(shown, '/voucher')}>{words.voucher}</LinkButton>
      <PrintButton language={language} />
    </div>
  );
  return (
    <Layout page={page} section="trips" title={title} back={backFrom(shown, now, language)} actions={actions}>
      {problem.message && (
        <Notice kind="bad" data-outcome>
          {problem.message}
        </Notice>
      )}
      <Refreshed id="trip" path={`${shown.path}/change`} value={refreshValueOf(shown)} seconds={30}>
        {misplanned.length > 0 && (
          <Notice kind="warn">
            {misplanned.map((each) => (
              <Fragment key={each}>
                <p>
                  {isDriver && each === 'driver_clash'
                    ? ridesWords[language].overlap(clashing[each]?.length ?? 1)
                    : words[each]}
                </p>
                <OverlapLinks
                  trips={clashing[each] ?? []}
                  language={language}
                  hrefOf={(trip) => pathOf({ ...shown, path: ridePath(trip) })}
                />
              </Fragment>
            ))}
            <p>
              <a href={dayLink(dayOfTrip(shown), isDriver ? DAY_SHEET_PATH : DAY_PATH)}>{words.seeDay}</a>
            </p>
          </Notice>
        )}
        <VoucherGapsNotice page={page} shown={shown} />
        <div class="trip">
          <RideCard shown={shown} language={language} canNavigate={isDriver} />
          <div class="stack trip-side">
            <StatusCard page={page} shown={shown} now={now} />
            <DriverCard
              page={page}
              shown={shown}
              drivers={drivers}
              error={problem.driverError}
              chosen={problem.chosenDriver}
            />
            <HistoryCard shown={shown} language={language} />
          </div>
          <div class="stack">
            <RiderCard shown={shown} language={language} />
            <PriceCard shown={shown} language={language} />
            <IdentifiersCard shown={shown} language={language} />
          </div>
        </div>
      </Refreshed>
    </Layout>
  );
}
