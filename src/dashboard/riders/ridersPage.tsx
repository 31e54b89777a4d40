import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type KeptRider, SEARCHED_RIDERS, searchRiders } from '../../catalogue/riderStore.ts';
import { parseId } from '../../identifiers.ts';
import { Button, LinkButton, SearchField } from '../../web/components/form.tsx';
import { numberText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { ListPage } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { ridersWords } from '../words/riders.ts';
import { riderFormRoutes } from './riderForm.tsx';
import { fullName } from './riderName.ts';

const PAGE_SIZE = 20;
const MAX_SEARCH = 200;

export function ridersRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/riders', async (request, reply) => {
    const wanted = wantedBy(request);
    // One more than is shown, to know whether there are older ones.
    const search = { accountId: accountIdOf(request), ...wanted, limit: PAGE_SIZE + 1 };
    const found = await searchRiders(dependencies.database, search);
    return sendPage(reply, <RidersPage page={ownersPageFor(request, reply)} found={found} {...wanted} />);
  });
  riderFormRoutes(app, dependencies);
}

function wantedBy({ query }: FastifyRequest): { text: string; olderThan: string } {
  const { q, older } = query as Record<string, unknown>;
  const text = typeof q === 'string' ? q.slice(0, MAX_SEARCH).replaceAll('\0', '').trim() : '';
  return { text, olderThan: (typeof older === 'string' && parseId(older)) || '' };
}

interface RidersPageProperties {
  page: OwnersPage;
  found: readonly KeptRider[];
  text: string;
  olderThan: string;
}

function RidersPage({ page, found, text, olderThan }: RidersPageProperties) {
  const words = ridersWords[page.language];
  return (
    <ListPage page={page} section="riders" words={words}>
      <form method="get" action="/app/riders" class="search" data-live="#riders">
        <SearchField
          name="q"
          label={words.search}
          value={text}
          maxLength={MAX_SEARCH}
          hint={words.searchHint(numberText(SEARCHED_RIDERS, page.language))}
        />
        <Button kind="plain">{words.find}</Button>
      </form>
      <Card>
        <div id="riders" class="stack" aria-live="polite">
          <Riders {...{ page, found, text, olderThan }} />
        </div>
      </Card>
    </ListPage>
  );
}

function Riders({ page, found, text, olderThan }: RidersPageProperties) {
  const words = ridersWords[page.language];
  const shown = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined;
  const linkTo = (parameters: Record<string, string>) =>
    `/app/riders?${new URLSearchParams({ ...(text && { q: text }), ...parameters })}`;
  if (shown.length === 0 && (text !== '' || olderThan !== '')) return <EmptyState icon="search" title={words.none} />;
  if (shown.length === 0) return <EmptyState icon="users" title={words.empty} text={words.emptyText} />;
  return (
    <>
      <Table
        caption={words.caption}
        columns={columns(page.language)}
        rows={shown}
        keyOf={({ clientId }) => clientId}
        linkTo={({ clientId }) => `/app/riders/${clientId}`}
      />
      {(last || olderThan !== '') && (
        <nav class="pagination table-foot" aria-label={words.pages}>
          {olderThan !== '' && <LinkButton href={linkTo({})}>{words.newest}</LinkButton>}
          {last && <LinkButton href={linkTo({ older: last.clientId })}>{words.older}</LinkButton>}
        </nav>
      )}
    </>
  );
}

function columns(language: Language): Column<KeptRider>[] {
  const words = ridersWords[language];
  return [
    { title: words.name, cell: (rider) => fullName(rider, language) },
    { title: words.phone, inCard: 'main', cell: ({ phone }) => phone && <span class="phone">{phone}</span> },
    { title: words.email, isClipped: true, inCard: 'wide', class: 'email', cell: ({ email }) => email },
    { title: words.companyName, isClipped: true, inCard: 'wide', cell: ({ companyName }) => companyName },
  ];
}
