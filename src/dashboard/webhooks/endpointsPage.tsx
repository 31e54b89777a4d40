import type { FastifyInstance } from 'fastify';
import { WEBHOOK_BOUNDS } from '../../contract/values.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { Moment } from '../../web/components/moment.tsx';
import { Badge, Card } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { listEndpoints, type WebhookEndpoint } from '../../webhooks/webhookStore.ts';
import { Layout } from '../components/layout.tsx';
import { EmptyList } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { developersWords } from '../words/developers.ts';
import { webhooksWords } from '../words/webhooks.ts';
import { changeEndpointRoutes } from './changeEndpoint.tsx';
import { EndpointStatus, EventTypes, endpointPath, isFailing, WEBHOOKS_PATH } from './endpoint.tsx';
import { endpointRoute } from './endpointPage.tsx';
import { newEndpointRoutes } from './newEndpoint.tsx';

const GUIDE_PATH = '/docs/guides/webhooks';

export function webhooksRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/developers/webhooks', allow('VIEW'), async (request, reply) => {
    const endpoints = await listEndpoints(dependencies.database, accountIdOf(request));
    return sendPage(reply, <EndpointsPage page={ownersPageFor(request, reply)} endpoints={endpoints} />);
  });
  newEndpointRoutes(app, dependencies);
  endpointRoute(app, dependencies);
  changeEndpointRoutes(app, dependencies);
}

interface EndpointsProperties {
  page: OwnersPage;
  endpoints: readonly WebhookEndpoint[];
}

function EndpointsPage({ page, endpoints }: EndpointsProperties) {
  const { language } = page;
  const words = webhooksWords[language];
  const isFull = endpoints.length >= WEBHOOK_BOUNDS.endpoints.max;
  const add = (
    <LinkButton href={`${WEBHOOKS_PATH}/new`} kind="primary" icon="plus" data-dialog>
      {words.add}
    </LinkButton>
  );
  const back = { href: '/app/developers', title: developersWords[language].title };
  return (
    <Layout
      page={page}
      section="developers"
      title={words.title}
      back={back}
      actions={!isFull && page.may('WEBHOOKS') && add}
    >
      <Card>
        {endpoints.length === 0 ? (
          <EmptyList page={page} permission="WEBHOOKS" icon="webhook" title={words.none} text={words.noneText}>
            <LinkButton href={GUIDE_PATH}>{words.guide}</LinkButton>
          </EmptyList>
        ) : (
          <>
            <p class="hint">
              {isFull && page.may('WEBHOOKS') ? words.full : words.intro} {developersWords[language].parisTime}{' '}
              <a href={GUIDE_PATH}>{words.guide}</a>
            </p>
            <Table
              caption={words.title}
              columns={columns(language)}
              rows={endpoints}
              keyOf={({ endpointId }) => endpointId}
              linkTo={endpointPath}
            />
          </>
        )}
      </Card>
    </Layout>
  );
}

function columns(language: Language): Column<WebhookEndpoint>[] {
  const words = webhooksWords[language];
  return [
    {
      title: words.endpoint,
      cell: (endpoint) => (
        <span class="endpoint-name">
          <span>{endpoint.url}</span>
          {endpoint.description && <span class="hint">{endpoint.description}</span>}
        </span>
      ),
    },
    { title: words.eventTypes, cell: (endpoint) => <EventTypes of={endpoint} language={language} /> },
    { title: words.status, cell: (endpoint) => <EndpointStatus of={endpoint} language={language} /> },
    { title: words.created, cell: ({ createdAt }) => <Moment at={createdAt} language={language} hideZone /> },
  ];
}

/** On the page for developers: how many endpoints there are, and which of them need attention. */
export function WebhooksCard({ page, endpoints }: EndpointsProperties) {
  const words = webhooksWords[page.language];
  const failing = endpoints.filter(isFailing).length;
  const disabled = endpoints.filter(({ status }) => status === 'DISABLED').length;
  return (
    <Card
      title={words.title}
      actions={<LinkButton href={WEBHOOKS_PATH}>{page.may('WEBHOOKS') ? words.manage : words.show}</LinkButton>}
    >
      {endpoints.length === 0 ? (
        <p class="hint">{words.noneText}</p>
      ) : (
        <p class="named">
          {words.count(endpoints.length)}
          {failing > 0 && <Badge kind="warn">{words.failingCount(failing)}</Badge>}
          {disabled > 0 && <Badge kind="bad">{words.disabledCount(disabled)}</Badge>}
        </p>
      )}
    </Card>
  );
}
