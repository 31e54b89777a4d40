import type { FastifyInstance } from 'fastify';
import { TRIP_STATUSES } from '../../contract/values.ts';
import { centsFromEuros } from '../../money/cents.ts';
import { Button, Field, LinkButton, Select } from '../../web/components/form.tsx';
import { moneyText, numberText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { NewTripLink } from '../booking/newTripLink.tsx';
import { Filters } from '../components/filters.tsx';
import { QueryForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import { NoSuchPage, Pages } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { type OwnDriver, readDrivers } from '../drivers/ownDrivers.ts';
import { TOTALS_PATH } from '../exports/totalsPage.tsx';
import { tripsCsvLink } from '../exports/tripsCsv.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { PlanLinks } from '../print/planLinks.tsx';
import { ContractorsHint, drivesForContractors } from '../rides/contractorsHint.tsx';
import { exportWords } from '../words/exports.ts';
import { statusWords, tripsWords } from '../words/trips.ts';
import { AssignSeveral, canAssignSeveral, readSelection, type Selection, selectColumn } from './assignSeveral.tsx';
import { type AskedTrips, listLink, NO_DRIVER, OPEN, readFilter, TRIPS_PATH } from './filter.ts';
import { driverColumn, tripColumns } from './tripColumns.tsx';
import { type ListedTrip, readTrips, type ShownTrips } from './tripReader.ts';

export function tripListRoute(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/trips', allow('VIEW'), async (request, reply) => {
    const drivers = await readDrivers(dependencies.database, request);
    const asked = readFilter(request.query, drivers);
    const isFaulty = Object.keys(asked.faults).length > 0;
    const [found, hasContractors] = await Promise.all([
      isFaulty ? undefined : readTrips(dependencies, accountIdOf(request), asked.filter),
      drivesForContractors(dependencies.database, sessionOf(request)),
    ]);
    const page = ownersPageFor(request, reply);
    const isPastEnd = found !== undefined && asked.filter.page > found.pages;
    return sendPage(
      reply.code(isFaulty ? 422 : isPastEnd ? 404 : 200),
      <TripsPage {...{ page, drivers, asked, found, hasContractors }} selection={readSelection(request)} />,
    );
  });
}

interface FilterProperties {
  page: OwnersPage;
  drivers: readonly OwnDriver[] | undefined;
  asked: AskedTrips;
}

interface TripsPageProperties extends FilterProperties {
  /** Undefined if the filter was invalid. */
  found: ShownTrips | undefined;
  hasContractors: boolean;
  selection: Selection;
}

function TripsPage({ page, drivers, asked, found, hasContractors, selection }: TripsPageProperties) {
  const { language } = page;
  const words = tripsWords[language];
  const { texts, faults } = asked;
  const count = Object.values(texts).filter((text) => text !== '').length;
  return (
    <Layout
      page={page}
      section="trips"
      title={words.title}
      actions={page.may('TRIPS') && <NewTripLink language={language} />}
    >
      <div class="list-head">
        <Filters language={language} count={count} isFaulty={Object.keys(faults).length > 0}>
          <FilterForm page={page} drivers={drivers} asked={asked} />
        </Filters>
        {found && (
          <div class="buttons list-count">
            <p class="hint">{words.count(found.total, numberText(found.total, language))}</p>
            {found.total > 0 && <LinkButton href={tripsCsvLink(texts)}>{exportWords[language].export}</LinkButton>}
          </div>
        )}
      </div>
      {hasContractors && <ContractorsHint language={language} />}
      {found && <TripList {...{ page, drivers, asked, found, selection }} />}
      <div class="buttons">
        <LinkButton href={TOTALS_PATH}>{exportWords[language].totals}</LinkButton>
        {page.session.account.role === 'CONTRACTOR' && <PlanLinks language={language} />}
      </div>
    </Layout>
  );
}

function FilterForm({ page: { language }, drivers, asked: { texts, faults } }: FilterProperties) {
  const words = tripsWords[language];
  const errorOf = (name: 'from' | 'to') => faults[name] && words[faults[name]];
  const open = { value: OPEN, label: exportWords[language].open };
  const statuses = [open, ...TRIP_STATUSES.map((value) => ({ value, label: statusWords[language][value] }))];
  return (
    <QueryForm action={TRIPS_PATH} class="filter">
      <Select
        name="status"
        label={words.status}
        choices={[{ value: '', label: words.anyStatus }, ...statuses]}
        value={texts.status}
      />
      {drivers && <DriverSelect language={language} drivers={drivers} value={texts.driver} />}
      <Field name="from" label={words.from} type="date" value={texts.from} error={errorOf('from')} />
      <Field name="to" label={words.to} type="date" value={texts.to} error={errorOf('to')} />
      <div class="buttons">
        <Button kind="plain">{words.filter}</Button>
        {listLink(texts) !== TRIPS_PATH && <LinkButton href={TRIPS_PATH}>{words.all}</LinkButton>}
      </div>
    </QueryForm>
  );
}

interface DriverSelectProperties {
  language: Language;
  drivers: readonly OwnDriver[];
  value: string;
}

function DriverSelect({ language, drivers, value }: DriverSelectProperties) {
  const words = tripsWords[language];
  const named = drivers.map(({ executorId, name, isFormer }) => ({
    value: executorId,
    label: isFormer ? words.formerDriver(name) : name,
  }));
  const choices = [{ value: '', label: words.anyDriver }, { value: NO_DRIVER, label: words.unassigned }, ...named];
  return <Select name="driver" label={words.driver} choices={choices} value={value} />;
}

interface TripListProperties extends Omit<TripsPageProperties, 'hasContractors'> {
  found: ShownTrips;
}

function TripList({ page, drivers, asked, found, selection }: TripListProperties) {
  const { language } = page;
  const words = tripsWords[language];
  const linkTo = (target: number) => listLink(asked.texts, target);
  if (found.total === 0) return <NoTrips page={page} isFiltered={listLink(asked.texts) !== TRIPS_PATH} />;
  if (asked.filter.page > found.pages)
    return (
      <Card>
        <NoSuchPage language={language} pages={found.pages} linkTo={linkTo} />
      </Card>
    );
  return (
    <>
      <Card>
        {canAssignSeveral(page, asked, found.trips, drivers) ? (
          <AssignSeveral {...{ page, asked, drivers }} chosen={selection.chosen}>
            <TripTable page={page} trips={found.trips} select={selectColumn(selection.isSelected, language)} />
          </AssignSeveral>
        ) : (
          <TripTable page={page} trips={found.trips} />
        )}
      </Card>
      <div class="list-head">
        <p class="hint">{words.order}</p>
        <Pages language={language} page={asked.filter.page} pages={found.pages} linkTo={linkTo} />
      </div>
    </>
  );
}

interface TripTableProperties {
  page: OwnersPage;
  trips: readonly ListedTrip[];
  /** On the page of the rider, who is the same in all rows. */
  hidesRider?: boolean;
  select?: Column<ListedTrip>;
}

export function TripTable({ page, trips, hidesRider = false, select }: TripTableProperties) {
  return (
    <Table
      caption={tripsWords[page.language].title}
      columns={[...columnsFor(page, hidesRider), ...(select ? [select] : [])]}
      rows={trips}
      keyOf={({ trip }) => trip._id}
      linkTo={({ trip }) => `${TRIPS_PATH}/${trip._id}`}
    />
  );
}

function NoTrips({ page: { language }, isFiltered }: { page: OwnersPage; isFiltered: boolean }) {
  const words = tripsWords[language];
  return (
    <Card>
      <EmptyState
        icon="route"
        title={isFiltered ? words.noneMatch : words.none}
        text={isFiltered ? words.noneMatchText : words.noneText}
      >
        {isFiltered ? (
          <LinkButton href={TRIPS_PATH}>{words.all}</LinkButton>
        ) : (
          <LinkButton href="/docs/guides/first-booking">{words.firstBooking}</LinkButton>
        )}
      </EmptyState>
    </Card>
  );
}

function columnsFor({ language, session }: OwnersPage, hidesRider: boolean): Column<ListedTrip>[] {
  const { pickupTime, rider, pickup, destination, status } = tripColumns(language);
  const driver = driverColumn<ListedTrip>(({ executorName }) => executorName, language);
  const price: Column<ListedTrip> = {
    title: tripsWords[language].price,
    isNumber: true,
    inCard: 'aside',
    cell: ({ trip }) => moneyText(centsFromEuros(trip.price), language),
  };
  const hasDrivers = session.account.role === 'CONTRACTOR';
  return [
    pickupTime,
    ...(hidesRider ? [] : [rider]),
    ...[pickup, destination],
    ...(hasDrivers ? [driver] : []),
    ...[status, price],
  ];
}
