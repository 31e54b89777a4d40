import type { FastifyInstance } from 'fastify';
import { type KeptRider, RIDER_COLUMNS, type RiderSearch, searchRiders } from '../../catalogue/riderStore.ts';
import { limitLargeReads } from '../../database/limitConcurrency.ts';
import { type CsvColumn, sendCsv } from '../../web/csv.ts';
import type { Language } from '../../web/language.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf } from '../page.ts';
import { wantedRiders } from '../riders/wantedRiders.ts';
import { visitOf } from '../visit.ts';
import { exportWords } from '../words/exports.ts';
import { dayOf } from './tripsCsv.ts';

const PAGE_ROWS = 1_000;

/** The file with the riders of a search. */
export const ridersCsvLink = (text: string): string =>
  text === '' ? '/app/riders.csv' : `/app/riders.csv?${new URLSearchParams({ q: text })}`;

/** All riders that a search finds, over all its pages. */
export function ridersCsvRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  const readPage = limitLargeReads(database, (search: RiderSearch) => searchRiders(database, search));

  async function* pagesOf(wanted: Omit<RiderSearch, 'olderThan' | 'limit'>): AsyncGenerator<KeptRider[]> {
    let olderThan: string | undefined = '';
    while (olderThan !== undefined) {
      const page: KeptRider[] = await readPage({ ...wanted, olderThan, limit: PAGE_ROWS });
      yield page;
      olderThan = page.length < PAGE_ROWS ? undefined : page.at(-1)?.clientId;
    }
  }

  app.get('/riders.csv', { exposeHeadRoute: false }, async (request, reply) => {
    const { language } = visitOf(request);
    return sendCsv(reply, {
      name: `${exportWords[language].ridersFile}-${dayOf(clock())}`,
      columns: riderColumns(language),
      pages: pagesOf({ accountId: accountIdOf(request), text: wantedRiders(request).text }),
    });
  });
}

function riderColumns(language: Language): CsvColumn<KeptRider>[] {
  const words = exportWords[language];
  const titles = { ...words, companyName: words.company, type: words.riderType };
  return [
    ...RIDER_COLUMNS.map(([member]) => ({ title: titles[member], cell: (rider: KeptRider) => rider[member] ?? null })),
    { title: words.id, cell: ({ clientId }) => clientId },
  ];
}
