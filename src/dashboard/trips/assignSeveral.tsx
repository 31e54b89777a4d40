import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { Trip } from '../../contract/trip.ts';
import { PAGE_SIZE } from '../../contract/values.ts';
import { parseId } from '../../identifiers.ts';
import { canAssign } from '../../trips/lifecycle.ts';
import { assignTrip } from '../../trips/store/changeTrip.ts';
import { findTrips } from '../../trips/store/findTrips.ts';
import { tripView } from '../../trips/tripView.ts';
import { Button, LinkButton, Select } from '../../web/components/form.tsx';
import { dateAndHourText, longDateText } from '../../web/components/moment.tsx';
import type { Column } from '../../web/components/table.tsx';
import { fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { labelled } from '../../web/words.ts';
import { OwnersForm } from '../components/form.tsx';
import { dayLink, dayOf } from '../day/days.ts';
import { readDayTrips } from '../day/dayTrips.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { type OwnDriver, readDrivers } from '../drivers/ownDrivers.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { type PageNotice, redirectWithNotice, visitOf } from '../visit.ts';
import { driversWords } from '../words/drivers.ts';
import { tripsWords } from '../words/trips.ts';
import { assignmentFault } from './assign.ts';
import { memberEmailFor } from './changes.ts';
import { type AskedTrips, listLink, NO_DRIVER, readFilter, TRIPS_PATH } from './filter.ts';
import { type ListedTrip, readListedTrips } from './tripReader.ts';

const TRIP = 'trip';
const ASSIGN_TO = 'assignTo';

/** Assigns trips of a page of the list, each as its own form would: a trip that was changed meanwhile stays as it is. */
export function assignSeveralRoute(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.post('/trips/assign', allow('TRIPS'), async (request, reply) => assignSeveral(request, reply, dependencies));
  // Otherwise it would be the page of a trip. Opened after a sign-in in between, it leads back to the list.
  app.get('/trips/assign', allow('TRIPS'), async (request, reply) => {
    const { texts, filter } = readFilter(request.query, await readDrivers(dependencies.database, request));
    return reply.redirect(listLink(texts, filter.page), 303);
  });
}

async function assignSeveral(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { texts } = readFilter(request.query, await readDrivers(dependencies.database, request));
  const { language } = visitOf(request);
  const words = tripsWords[language];
  // To its first page: this one may be past the end without the trips that were assigned.
  const back = (notice: PageNotice, left: LeftSelection = {}) =>
    redirectWithNotice(request, reply, listLink({ ...texts, ...left }), notice);
  const selected = selectedIn(request);
  const chosen = fieldOf(formOf(request), ASSIGN_TO);
  const executorId = chosen === NO_DRIVER ? null : parseId(chosen);
  if (selected.length === 0 || executorId === undefined)
    return back({ kind: 'bad', text: words.nothingSelected }, { assignTo: chosen });
  const assigned: Trip[] = [];
  const refused = new Map<string, Refusal>();
  for (const each of selected) {
    const outcome = await assignOne(request, dependencies, each, executorId);
    if (typeof outcome === 'string') refused.set(each.tripId, outcome);
    else assigned.push(outcome);
  }
  const left = await readListedTrips(dependencies.database, accountIdOf(request), [...refused.keys()]);
  const done = executorId === null ? words.unassignedAll : words.assignedAll;
  const clash = executorId === null ? undefined : await clashNotice(request, dependencies, assigned, executorId);
  const text = [
    ...(assigned.length > 0 ? [done(assigned.length)] : []),
    ...refusalLines(left, refused, language),
    ...(clash ? [clash.text] : []),
  ].join('\n');
  const notice = { kind: left.length === 0 ? 'good' : 'warn', ...clash, text } as const;
  return back(notice, left.length === 0 ? {} : { select: [...refused.keys()].join(), assignTo: chosen });
}

/** One line per reason. */
const refusalLines = (trips: readonly ListedTrip[], refused: ReadonlyMap<string, Refusal>, language: Language) =>
  REFUSALS.flatMap((refusal) => {
    const those = trips.map(({ trip }) => trip).filter(({ _id }) => refused.get(_id) === refusal);
    return those.length === 0
      ? []
      : [withTimes(tripsWords[language][`unchanged_${refusal}`](those.length), those, language)];
  });

/** A line about some trips, which are named by their pickup. */
function withTimes(line: string, trips: readonly Pick<Trip, 'scheduledPickupTime'>[], language: Language): string {
  const times = trips.map(({ scheduledPickupTime }) => dateAndHourText(new Date(scheduledPickupTime), language));
  return labelled(line, times.join(' · '), language);
}

/** Which of these trips overlap with others of their driver, if any; the account's own, as on the page of a trip. */
async function clashNotice(
  request: FastifyRequest,
  { database, clock }: DashboardDependencies,
  trips: readonly Trip[],
  executorId: string,
): Promise<PageNotice | undefined> {
  const { language } = visitOf(request);
  const words = tripsWords[language];
  const ids = new Set(trips.map(({ _id }) => _id));
  const days = [...new Set(trips.map(({ scheduledPickupTime }) => dayOf(new Date(scheduledPickupTime))))].sort();
  const { account } = sessionOf(request);
  const clashing: Pick<Trip, 'scheduledPickupTime'>[] = [];
  for (const day of days)
    for (const { tripId, trip, attention } of await readDayTrips(database, account, day, clock(), { executorId }))
      if (ids.has(tripId) && attention.includes('driver_clash')) clashing.push(trip);
  const [first] = clashing;
  if (!first) return undefined;
  const at = new Date(first.scheduledPickupTime);
  return {
    kind: 'warn',
    text: withTimes(words.clashing, clashing, language),
    link: { href: dayLink(dayOf(at)), title: words.seeDayOf(longDateText(at, language)) },
  };
}

interface Selected {
  tripId: string;
  version: number;
}

const sentValue = ({ trip, version }: ListedTrip) => `${trip._id}:${version}`;

/** The trips that were selected, at most a page of them. */
function selectedIn(request: FastifyRequest): Selected[] {
  const values = [...new Set(formOf(request).get(TRIP))].slice(0, PAGE_SIZE.default);
  return values.flatMap((value) => {
    const [id = '', version = ''] = value.split(':');
    const tripId = parseId(id);
    return tripId === undefined ? [] : [{ tripId, version: Number(version) }];
  });
}

/** Why a trip keeps its driver. */
const REFUSALS = ['changed', 'over', 'no_agreement'] as const;
type Refusal = (typeof REFUSALS)[number];

/** The trip, if it now has this driver. */
async function assignOne(
  request: FastifyRequest,
  { database, clock }: DashboardDependencies,
  { tripId, version }: Selected,
  executorId: string | null,
): Promise<Trip | Refusal> {
  const reference = { accountId: accountIdOf(request), tripId };
  const [found] = await findTrips(database, [reference]);
  if (!found) return 'changed';
  const trip = tripView(found.trip);
  const fault = await assignmentFault({ trip, reference }, executorId, { database });
  if (fault === 'over') return fault;
  if (found.trip.version !== version) return 'changed';
  if (fault !== undefined) return fault;
  if (trip.executorId === executorId) return trip;
  const changed = await assignTrip(database, {
    trip: { ...reference, version },
    executorId,
    ...{ assignedAt: clock(), assignedBy: 'DASHBOARD', memberEmail: memberEmailFor(request, { reference }) },
  });
  return changed ? trip : 'changed';
}

interface AssignSeveralProperties {
  page: OwnersPage;
  asked: AskedTrips;
  drivers: readonly OwnDriver[];
  /** The driver who was chosen before, for trips that were refused. */
  chosen: string;
  /** The table of trips, with the column of `selectColumn`. */
  children: ComponentChildren;
}

/** Whether some of these trips can be assigned together: in the list of one driver, or of the trips without one. */
export const canAssignSeveral = (
  page: OwnersPage,
  asked: AskedTrips,
  trips: readonly ListedTrip[],
  drivers: readonly OwnDriver[] | undefined,
): drivers is readonly OwnDriver[] =>
  page.may('TRIPS') &&
  asked.texts.driver !== '' &&
  trips.some(isSelectable) &&
  drivers?.some(({ isFormer }) => !isFormer) === true;

/** Trips whose ride is over cannot be selected. */
const isSelectable = ({ trip }: ListedTrip): boolean => canAssign(trip.status);

export function AssignSeveral({ page, asked: { texts, filter }, drivers, chosen, children }: AssignSeveralProperties) {
  const { language } = page;
  const words = tripsWords[language];
  const agreed = drivers
    .filter(({ executorId, isFormer }) => !isFormer && executorId !== filter.executorId)
    .map(({ executorId, name }) => ({ value: executorId, label: name }));
  const nobody = filter.executorId === null ? [] : [{ value: NO_DRIVER, label: driversWords[language].nobody }];
  return (
    <OwnersForm page={page} action={listLink(texts, filter.page, `${TRIPS_PATH}/assign`)} class="stack">
      {children}
      <div class="assign-several">
        <Select
          name={ASSIGN_TO}
          label={words.assignSelected}
          value={chosen}
          choices={[{ value: '', label: driversWords[language].choose }, ...agreed, ...nobody]}
          isRequired
        />
        <div class="buttons">
          <Button kind="plain">{words.assignThem}</Button>
          <LinkButton href={listLink({ ...texts, select: ALL }, filter.page)} data-select-all>
            {words.selectAll}
          </LinkButton>
        </div>
      </div>
    </OwnersForm>
  );
}

const ALL = 'all';

/** Whether the page was asked for with this trip selected: one of all, or one that could not be assigned. */
type IsSelected = (trip: Pick<Trip, '_id'>) => boolean;

/** What the list is asked for with, after trips were refused: see `listLink`. */
interface LeftSelection {
  select?: string;
  assignTo?: string;
}

export interface Selection {
  isSelected: IsSelected;
  chosen: string;
}

export function readSelection({ query }: FastifyRequest): Selection {
  const { select, assignTo } = query as Record<string, unknown>;
  const selected = String(select).split(',');
  const isSelected: IsSelected = ({ _id }) => selected.includes(ALL) || selected.includes(_id);
  return { isSelected, chosen: typeof assignTo === 'string' ? assignTo : '' };
}

export const selectColumn = (isSelected: IsSelected, language: Language): Column<ListedTrip> => ({
  title: tripsWords[language].select,
  class: 'select',
  cell: (row) =>
    isSelectable(row) ? (
      <label class="check">
        <input type="checkbox" name={TRIP} value={sentValue(row)} checked={isSelected(row.trip)} />
        <span class="unseen">{tripsWords[language].selectTrip(row.trip.reference)}</span>
      </label>
    ) : null,
});
