import type { FastifyRequest } from 'fastify';
import type { KeptRider } from '../../catalogue/riderStore.ts';
import { PAGE_SIZE } from '../../contract/values.ts';
import type { Queryable } from '../../database/connection.ts';
import { pageOfRidersTrips, readSearchState } from '../../search/searchStore.ts';
import { WORDS_VERSION } from '../../search/words.ts';
import { numberText } from '../../web/components/moment.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { EmptyState } from '../../web/components/table.tsx';
import { NewTripForRiderLink } from '../booking/newTripLink.tsx';
import { NoSuchPage, Pages } from '../components/list.tsx';
import type { OwnersPage } from '../page.ts';
import { countPages, pageNumber } from '../pageNumber.ts';
import { TripTable } from '../trips/listPage.tsx';
import { type ListedTrip, readListedTrips } from '../trips/tripReader.ts';
import { searchWords } from '../words/search.ts';
import { tripsWords } from '../words/trips.ts';

export interface PageOfTrips {
  trips: ListedTrip[];
  total: number;
  page: number;
  pages: number;
  /** False while trips of the account are missing in the index. */
  isComplete: boolean;
}

export async function readRidersTrips(
  database: Queryable,
  request: FastifyRequest,
  { accountId, clientId }: KeptRider,
): Promise<PageOfTrips> {
  const page = pageNumber((request.query as Record<string, unknown>).page);
  const [{ rows, total }, { isComplete }] = await Promise.all([
    pageOfRidersTrips(database, { accountId, clientId, page, limit: PAGE_SIZE.default }),
    readSearchState(database, accountId, [], WORDS_VERSION),
  ]);
  const ids = rows.map(({ tripId }) => tripId);
  const trips = await readListedTrips(database, accountId, ids);
  return { trips, total, page, pages: countPages(total, PAGE_SIZE.default), isComplete };
}

interface RidersTripsProperties {
  page: OwnersPage;
  trips: PageOfTrips;
  /** The path of the rider's page. */
  path: string;
  /** Whom trips can be booked for; undefined for an erased rider. */
  riderId: string | undefined;
}

export function RidersTrips({
  page: owners,
  trips: { trips, total, page, pages, isComplete },
  path,
  riderId,
}: RidersTripsProperties) {
  const { language } = owners;
  const words = searchWords[language];
  const linkTo = (target: number) => `${path}?page=${target}`;
  const newTrip = riderId && owners.may('TRIPS') && <NewTripForRiderLink {...{ language, riderId }} />;
  return (
    <Card title={words.ridersTrips} actions={newTrip}>
      {!isComplete && <Notice kind="warn">{words.indexing}</Notice>}
      {total === 0 ? (
        <EmptyState icon="route" title={words.noTrips} text={words.noTripsText} />
      ) : page > pages ? (
        <NoSuchPage {...{ language, pages, linkTo }} />
      ) : (
        <>
          <p class="hint">
            {tripsWords[language].count(total, numberText(total, language))} · {words.latestPickupFirst}
          </p>
          <TripTable page={owners} trips={trips} hidesRider />
          <Pages {...{ language, page, pages, linkTo }} />
        </>
      )}
    </Card>
  );
}
