import type { FastifyInstance } from 'fastify';
import { type CalendarRide, listCalendarRides } from '../../trips/store/rides.ts';
import { Button, Field } from '../../web/components/form.tsx';
import { dateText, hourText, numberText, wallTime } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { EmptyState } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { readFilter } from '../trips/filter.ts';
import { printWords } from '../words/print.ts';
import { statusWords } from '../words/trips.ts';
import { PrintButton } from './printButton.tsx';

export const DAY_SHEET_PATH = '/app/day-sheet';

/** The rides of a day on paper: an account's own trips, and those that contractors assigned to it. */
export function daySheetRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  app.get('/day-sheet', allow('VIEW'), async (request, reply) => {
    const { date } = request.query as Record<string, unknown>;
    const typed = typeof date === 'string' && date !== '' ? date : wallTime(clock()).slice(0, 10);
    // A day is bounded as in the filter of the list of trips.
    const { texts, filter } = readFilter({ from: typed, to: typed });
    const day = filter.from && filter.to && { from: filter.from, before: new Date(filter.to.getTime() + 1) };
    const rides = day && (await listCalendarRides(database, { accountId: accountIdOf(request), ...day }));
    const page = ownersPageFor(request, reply);
    return sendPage(
      reply.code(day ? 200 : 422),
      <DaySheetPage
        page={page}
        typed={texts.from}
        day={day?.from}
        rides={rides?.filter(({ status }) => status !== 'CANCELLED') ?? []}
      />,
    );
  });
}

interface DaySheetPageProperties {
  page: OwnersPage;
  typed: string;
  /** Undefined if what was typed is not a date. */
  day: Date | undefined;
  rides: readonly CalendarRide[];
}

function DaySheetPage({ page, typed, day, rides }: DaySheetPageProperties) {
  const { language, session } = page;
  const words = printWords[language];
  return (
    <Layout
      page={page}
      section={session.account.role === 'DRIVER' ? 'rides' : 'trips'}
      title={day ? words.daySheetOf(dateText(day, language)) : words.daySheet}
      actions={<PrintButton language={language} />}
    >
      <form method="get" action={DAY_SHEET_PATH} class="filter">
        <Field
          name="date"
          type="date"
          label={words.day}
          value={typed}
          error={day ? undefined : words.noDay}
          isRequired
        />
        <div class="buttons">
          <Button>{words.show}</Button>
        </div>
      </form>
      {day && (
        <Card>
          <p class="hint">{words.text}</p>
          {rides.length === 0 ? <EmptyState title={words.none} /> : <Sheet rides={rides} page={page} />}
        </Card>
      )}
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
