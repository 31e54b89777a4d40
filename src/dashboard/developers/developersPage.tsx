import type { FastifyInstance } from 'fastify';
import { type KeyRecord, listKeys } from '../../keys/apiKeyStore.ts';
import type { LimitState } from '../../limits/rateLimits.ts';
import { type KeyUsage, readHourlyCounts, readKeyUsage } from '../../usage/usageStore.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { numberText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { EmptyState } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { listEndpoints, type WebhookEndpoint } from '../../webhooks/webhookStore.ts';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor, sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { WebhooksCard, webhooksRoutes } from '../webhooks/endpointsPage.tsx';
import { developersWords } from '../words/developers.ts';
import { UsageChart, UsageTable } from './chart.tsx';
import { endKeyRoutes } from './endKey.tsx';
import { issueKeyRoutes } from './issueKey.tsx';
import { KeyList } from './keyList.tsx';
import { firstHour, type HourOfUse, lastDay, totalOf } from './lastDay.ts';
import { renameKeyRoutes } from './renameKey.tsx';
import { requestRoute } from './requestPage.tsx';
import { requestsRoute } from './requestsPage.tsx';

export function developersRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock, limits } = dependencies;
  app.get('/developers', allow('VIEW'), async (request, reply) => {
    const now = clock();
    const accountId = accountIdOf(request);
    const [keys, usage, endpoints, counts, limitState] = await Promise.all([
      listKeys(database, accountId),
      readKeyUsage(database, accountId, { dayAgo: firstHour(now), weekAgo: firstHour(now, 7 * 24) }),
      listEndpoints(database, accountId),
      readHourlyCounts(database, accountId, firstHour(now)),
      limits.tier(sessionOf(request).account.apiTier)?.peek(accountId),
    ]);
    const page = ownersPageFor(request, reply);
    return sendPage(
      reply,
      <DevelopersPage {...{ page, keys, usage, endpoints, limitState, now }} hours={lastDay(counts, now)} />,
    );
  });
  issueKeyRoutes(app, dependencies);
  renameKeyRoutes(app, dependencies);
  endKeyRoutes(app, dependencies);
  requestsRoute(app, dependencies);
  requestRoute(app, dependencies);
  webhooksRoutes(app, dependencies);
}

interface DevelopersPageProperties {
  page: OwnersPage;
  keys: readonly KeyRecord[];
  usage: readonly KeyUsage[];
  endpoints: readonly WebhookEndpoint[];
  limitState: LimitState | undefined;
  hours: readonly HourOfUse[];
  now: Date;
}

function DevelopersPage({ page, keys, usage, endpoints, limitState, hours, now }: DevelopersPageProperties) {
  const words = developersWords[page.language];
  return (
    <Layout
      page={page}
      section="developers"
      title={words.title}
      actions={
        <LinkButton href="/docs" icon="book-open">
          {words.documentation}
        </LinkButton>
      }
    >
      <KeyList {...{ keys, usage, page, now }} />
      <WebhooksCard page={page} endpoints={endpoints} />
      <LastDayCard page={page} hours={hours} />
      <LimitCard page={page} limitState={limitState} />
    </Layout>
  );
}

function LastDayCard({ page: { language }, hours }: { page: OwnersPage; hours: readonly HourOfUse[] }) {
  const words = developersWords[language];
  const total = hours.reduce((sum, hour) => sum + totalOf(hour), 0);
  return (
    <Card title={words.lastDay} actions={<LinkButton href="/app/developers/requests">{words.allRequests}</LinkButton>}>
      {total === 0 ? (
        <EmptyState icon="activity" title={words.noRequests} text={words.noRequestsText}>
          <LinkButton href="/docs/guides/first-booking">{words.firstBooking}</LinkButton>
        </EmptyState>
      ) : (
        <>
          <p class="figure">{words.requestsOf(numberText(total, language))}</p>
          <UsageChart hours={hours} language={language} />
          <UsageTable hours={hours} language={language} />
        </>
      )}
    </Card>
  );
}

function LimitCard({ page, limitState }: { page: OwnersPage; limitState: LimitState | undefined }) {
  const words = developersWords[page.language];
  const { apiTier } = page.session.account;
  const number = (value: number) => numberText(value, page.language);
  if (!limitState)
    return (
      <Card title={words.limit}>
        <p>{words.noLimit(apiTier)}</p>
      </Card>
    );
  const { rule, remaining } = limitState;
  const used = rule.requests - remaining;
  return (
    <Card title={words.limit}>
      <p>{words.limitText(apiTier, number(rule.requests), rule.seconds)}</p>
      <meter aria-label={words.limit} min={0} max={rule.requests} high={rule.requests * 0.8} optimum={0} value={used} />
      <p class="hint">{words.inUse(number(used), number(rule.requests))}</p>
    </Card>
  );
}
