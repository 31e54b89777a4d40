import type { FastifyInstance } from 'fastify';
import { REQUEST_ID } from '../../contract/values.ts';
import { countRequests, KEPT_MS, type LoggedRequest, readHourlyCounts, readRequests } from '../../usage/usageStore.ts';
import { Button, Field, Select } from '../../web/components/form.tsx';
import { Moment, numberText } from '../../web/components/moment.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { Filters } from '../components/filters.tsx';
import { QueryForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import { NoSuchPage, Pages } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { lastPage, pageNumber } from '../pageNumber.ts';
import { allow } from '../permissionGate.tsx';
import { developersWords } from '../words/developers.ts';
import { requestWords } from '../words/requests.ts';
import { DEVELOPERS_PATH } from './ownKey.ts';
import { durationText, REQUESTS_PATH, StatusCode } from './requestPage.tsx';

const PER_PAGE = 25;
const STATUS_CLASSES = ['2', '4', '5'] as const;

interface Chosen {
  status: string;
  id: string;
  page: number;
}

export function requestsRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  app.get<{ Querystring: Record<string, unknown> }>('/developers/requests', allow('VIEW'), async (request, reply) => {
    const chosen = chosenIn(request.query);
    const accountId = accountIdOf(request);
    const filter = {
      accountId,
      statusClass: chosen.status === '' ? undefined : Number(chosen.status),
      requestId: chosen.id === '' ? undefined : chosen.id,
    };
    // One more than is shown, to know whether there is a next page.
    const [found, counts] = await Promise.all([
      readRequests(database, filter, (chosen.page - 1) * PER_PAGE, PER_PAGE + 1),
      readHourlyCounts(database, accountId, new Date(clock().getTime() - KEPT_MS)),
    ]);
    const unlogged = counts.reduce((sum, count) => sum + count.unlogged, 0);
    const pages = await lastPage({ page: chosen.page, perPage: PER_PAGE, rows: found.length }, () =>
      countRequests(database, filter),
    );
    const page = ownersPageFor(request, reply);
    return sendPage(
      reply.code(chosen.page > pages ? 404 : 200),
      <RequestsPage {...{ page, chosen, found, pages, unlogged }} />,
    );
  });
}

function chosenIn(query: Record<string, unknown>): Chosen {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '');
  return {
    status: STATUS_CLASSES.find((each) => each === text('status')) ?? '',
    id: text('id').replaceAll('\0', '').trim().slice(0, REQUEST_ID.max),
    page: pageNumber(query.page),
  };
}

const linkTo = ({ status, id }: Chosen, page: number) =>
  `${REQUESTS_PATH}?${new URLSearchParams({ status, id, page: `${page}` })}`;

interface RequestsPageProperties extends Omit<RequestListProperties, 'language'> {
  page: OwnersPage;
  unlogged: number;
}

function RequestsPage({ page, chosen, found, pages, unlogged }: RequestsPageProperties) {
  const { language } = page;
  const words = developersWords[language];
  return (
    <Layout page={page} section="developers" title={words.requests} back={{ href: DEVELOPERS_PATH, title: words.back }}>
      <p class="hint">
        {words.keptFor} {words.parisTime}
      </p>
      {unlogged > 0 && (
        <Notice kind="plain">{requestWords[language].unlogged(unlogged, numberText(unlogged, language))}</Notice>
      )}
      <Filters language={language} count={[chosen.status, chosen.id].filter((text) => text !== '').length}>
        <FilterForm chosen={chosen} language={language} />
      </Filters>
      <Card>
        <div id="requests" class="stack">
          <RequestList {...{ chosen, found, pages, language }} />
        </div>
      </Card>
    </Layout>
  );
}

function FilterForm({ chosen, language }: { chosen: Chosen; language: Language }) {
  const words = developersWords[language];
  const labels = { 2: words.successes, 4: words.callerFaults, 5: words.ourFaults };
  return (
    <QueryForm action={REQUESTS_PATH} class="filter" data-live="#requests">
      <Select
        name="status"
        label={words.status}
        value={chosen.status}
        choices={[
          { value: '', label: words.anyStatus },
          ...STATUS_CLASSES.map((value) => ({ value, label: labels[value] })),
        ]}
      />
      <Field name="id" label={words.requestId} type="search" value={chosen.id} maxLength={REQUEST_ID.max} />
      <Button kind="plain">{words.search}</Button>
    </QueryForm>
  );
}

interface RequestListProperties {
  chosen: Chosen;
  found: readonly LoggedRequest[];
  /** The last page, or the next one while the last is unknown. */
  pages: number;
  language: Language;
}

function RequestList({ chosen, found, pages, language }: RequestListProperties) {
  const words = developersWords[language];
  const isFiltered = chosen.status !== '' || chosen.id !== '';
  if (chosen.page > pages) return <NoSuchPage {...{ language, pages }} linkTo={(page) => linkTo(chosen, page)} />;
  if (found.length === 0)
    return isFiltered ? (
      <EmptyState icon="search" title={words.noMatch} />
    ) : (
      <EmptyState icon="activity" title={words.noRequests} text={words.noRequestsText} />
    );
  return (
    <>
      <Table
        caption={words.requests}
        columns={columns(language)}
        rows={found.slice(0, PER_PAGE)}
        keyOf={({ entryId }) => entryId}
        linkTo={({ entryId }) => `${REQUESTS_PATH}/${entryId}`}
        opensDialog
      />
      <Pages
        language={language}
        page={chosen.page}
        pages={pages}
        linkTo={(page) => linkTo(chosen, page)}
        position={words.position(chosen.page)}
      />
    </>
  );
}

function columns(language: Language): Column<LoggedRequest>[] {
  const words = developersWords[language];
  return [
    {
      title: words.time,
      cell: ({ loggedAt }) => <Moment at={loggedAt} language={language} hasSeconds hideZone />,
    },
    { title: words.status, inCard: 'aside', cell: ({ status }) => <StatusCode status={status} /> },
    {
      title: words.path,
      inCard: 'wide',
      cell: ({ method, path }) => (
        <code class="breakable">
          {method} {path}
        </code>
      ),
    },
    { title: words.code, class: 'code', cell: ({ code }) => code },
    {
      title: words.duration,
      isNumber: true,
      cell: ({ ms }) => durationText(ms, language),
    },
    { title: words.requestId, maxLines: 1, class: 'code', cell: ({ requestId }) => requestId },
  ];
}
