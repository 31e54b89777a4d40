import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../database/connection.ts';
import type { Attention } from '../../trips/attention.ts';
import { OPEN_STATUSES } from '../../trips/lifecycle.ts';
import { countTripsIn, MOST_PLANNED } from '../../trips/store/dayPlan.ts';
import { latestEventNumber } from '../../trips/store/eventNumbers.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { Icon } from '../../web/components/icon.tsx';
import { hourText, weekdayText, weekdayTitle } from '../../web/components/moment.tsx';
import { Badge, type BadgeKind, Card, Notice } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { labelled } from '../../web/words.ts';
import { NewTripLink } from '../booking/newTripLink.tsx';
import { Layout } from '../components/layout.tsx';
import { Refreshed, RefreshStatus, sendRefreshValue } from '../components/refreshed.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { readRides } from '../print/daySheet.tsx';
import { orErased } from '../riders/riderName.ts';
import { listLink, OPEN, TRIPS_PATH } from '../trips/filter.ts';
import { driverColumn, tripColumns } from '../trips/tripColumns.tsx';
import { FROM_DAY } from '../trips/tripReader.ts';
import { dayWords } from '../words/day.ts';
import { printWords } from '../words/print.ts';
import { tripsWords } from '../words/trips.ts';
import { DayBar } from './dayBar.tsx';
import { addDays, askedDay, DAY_PATH, DAY_SHEET_PATH, type Day, dayLink, dayOf, noonOf, startOf } from './days.ts';
import { type DayTrip, readDayTrips, unchangedUntil } from './dayTrips.ts';
import { weekRoute } from './weekPage.tsx';

/** The plan of a day, in the order of the pickups. */
export function dayRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  app.get('/day', allow('VIEW'), async (request, reply) => {
    const now = clock();
    const asked = askedDay(request.query, now);
    const accountId = accountIdOf(request);
    // Read before the trips, so that a change in between is noticed.
    const change = await latestEventNumber(database, accountId);
    const page = ownersPageFor(request, reply);
    const { account } = page.session;
    const trips = await readDayTrips(database, account, asked.day, now);
    const earlier = asked.day === dayOf(now) ? await countEarlier(database, accountId, asked.day) : 0;
    const isDriver = account.role === 'DRIVER';
    const rides = isDriver ? await readRides(database, accountId, asked.day) : [];
    const assigned = rides.filter(({ contractorName }) => contractorName !== null).length;
    return sendPage(
      reply.code(asked.isFaulty ? 422 : 200),
      <DayPage {...{ page, trips, earlier, assigned, change, now, ...asked }} />,
    );
  });
  app.get('/day/change', allow('VIEW'), async (request, reply) => {
    const { until } = request.query as Record<string, unknown>;
    const change = await latestEventNumber(database, accountIdOf(request));
    return sendRefreshValue(reply, clock().getTime() > Date.parse(String(until)) ? `${change} outdated` : change);
  });
  weekRoute(app, dependencies);
}

/** A ride can begin before midnight and end after it. Older trips were most likely driven and never marked as finished. */
const EARLIER_DAYS = 2;

const countEarlier = (database: Queryable, accountId: string, today: Day) =>
  countTripsIn(database, accountId, [startOf(addDays(today, -EARLIER_DAYS)), startOf(today)], OPEN_STATUSES);

interface DayPageProperties {
  page: OwnersPage;
  day: Day;
  isFaulty: boolean;
  trips: readonly DayTrip[];
  /** How many trips of the days before are not over; 0 unless the day is today. */
  earlier: number;
  /** How many rides contractors assigned to a driver for this day. */
  assigned: number;
  change: number;
  now: Date;
}

function DayPage({ page, day, isFaulty, trips, earlier, assigned, change, now }: DayPageProperties) {
  const daySheet = { href: dayLink(day, DAY_SHEET_PATH), title: printWords[page.language].daySheet };
  return (
    <Layout
      page={page}
      section="day"
      title={weekdayTitle(noonOf(day), page.language, now)}
      actions={page.may('TRIPS') && <NewTripLink language={page.language} />}
    >
      <Refreshed id="plan" path={changePath(unchangedUntil(trips, now))} value={change} seconds={10}>
        <DayBar {...{ page, day, isFaulty, now }} path={DAY_PATH}>
          <LinkButton href={`${DAY_PATH}/week?date=${day}`}>{dayWords[page.language].week}</LinkButton>
          <LinkButton href={daySheet.href}>{daySheet.title}</LinkButton>
        </DayBar>
        {assigned > 0 && (
          <Notice kind="plain">
            {dayWords[page.language].assigned(assigned)} <a href={daySheet.href}>{daySheet.title}</a>
          </Notice>
        )}
        {earlier > 0 && (
          <Notice kind="warn">
            <a href={listLink({ status: OPEN, from: addDays(day, -EARLIER_DAYS), to: addDays(day, -1) })}>
              {dayWords[page.language].earlier(earlier)}
            </a>
          </Notice>
        )}
        <Plan page={page} day={day} trips={trips} />
      </Refreshed>
    </Layout>
  );
}

/** Answers the number of the latest change, and after this moment that the plan is outdated without one. */
const changePath = (until: Date) => `${DAY_PATH}/change?until=${until.toISOString()}`;

function Plan({ page, day, trips }: { page: OwnersPage; day: Day; trips: readonly DayTrip[] }) {
  const words = dayWords[page.language];
  const urgent = trips.filter(({ attention }) => attention.length > 0);
  return (
    <>
      {urgent.length > 0 && <AttentionCard page={page} trips={urgent} />}
      <Card>
        <p class="hint">
          {countText(trips, page.language)}. <RefreshStatus language={page.language} />
        </p>
        {trips.length === MOST_PLANNED && <p class="hint">{words.most(MOST_PLANNED)}</p>}
        {trips.length === 0 ? (
          <EmptyState icon="calendar-days" title={words.none} text={words.noneText} />
        ) : (
          <Table
            caption={words.caption(weekdayText(noonOf(day), page.language))}
            columns={columnsFor(page)}
            rows={trips}
            keyOf={({ tripId }) => tripId}
            linkTo={linkTo}
          />
        )}
      </Card>
    </>
  );
}

/** Cancelled trips are counted apart, as nobody drives them. */
function countText(trips: readonly DayTrip[], language: Language): string {
  const words = dayWords[language];
  const cancelled = trips.filter(({ trip }) => trip.status === 'CANCELLED').length;
  const counted = words.count(trips.length - cancelled);
  return cancelled === 0 ? counted : `${counted} ${words.cancelled(cancelled)}`;
}

const linkTo = ({ tripId }: DayTrip) => `${TRIPS_PATH}/${tripId}${FROM_DAY}`;

const KINDS: Record<Attention, BadgeKind> = {
  overdue: 'bad',
  no_driver: 'warn',
  driver_clash: 'warn',
  vehicle_clash: 'warn',
  rider_clash: 'warn',
  too_few_seats: 'warn',
  voucher_incomplete: 'plain',
};
const ATTENTIONS = Object.keys(KINDS) as Attention[];

/** A line that says how many trips and why; once opened, which ones. */
function AttentionCard({ page: { language }, trips }: { page: OwnersPage; trips: readonly DayTrip[] }) {
  const words = dayWords[language];
  const counts = ATTENTIONS.map((each) => ({
    each,
    count: trips.filter(({ attention }) => attention.includes(each)).length,
  })).filter(({ count }) => count > 0);
  return (
    <details class="card attention">
      <summary>
        <span class="attention-title">
          <Icon name="chevron-right" />
          <strong>{words.attention(trips.length)}</strong>
        </span>
        {counts.map(({ each, count }) => (
          <Badge key={each} kind={KINDS[each]}>
            {labelled(words[each], String(count), language)}
          </Badge>
        ))}
      </summary>
      <ul>
        {trips.map((row) => (
          <li key={row.tripId}>
            <a href={linkTo(row)}>
              {pickupTime(row, language)} {orErased(row.riderName, language)}
            </a>
            {row.attention.map((each) => (
              <Badge key={each} kind={KINDS[each]}>
                {words[each]}
              </Badge>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

const pickupTime = ({ trip }: DayTrip, language: Language) => hourText(new Date(trip.scheduledPickupTime), language);

function columnsFor({ language }: OwnersPage): Column<DayTrip>[] {
  const { rider, pickup, destination, status } = tripColumns(language);
  return [
    {
      title: dayWords[language].time,
      cell: (row) => <time dateTime={row.trip.scheduledPickupTime}>{pickupTime(row, language)}</time>,
    },
    ...[rider, pickup, destination],
    driverColumn<DayTrip>(({ executor }) => executor?.name, language),
    { title: tripsWords[language].vehicle, maxLines: 2, inCard: 'wide', cell: ({ vehicleName }) => vehicleName },
    status,
  ];
}
