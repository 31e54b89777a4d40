import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../database/connection.ts';
import { type CalendarRide, listCalendarRides } from '../../trips/store/rides.ts';
import { dateText, hourText, numberText } from '../../web/components/moment.tsx';
import { Badge, Card } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { Layout } from '../components/layout.tsx';
import { DayBar } from '../day/dayBar.tsx';
import { type AskedDay, addDays, askedDay, DAY_SHEET_PATH, type Day, dayLink, startOf } from '../day/days.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { sectionTitle } from '../navigation.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { orErased } from '../riders/riderName.ts';
import { formerPickupText, type MaybeMoved, withFormerPickups } from '../rides/moved.ts';
import { ridePath } from '../rides/ridePath.ts';
import { hireText } from '../trips/hire.ts';
import { PhoneLink, VehicleName } from '../trips/rideCards.tsx';
import { StatusBadge } from '../trips/statusBadge.tsx';
import { printWords } from '../words/print.ts';
import { ridesWords } from '../words/rides.ts';
import { tripsWords } from '../words/trips.ts';
import { PrintButton } from './printButton.tsx';

/** The rides of a day on paper: an account's own trips, and those that contractors assigned to it. */
export function daySheetRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  app.get('/day-sheet', allow('VIEW'), async (request, reply) => {
    const now = clock();
    const asked = askedDay(request.query, now);
    const accountId = accountIdOf(request);
    const listed = await readRides(database, accountId, asked.day);
    const rides = await withFormerPickups(database, accountId, listed, now);
    const page = ownersPageFor(request, reply);
    return sendPage(reply.code(asked.isFaulty ? 422 : 200), <DaySheetPage {...{ page, rides, now, ...asked }} />);
  });
}

export async function readRides(
  database: Queryable,
  accountId: string,
  day: Day,
  numberOfDays = 1,
): Promise<CalendarRide[]> {
  const bounds = { from: startOf(day), before: startOf(addDays(day, numberOfDays)) };
  const listed = await listCalendarRides(database, { accountId, ...bounds });
  return listed.filter(({ status }) => status !== 'CANCELLED');
}

type ListedRide = CalendarRide & MaybeMoved;

interface DaySheetPageProperties extends AskedDay {
  page: OwnersPage;
  rides: readonly ListedRide[];
  now: Date;
}

function DaySheetPage({ page, rides, ...asked }: DaySheetPageProperties) {
  const { language } = page;
  const words = printWords[language];
  return (
    <Layout
      page={page}
      section="day"
      title={words.daySheetOf(dateText(startOf(asked.day), language))}
      back={{ href: dayLink(asked.day), title: sectionTitle('day', language) }}
      actions={<PrintButton language={language} />}
    >
      <DayBar {...{ page, ...asked }} path={DAY_SHEET_PATH} />
      <Card>
        <p class="hint">{words.text}</p>
        {rides.length === 0 ? (
          <EmptyState icon="calendar-days" title={words.none} />
        ) : (
          <Table caption={words.daySheet} columns={columnsFor(page)} rows={rides} keyOf={({ tripId }) => tripId} />
        )}
      </Card>
    </Layout>
  );
}

function columnsFor({ language, session }: OwnersPage): Column<ListedRide>[] {
  const words = printWords[language];
  const isDriver = session.account.role === 'DRIVER';
  return [
    {
      title: words.time,
      cell: ({ scheduledAt }) => <time dateTime={scheduledAt.toISOString()}>{hourText(scheduledAt, language)}</time>,
      below: (ride) => formerPickupText(ride.scheduledAt, ride, language),
    },
    {
      title: words.rider,
      inCard: 'main',
      cell: ({ riderName, riderPhone, ...ride }) => (
        <>
          <a href={ridePath(ride)}>{orErased(riderName, language)}</a>{' '}
          {riderPhone && (
            <div class="phone">
              <PhoneLink phone={riderPhone} />
            </div>
          )}
        </>
      ),
    },
    {
      title: words.from,
      inCard: 'wide',
      class: 'address',
      cell: ({ pickupAddress }) => orErased(pickupAddress, language),
    },
    {
      title: words.to,
      inCard: 'wide',
      class: 'address to',
      cell: ({ destinationAddress }) => orErased(destinationAddress, language),
      below: (ride) => hireText(ride, language),
    },
    { title: words.people, isNumber: true, cell: ({ paxNumber }) => numberText(paxNumber, language) },
    { title: isDriver ? words.vehicle : words.driver, cell: (ride) => driverCell(ride, language) },
    { title: words.note, class: 'remark', cell: ({ note }) => note || null },
    {
      title: words.status,
      inCard: 'aside',
      cell: ({ status, formerPickup }) => (
        <div class="badges">
          <StatusBadge {...{ status, language }} />
          {formerPickup && <Badge kind="warn">{ridesWords[language].changed}</Badge>}
        </div>
      ),
    },
  ];
}

/** Who drives, in which vehicle and for whom; null if nothing of it needs to be said. */
function driverCell({ hasDriver, driverName, vehicle, contractorName }: CalendarRide, language: Language) {
  const parts = [
    hasDriver ? driverName : tripsWords[language].unassigned,
    vehicle && <VehicleName vehicle={vehicle} />,
    contractorName && printWords[language].contractor(contractorName),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <span>{parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part]))}</span>;
}
