import type { FastifyInstance } from 'fastify';
import { emailOf } from '../../catalogue/riderContact.ts';
import {
  findRiders,
  type KeptRider,
  listOlderRiders,
  RIDER_COLUMNS,
  type RiderDetails,
} from '../../catalogue/riderStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { limitLargeReads } from '../../database/limitConcurrency.ts';
import { searchRiders } from '../../search/searchStore.ts';
import { type CsvColumn, sendCsv } from '../../web/csv.ts';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { allow } from '../permissionGate.tsx';
import { fullName, isErased } from '../riders/riderName.ts';
import { type AskedSearch, readSearch } from '../search/find.ts';
import { visitOf } from '../visit.ts';
import { exportWords } from '../words/exports.ts';
import { ridersWords } from '../words/riders.ts';
import { dayOf } from './tripsCsv.ts';

const PAGE_ROWS = 1_000;

/** The file with the riders of a search. */
export const ridersCsvLink = (text: string): string =>
  text === '' ? '/app/riders.csv' : `/app/riders.csv?${new URLSearchParams({ q: text })}`;

/** All riders that a search finds, over all its pages. */
export function ridersCsvRoute(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock } = dependencies;
  const readPage = limitLargeReads(database, (search: AskedSearch) => ridersOf(database, search));

  async function* pagesOf(search: AskedSearch): AsyncGenerator<KeptRider[]> {
    let olderThan: string | undefined = '';
    while (olderThan !== undefined) {
      const page: KeptRider[] = await readPage({ ...search, olderThan });
      yield page;
      olderThan = page.length < PAGE_ROWS ? undefined : page.at(-1)?.clientId;
    }
  }

  app.get('/riders.csv', { exposeHeadRoute: false, ...allow('VIEW') }, async (request, reply) => {
    const { language } = visitOf(request);
    await noteOf(request)(database, 'RIDERS_EXPORTED');
    return sendCsv(reply, {
      name: `${exportWords[language].ridersFile}-${dayOf(clock())}`,
      language,
      columns: riderColumns(language),
      pages: pagesOf(await readSearch(dependencies, request)),
    });
  });
}

async function ridersOf(database: Queryable, { query, ...search }: AskedSearch): Promise<KeptRider[]> {
  const page = { ...search, limit: PAGE_ROWS };
  if (search.text === '') return listOlderRiders(database, page);
  const ids = query === undefined ? [] : await searchRiders(database, { ...page, query });
  const riders = new Map((await findRiders(database, search.accountId, ids)).map((rider) => [rider.clientId, rider]));
  return ids.flatMap((id) => riders.get(id) ?? []);
}

function riderColumns(language: Language): CsvColumn<KeptRider>[] {
  const words = exportWords[language];
  const titles = { ...words, companyName: words.company, type: words.riderType };
  return [
    ...RIDER_COLUMNS.map(([member]) => ({
      title: titles[member],
      cell: (rider: KeptRider) => detailOf(rider, member, language),
    })),
    { title: words.id, cell: ({ clientId }) => clientId },
  ];
}

function detailOf(rider: KeptRider, member: keyof RiderDetails, language: Language): string | null {
  if (member === 'email') return emailOf(rider);
  if (member === 'type') return rider.type ? ridersWords[language][rider.type] : null;
  const isName = member === 'firstName' || member === 'lastName';
  // One text, which other languages do not divide as it is stored.
  if (isName && isErased(`${rider.firstName} ${rider.lastName}`))
    return member === 'lastName' ? fullName(rider, language) : null;
  return rider[member] ?? null;
}
