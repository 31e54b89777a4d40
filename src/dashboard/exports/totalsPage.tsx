import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitLargeReads } from '../../database/limitConcurrency.ts';
import { VAT_RATES } from '../../money/vat.ts';
import { type TripTotal, totalTrips } from '../../trips/store/exportTrips.ts';
import { type CalendarRide, listContractorsRides } from '../../trips/store/rides.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { moneyText, monthText, numberText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { type CsvColumn, onePage, sendCsv } from '../../web/csv.ts';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { labelled } from '../../web/words.ts';
import { noteOf } from '../actions.ts';
import { Layout } from '../components/layout.tsx';
import { PeriodPicker } from '../components/periodPicker.tsx';
import { StepLink } from '../components/stepLink.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { drivesForContractors } from '../rides/contractorsHint.tsx';
import { RIDES_PATH } from '../rides/ridePath.ts';
import { listLink, TRIPS_PATH } from '../trips/filter.ts';
import { visitOf } from '../visit.ts';
import { exportWords } from '../words/exports.ts';
import { statusWords } from '../words/trips.ts';
import { ContractorsRides, sendContractorsRides } from './contractorsRides.tsx';
import { type Month, monthOf, parseMonth } from './month.ts';
import { GROUPS, type Group, groupOf, groupTitle, isEarned, sumOf, type Totals } from './totals.ts';

export const TOTALS_PATH = `${TRIPS_PATH}/totals`;

export function totalsRoutes(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  const readTotals = limitLargeReads(database, (wanted: { accountId: string } & Month) => totalTrips(database, wanted));
  const typedMonth = (request: FastifyRequest) => {
    const { month } = request.query as Record<string, unknown>;
    return typeof month === 'string' && month !== '' ? month.slice(0, 20) : monthOf(clock());
  };

  const readRides = async (request: FastifyRequest, { from, before }: Month): Promise<CalendarRide[] | undefined> =>
    (await drivesForContractors(database, sessionOf(request)))
      ? listContractorsRides(database, { driverId: accountIdOf(request), from, before })
      : undefined;

  app.get('/trips/totals', allow('VIEW'), async (request, reply) => {
    const typed = typedMonth(request);
    const month = parseMonth(typed);
    const [totals, rides] = await Promise.all([
      month && readTotals({ accountId: accountIdOf(request), ...month }),
      month && readRides(request, month),
    ]);
    const page = ownersPageFor(request, reply);
    return sendPage(reply.code(month ? 200 : 422), <TotalsPage {...{ page, typed, month, totals, rides }} />);
  });

  app.get('/trips/totals.csv', { exposeHeadRoute: false, ...allow('VIEW') }, async (request, reply) => {
    const month = parseMonth(typedMonth(request));
    if (!month) return reply.redirect(linkTo(typedMonth(request)), 303); // the page says what is wrong
    const { language } = visitOf(request);
    const totals = await readTotals({ accountId: accountIdOf(request), ...month });
    await noteOf(request)(database, 'TOTALS_EXPORTED', { month: month.text });
    return sendCsv(reply, {
      name: `${exportWords[language].totalsFile}-${month.text}`,
      language,
      columns: csvColumns(month, language),
      pages: onePage(totals),
    });
  });

  app.get('/rides.csv', { exposeHeadRoute: false, ...allow('VIEW') }, async (request, reply) => {
    const month = parseMonth(typedMonth(request));
    const rides = month && (await readRides(request, month));
    if (!rides) return reply.redirect(linkTo(typedMonth(request)), 303);
    return sendContractorsRides(request, reply, { database, month, rides });
  });
}

const linkTo = (month: string, path = TOTALS_PATH) => `${path}?${new URLSearchParams({ month })}`;

function csvColumns(month: Month, language: Language): CsvColumn<TripTotal>[] {
  const words = exportWords[language];
  return [
    { title: words.month, cell: () => month.text },
    { title: words.status, cell: ({ status }) => statusWords[language][status] },
    { title: words.vatRate, cell: ({ vatRate }) => vatRate },
    { title: words.trips, cell: ({ trips }) => trips },
    { title: words.beforeVat, cell: ({ priceHtCents }) => ({ cents: priceHtCents }) },
    { title: words.vat, cell: ({ vatCents }) => ({ cents: vatCents }) },
    { title: words.price, cell: ({ priceCents }) => ({ cents: priceCents }) },
  ];
}

interface TotalsPageProperties {
  page: OwnersPage;
  typed: string;
  /** Undefined if what was typed is not a month. */
  month: Month | undefined;
  totals: readonly TripTotal[] | undefined;
  /** Those of contractors; undefined if the account drives for none. */
  rides: readonly CalendarRide[] | undefined;
}

function TotalsPage({ page, typed, month, totals, rides }: TotalsPageProperties) {
  const words = exportWords[page.language];
  const actions = month && (
    <>
      <LinkButton href={listLink({ from: month.firstDay, to: month.lastDay })}>{words.tripsOfMonth}</LinkButton>
      <LinkButton href={linkTo(month.text, `${TOTALS_PATH}.csv`)}>{words.export}</LinkButton>
    </>
  );
  return (
    <Layout
      page={page}
      section="trips"
      title={month ? labelled(words.totals, monthText(month.from, page.language), page.language) : words.totals}
      back={{ href: TRIPS_PATH, title: words.back }}
      actions={actions}
    >
      <nav class="step-bar" aria-label={words.month}>
        {month && <StepLink href={linkTo(month.previous)} title={words.previousMonth} isBack />}
        <PeriodPicker
          type="month"
          path={TOTALS_PATH}
          label={words.month}
          value={typed}
          placeholder="2027-03"
          isFaulty={!month}
          button={words.show}
        />
        {month && <StepLink href={linkTo(month.next)} title={words.nextMonth} />}
        {!month && (
          <p class="field-error" id="month-error">
            {words.noMonth}
          </p>
        )}
      </nav>
      {totals && <TotalsTables totals={totals} language={page.language} />}
      {month && rides && (
        <ContractorsRides rides={rides} csvLink={linkTo(month.text, `${RIDES_PATH}.csv`)} language={page.language} />
      )}
    </Layout>
  );
}

function TotalsTables({ totals, language }: { totals: readonly TripTotal[]; language: Language }) {
  const words = exportWords[language];
  if (totals.length === 0)
    return (
      <Card>
        <EmptyState title={words.noTrips} />
      </Card>
    );
  return (
    <>
      <Card title={words.byStatus}>
        <p class="hint">{words.totalsText}</p>
        <Table
          caption={words.byStatus}
          columns={statusColumns(totals, language)}
          rows={GROUPS}
          keyOf={(group) => group}
        />
      </Card>
      <Card title={words.byRate}>
        <p class="hint">{words.byRateText}</p>
        <Table
          caption={words.byRate}
          columns={[{ title: words.rateTitle, cell: ({ title }) => title }, ...sumColumns<RateLine>(language)]}
          rows={rateLines(totals.filter(isEarned), language)}
          keyOf={({ title }) => title}
          isSum={({ title }) => title === words.sum}
        />
      </Card>
    </>
  );
}

/** The amounts of a status, with its VAT by rate. */
function statusColumns(totals: readonly TripTotal[], language: Language): Column<Group>[] {
  const words = exportWords[language];
  const of = (group: Group) => totals.filter(({ status }) => groupOf(status) === group);
  const money = (cents: number) => moneyText(cents, language);
  const rates = VAT_RATES.filter((rate) => rate > 0);
  return [
    { title: words.status, cell: (group) => groupTitle(group, language) },
    { title: words.trips, isNumber: true, cell: (group) => numberText(sumOf(of(group)).trips, language) },
    { title: words.beforeVat, isNumber: true, cell: (group) => money(sumOf(of(group)).priceHtCents) },
    ...rates.map((rate) => ({
      title: words.vatAt(rate),
      isNumber: true,
      cell: (group: Group) => money(sumOf(of(group).filter(({ vatRate }) => vatRate === rate)).vatCents),
    })),
    { title: words.price, isNumber: true, cell: (group) => money(sumOf(of(group)).priceCents) },
  ];
}

type RateLine = Totals & { title: string };

/** A line per rate that occurs, and their sum. */
function rateLines(totals: readonly TripTotal[], language: Language): RateLine[] {
  const words = exportWords[language];
  const lines = VAT_RATES.map((rate) => ({
    title: words.rate(rate),
    ...sumOf(totals.filter(({ vatRate }) => vatRate === rate)),
  }));
  return [...lines.filter(({ trips }) => trips > 0), { title: words.sum, ...sumOf(totals) }];
}

function sumColumns<Line extends Totals>(language: Language): Column<Line>[] {
  const words = exportWords[language];
  const money = (cents: number) => moneyText(cents, language);
  return [
    { title: words.trips, isNumber: true, cell: ({ trips }) => numberText(trips, language) },
    { title: words.beforeVat, isNumber: true, cell: ({ priceHtCents }) => money(priceHtCents) },
    { title: words.vat, isNumber: true, cell: ({ vatCents }) => money(vatCents) },
    { title: words.price, isNumber: true, cell: ({ priceCents }) => money(priceCents) },
  ];
}
