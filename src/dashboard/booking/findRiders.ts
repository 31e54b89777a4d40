import { type DatedRider, findRider, type KeptRider } from '../../catalogue/riderStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { parseId } from '../../identifiers.ts';
import { prepareSearch } from '../../search/prepareSearch.ts';
import { findLatestPickups } from '../../search/searchStore.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { contactLine } from '../riders/riderName.ts';
import { findRidersBy } from '../search/find.ts';
import type { BookingForm } from './bookingDraft.ts';
import { type FoundRiders, MAX_SEARCH } from './riderCard.tsx';

const MAX_RIDERS = 8;

/** The riders that the form offers: the chosen one, and those who were searched for. */
export async function findRiders(
  dependencies: DashboardDependencies,
  accountId: string,
  { draft, riderSearch, shownSearch }: BookingForm,
): Promise<FoundRiders> {
  const text = riderSearch.slice(0, MAX_SEARCH);
  const chosenId = parseId(draft.rider);
  const [known, searched] = await Promise.all([
    chosenId ? findRider(dependencies.database, accountId, chosenId) : undefined,
    text === '' ? [] : searchedRiders(dependencies, accountId, text),
  ]);
  const chosen = known && canTravel(known) ? known : undefined;
  const found = searched.filter(canTravel);
  const others = found.filter(({ clientId }) => clientId !== chosen?.clientId);
  const isNewSearch = riderSearch !== shownSearch && others.length === found.length;
  const riders = await withoutTwins(dependencies.database, accountId, chosen ? [chosen, ...others] : others, chosen);
  const isNobodyFound = text !== '' && found.length === 0;
  return { riders: riders.slice(0, MAX_RIDERS), isNobodyFound, isNewSearch };
}

/** Erased riders cannot be booked for. */
const canTravel = ({ erasedAt }: DatedRider): boolean => erasedAt === null;

/** Of riders who could not be told apart in the list, only the chosen one, or else the one who travelled last. */
async function withoutTwins(
  database: Queryable,
  accountId: string,
  riders: readonly KeptRider[],
  chosen: KeptRider | undefined,
): Promise<KeptRider[]> {
  const ids = riders.map(({ clientId }) => clientId);
  const pickups = ids.length > 1 ? await findLatestPickups(database, accountId, ids) : [];
  const latest = new Map(pickups.map(({ clientId, latestPickup }) => [clientId, latestPickup.getTime()]));
  const rank = (rider: KeptRider) => (rider === chosen ? Infinity : (latest.get(rider.clientId) ?? -Infinity));
  const kept = new Map<string, KeptRider>();
  for (const rider of riders) {
    const shownAs = `${rider.firstName} ${rider.lastName} ${contactLine(rider)}`;
    const twin = kept.get(shownAs);
    if (!twin || rank(rider) > rank(twin)) kept.set(shownAs, rider);
  }
  return [...kept.values()];
}

async function searchedRiders(dependencies: DashboardDependencies, accountId: string, text: string) {
  const prepared = await prepareSearch(dependencies.database, accountId, text);
  const { items } = await findRidersBy(dependencies, { accountId, text, olderThan: '', ...prepared });
  return items;
}
