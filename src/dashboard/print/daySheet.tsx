import type { FastifyInstance } from 'fastify';
import { type CalendarRide, listCalendarRides } from '../../trips/store/rides.ts';
import { dateText, hourText, numberText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { EmptyState } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { Layout } from '../components/layout.tsx';
import { DayBar } from '../day/dayBar.tsx';
import { type AskedDay, addDays, askedDay, DAY_SHEET_PATH, dayLink, startOf } from '../day/days.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { dayWords } from '../words/day.ts';
import { printWords } from '../words/print.ts';
import { statusWords } from '../words/trips.ts';
import { PrintButton } from './printButton.tsx';

/** The rides of a day on paper: an account's own trips, and those that contractors assigned to it. */
export function daySheetRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  app.get('/day-sheet', allow('VIEW'), async (request, reply) => {
    const now = clock();
    const asked = askedDay(request.query, now);
    const bounds = { from: startOf(asked.day), before: startOf(addDays(asked.day, 1)) };
    const listed = await listCalendarRides(database, { accountId: accountIdOf(request), ...bounds });
    const rides = listed.filter(({ status }) => status !== 'CANCELLED');
    const page = ownersPageFor(request, reply);
    return sendPage(reply.code(asked.isFaulty ? 422 : 200), <DaySheetPage {...{ page, rides, now, ...asked }} />);
  });
}

interface DaySheetPageProperties extends AskedDay {
  page: OwnersPage;
  rides: readonly CalendarRide[];
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
      back={{ href: dayLink(asked.day), title: dayWords[language].day }}
      actions={<PrintButton language={language} />}
    >
      <DayBar {...{ page, ...asked }} path={DAY_SHEET_PATH} />
      <Card>
        <p class="hint">{words.text}</p>
        {rides.length === 0 ? <EmptyState title={words.none} /> : <Sheet rides={rides} page={page} />}
      </Card>
    </Layout>
  );
}

/** A table on narrow paper too, where others become cards. On a phone it scrolls, with the keyboard as well. */
function Sheet({ rides, page: { language } }: { rides: readonly CalendarRide[]; page: OwnersPage }) {
  const words = printWords[language];
  const titles = [words.time, words.rider, words.from, words.to, words.people, words.driver, words.note, words.status];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section class="sheet-frame" aria-label={words.daySheet} tabIndex={0}>
      <table class="sheet">
        <caption class="unseen">{words.daySheet}</caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rides.map((ride) => (
            <tr key={ride.tripId}>
              <th scope="row">{hourText(ride.scheduledAt, language)}</th>
              <td>{linesOf([ride.riderName, ride.riderPhone])}</td>
              <td>{ride.pickupAddress}</td>
              <td>{ride.destinationAddress}</td>
              <td>{numberText(ride.paxNumber, language)}</td>
              <td>
                {linesOf([
                  ride.driverName,
                  ride.vehicleName,
                  ride.contractorName && words.contractor(ride.contractorName),
                ])}
              </td>
              <td>{ride.note}</td>
              <td>{statusWords[language][ride.status]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const linesOf = (texts: readonly (string | null)[]) =>
  texts.filter(Boolean).map((text) => <div key={text}>{text}</div>);
