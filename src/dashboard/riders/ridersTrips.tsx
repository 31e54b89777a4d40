import type { FastifyRequest } from 'fastify';
import type { KeptRider } from '../../catalogue/riderStore.ts';
import { PAGE_SIZE } from '../../contract/values.ts';
import type { Queryable } from '../../database/connection.ts';
import { pageOfRidersTrips, readSearchState } from '../../search/searchStore.ts';
import { numberText } from '../../web/components/moment.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { EmptyState } from '../../web/components/table.tsx';
import { Pages } from '../components/list.tsx';
import type { OwnersPage } from '../page.ts';
import { readFilter } from '../trips/filter.ts';
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

/** A page past the end is the last one. */
export async function readRidersTrips(
  database: Queryable,
  request: FastifyRequest,
  { accountId, clientId }: KeptRider,
): Promise<PageOfTrips> {
  const read = (page: number) => pageOfRidersTrips(database, { accountId, clientId, page, limit: PAGE_SIZE.default });
  const wanted = readFilter(request.query).filter.page;
  const [first, { isComplete }] = await Promise.all([read(wanted), readSearchState(database, accountId, [])]);
  const pages = Math.max(1, Math.ceil(first.total / PAGE_SIZE.default));
  const page = Math.min(wanted, pages);
  const { rows, total } = page === wanted ? first : await read(page);
  const ids = rows.map(({ tripId }) => tripId);
  return { trips: await readListedTrips(database, accountId, ids), total, page, pages, isComplete };
}

interface RidersTripsProperties {
  page: OwnersPage;
  trips: PageOfTrips;
  /** Of the rider's page. */
  path: string;
}

export function RidersTrips({
  page: owners,
  trips: { trips, total, page, pages, isComplete },
  path,
}: RidersTripsProperties) {
  const { language } = owners;
  const words = searchWords[language];
  return (
    <Card title={words.ridersTrips}>
      {!isComplete && <Notice kind="warn">{words.indexing}</Notice>}
      {total === 0 ? (
        <EmptyState icon="route" title={words.noTrips} text={words.noTripsText} />
      ) : (
        <>
          <p class="hint">
            {tripsWords[language].count(total, numberText(total, language))} · {words.ridersTripsOrder}
          </p>
          <TripTable page={owners} trips={trips} />
          <Pages {...{ language, page, pages }} linkTo={(target) => `${path}?page=${target}`} />
        </>
      )}
    </Card>
  );
}
