import type { FastifyInstance } from 'fastify';
import type { KeptRider } from '../../catalogue/riderStore.ts';
import { Button, LinkButton, SearchField } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { QueryForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { RIDERS_PATH, RiderTable } from '../riders/riderTable.tsx';
import { linkToRide, type RideInList, rideColumns } from '../rides/rideColumns.tsx';
import { TripTable } from '../trips/listPage.tsx';
import type { ListedTrip } from '../trips/tripReader.ts';
import { searchWords } from '../words/search.ts';
import { tripsWords } from '../words/trips.ts';
import {
  type AskedSearch,
  type Found,
  findRidersBy,
  findRidesBy,
  findTripsBy,
  firstPage,
  PAGE_SIZE,
  readSearch,
} from './find.ts';
import { MAX_SEARCH, SEARCH_PATH, searchLink } from './typedSearch.ts';

export function searchRoute(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/search', allow('VIEW'), async (request, reply) => {
    const search = await readSearch(dependencies, request);
    const { role } = sessionOf(request).account;
    // A further page is one of trips: the riders found have pages of their own.
    const isFirst = search.olderThan === '';
    const [trips, rides, riders] = await Promise.all([
      findTripsBy(dependencies, search),
      isFirst && role === 'DRIVER' ? findRidesBy(dependencies, search) : firstPage<RideInList>([]),
      isFirst ? findRidersBy(dependencies, search) : firstPage<KeptRider>([]),
    ]);
    return sendPage(reply, <SearchPage page={ownersPageFor(request, reply)} {...{ search, trips, rides, riders }} />);
  });
}

interface SearchPageProperties {
  page: OwnersPage;
  search: AskedSearch;
  trips: Found<ListedTrip>;
  /** For contractors. */
  rides: Found<RideInList>;
  riders: Found<KeptRider>;
}

function SearchPage({ page, search, trips, rides, riders }: SearchPageProperties) {
  const words = searchWords[page.language];
  const isEmpty = [trips, rides, riders].every(({ items }) => items.length === 0);
  return (
    <Layout page={page} title={words.title}>
      <QueryForm action={SEARCH_PATH} class="search">
        <SearchField
          name="q"
          label={words.label}
          value={search.text}
          maxLength={MAX_SEARCH}
          hint={words.hint}
          autofocus={isEmpty}
        />
        <Button kind="plain">{words.find}</Button>
      </QueryForm>
      {!search.isComplete && <Notice kind="warn">{words.indexing}</Notice>}
      {isEmpty && <NothingFound page={page} text={search.text} />}
      {trips.items.length > 0 && (
        <Card title={words.trips}>
          <p class="hint">{tripsWords[page.language].order}</p>
          <TripTable page={page} trips={trips.items} />
          {trips.hasMore && <More href={searchLink(SEARCH_PATH, olderThanLast(search, trips))}>{words.moreTrips}</More>}
        </Card>
      )}
      {rides.items.length > 0 && (
        <Card title={words.rides}>
          <p class="hint">
            {[words.latestPickupFirst, rides.hasMore && words.moreRides(PAGE_SIZE)].filter(Boolean).join(' ')}
          </p>
          <Table
            caption={words.rides}
            columns={rideColumns(page.language)}
            rows={rides.items}
            keyOf={({ trip }) => trip._id}
            linkTo={(ride) => linkToRide(ride)}
          />
        </Card>
      )}
      {riders.items.length > 0 && (
        <Card title={words.riders}>
          <RiderTable language={page.language} riders={riders.items} />
          {riders.hasMore && <More href={searchLink(RIDERS_PATH, search)}>{words.moreRiders}</More>}
        </Card>
      )}
    </Layout>
  );
}

/** Exact matches come first, so the last one is the oldest of the others. */
const olderThanLast = ({ text }: AskedSearch, { items }: Found<ListedTrip>) => ({
  text,
  olderThan: items.at(-1)?.trip._id ?? '',
});

const More = ({ href, children }: { href: string; children: string }) => (
  <div class="pagination">
    <LinkButton href={href}>{children}</LinkButton>
  </div>
);

function NothingFound({ page: { language }, text }: { page: OwnersPage; text: string }) {
  const words = searchWords[language];
  const isStart = text === '';
  return (
    <Card>
      <EmptyState
        icon="search"
        title={isStart ? words.start : words.none(text)}
        text={isStart ? words.startText : words.noneText}
      />
    </Card>
  );
}
