import type { FastifyInstance } from 'fastify';
import { OPEN_STATUSES } from '../../trips/lifecycle.ts';
import { countPlannedTrips, type DayCount } from '../../trips/store/dayPlan.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { dateRangeText, numberText, weekdayTitle } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { Layout } from '../components/layout.tsx';
import { StepLink } from '../components/stepLink.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { sectionTitle } from '../navigation.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { readRides } from '../print/daySheet.tsx';
import { dayWords } from '../words/day.ts';
import { addDays, DAY_PATH, type Day, dayLink, dayOf, mondayOf, noonOf, parseDay, startOf } from './days.ts';

const WEEK_PATH = `${DAY_PATH}/week`;

/** How many trips each day of a week has. */
export function weekRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  app.get('/day/week', allow('VIEW'), async (request, reply) => {
    const { date } = request.query as Record<string, unknown>;
    const today = dayOf(clock());
    const monday = mondayOf((typeof date === 'string' && parseDay(date)) || today);
    const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    const moments = [...days, addDays(monday, 7)].map(startOf);
    const page = ownersPageFor(request, reply);
    const accountId = accountIdOf(request);
    const counts = await countPlannedTrips(database, accountId, moments, OPEN_STATUSES);
    const rides = isDriver(page) ? await readRides(database, accountId, monday, 7) : [];
    const assigned = rides.filter(({ contractorName }) => contractorName !== null);
    const rows = days.map((day, index) => ({
      day,
      ...(counts[index] ?? { trips: 0, withoutDriver: 0 }),
      forContractors: assigned.filter(({ scheduledAt }) => dayOf(scheduledAt) === day).length,
    }));
    return sendPage(reply, <WeekPage page={page} {...{ monday, today, rows }} />);
  });
}

const isDriver = ({ session }: OwnersPage) => session.account.role === 'DRIVER';

interface Row extends DayCount {
  day: Day;
  forContractors: number;
}

interface WeekPageProperties {
  page: OwnersPage;
  monday: Day;
  today: Day;
  rows: Row[];
}

function WeekPage({ page, monday, today, rows }: WeekPageProperties) {
  const { language } = page;
  const words = dayWords[language];
  const link = (day: Day) => `${WEEK_PATH}?date=${day}`;
  const columns: Column<Row>[] = [
    {
      title: words.day,
      cell: ({ day }) => weekdayTitle(noonOf(day), language, noonOf(day)),
    },
    { title: words.trips, cell: ({ trips }) => numberText(trips, language), isNumber: true },
    isDriver(page)
      ? { title: words.forContractors, cell: ({ forContractors }) => forContractors || null, isNumber: true }
      : { title: words.no_driver, cell: ({ withoutDriver }) => withoutDriver || null, isNumber: true },
  ];
  return (
    <Layout
      page={page}
      section="day"
      title={dateRangeText(noonOf(monday), noonOf(addDays(monday, 6)), language)}
      back={{ href: DAY_PATH, title: sectionTitle('day', language) }}
    >
      <nav class="step-bar" aria-label={words.week}>
        <StepLink href={link(addDays(monday, -7))} title={words.previousWeek} isBack />
        {monday !== mondayOf(today) && <LinkButton href={WEEK_PATH}>{words.thisWeek}</LinkButton>}
        <StepLink href={link(addDays(monday, 7))} title={words.nextWeek} />
      </nav>
      <Card class="short">
        <p class="hint">{words.withoutCancelled}</p>
        <Table
          caption={words.weekCaption}
          columns={columns}
          rows={rows}
          keyOf={({ day }) => day}
          linkTo={({ day }) => dayLink(day)}
        />
      </Card>
    </Layout>
  );
}
