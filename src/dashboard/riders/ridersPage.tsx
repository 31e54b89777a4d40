import type { FastifyInstance } from 'fastify';
import { type KeptRider, listOlderRiders } from '../../catalogue/riderStore.ts';
import { Button, LinkButton, SearchField } from '../../web/components/form.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { EmptyState } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { QueryForm } from '../components/form.tsx';
import { EmptyList, ListPage } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { ridersCsvLink, ridersCsvRoute } from '../exports/ridersCsv.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { type AskedSearch, type Found, findRidersBy, firstPage, PAGE_AND_ONE, readSearch } from '../search/find.ts';
import { MAX_SEARCH, searchLink } from '../search/typedSearch.ts';
import { exportWords } from '../words/exports.ts';
import { ridersWords } from '../words/riders.ts';
import { searchWords } from '../words/search.ts';
import { riderDataRoutes } from './riderData.tsx';
import { riderFormRoutes } from './riderForm.tsx';
import { RIDERS_PATH, RiderTable } from './riderTable.tsx';

export function ridersRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/riders', allow('VIEW'), async (request, reply) => {
    const search = await readSearch(dependencies, request);
    const found =
      search.text === ''
        ? firstPage(await listOlderRiders(dependencies.database, { ...search, limit: PAGE_AND_ONE }))
        : await findRidersBy(dependencies, search);
    return sendPage(reply, <RidersPage page={ownersPageFor(request, reply)} found={found} search={search} />);
  });
  ridersCsvRoute(app, dependencies);
  riderFormRoutes(app, dependencies);
  riderDataRoutes(app, dependencies);
}

interface RidersPageProperties {
  page: OwnersPage;
  found: Found<KeptRider>;
  search: AskedSearch;
}

function RidersPage({ page, found, search }: RidersPageProperties) {
  const words = ridersWords[page.language];
  return (
    <ListPage page={page} section="riders" words={words} permission="RIDERS">
      <QueryForm action={RIDERS_PATH} class="search" data-live="#riders">
        <SearchField name="q" label={words.search} value={search.text} maxLength={MAX_SEARCH} />
        <Button kind="plain">{words.find}</Button>
      </QueryForm>
      <div id="riders" class="stack" aria-live="polite">
        {search.text !== '' && !search.isComplete && <Notice kind="warn">{searchWords[page.language].indexing}</Notice>}
        <Riders {...{ page, found, search }} />
      </div>
    </ListPage>
  );
}

function Riders({ page, found: { items, hasMore }, search: { text, olderThan } }: RidersPageProperties) {
  const words = ridersWords[page.language];
  const last = hasMore ? items.at(-1) : undefined;
  const linkTo = (olderThan: string) => searchLink(RIDERS_PATH, { text, olderThan });
  const isFiltered = text !== '' || olderThan !== '';
  if (items.length === 0)
    return (
      <Card>
        {isFiltered ? (
          <EmptyState icon="search" title={words.none} />
        ) : (
          <EmptyList
            page={page}
            permission="RIDERS"
            icon="users"
            title={words.empty}
            text={words.emptyText}
            toDo={words.emptyToDo}
          />
        )}
      </Card>
    );
  return (
    <>
      <div class="buttons list-count">
        <LinkButton href={ridersCsvLink(text)}>{exportWords[page.language].export}</LinkButton>
      </div>
      <Card>
        <RiderTable language={page.language} riders={items} />
      </Card>
      {(last || olderThan !== '') && (
        <nav class="pagination" aria-label={words.pages}>
          {olderThan !== '' && <LinkButton href={linkTo('')}>{words.newest}</LinkButton>}
          {last && <LinkButton href={linkTo(last.clientId)}>{words.older}</LinkButton>}
        </nav>
      )}
    </>
  );
}
