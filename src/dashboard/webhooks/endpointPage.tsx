import type { FastifyInstance } from 'fastify';
import { Button, LinkButton } from '../../web/components/form.tsx';
import { dateTimeText, Moment } from '../../web/components/moment.tsx';
import { Card, Facts, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { findEndpoint, hasHeldEvents, type SigningSecrets, type WebhookEndpoint } from '../../webhooks/webhookStore.ts';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { disabledReasonWords, webhooksWords } from '../words/webhooks.ts';
import { DeliveriesCard, readDeliveries, type ShownDeliveries } from './deliveries.tsx';
import {
  EndpointStatus,
  EventTypes,
  endpointName,
  endpointOf,
  endpointPath,
  isFailing,
  known,
  WEBHOOKS_PATH,
} from './endpoint.tsx';

type ShownEndpoint = WebhookEndpoint & SigningSecrets;

export function endpointRoute(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  app.get<{ Params: { id: string }; Querystring: { page?: unknown } }>(
    '/developers/webhooks/:id',
    allow('VIEW'),
    async (request, reply) => {
      const endpoint = known(await findEndpoint(database, endpointOf(request)));
      const deliveries = await readDeliveries(database, endpoint, request.query.page);
      const now = clock();
      const canSendNow = isFailing(endpoint) || (await hasHeldEvents(database, endpoint, now));
      const page = ownersPageFor(request, reply);
      const isPastEnd = deliveries.page > deliveries.pages;
      return sendPage(
        reply.code(isPastEnd ? 404 : 200),
        <EndpointPage {...{ page, endpoint, canSendNow, deliveries, now }} />,
      );
    },
  );
}

interface EndpointPageProperties extends DetailsProperties {
  deliveries: ShownDeliveries;
}

function EndpointPage({ page, endpoint, canSendNow, deliveries, now }: EndpointPageProperties) {
  const words = webhooksWords[page.language];
  return (
    <Layout
      page={page}
      section="developers"
      title={endpointName(endpoint)}
      back={{ href: WEBHOOKS_PATH, title: words.title }}
    >
      <StateNotice page={page} endpoint={endpoint} />
      <DetailsCard {...{ page, endpoint, canSendNow, now }} />
      <DeliveriesCard page={page} endpoint={endpoint} deliveries={deliveries} />
    </Layout>
  );
}

interface EndpointProperties {
  page: OwnersPage;
  endpoint: ShownEndpoint;
}

interface ActionsProperties extends EndpointProperties {
  /** Whether its deliveries fail, or an event is not sent before its next attempt. */
  canSendNow: boolean;
}

interface DetailsProperties extends ActionsProperties {
  now: Date;
}

/** Says what to expect of an endpoint that does not receive its events. */
function StateNotice({ page: { language }, endpoint }: EndpointProperties) {
  const { disabledReason, failingSince } = endpoint;
  const words = webhooksWords[language];
  if (disabledReason !== null)
    return (
      <Notice kind={disabledReason === 'REQUESTED' ? 'plain' : 'bad'}>
        {words.disabledNotice(disabledReasonWords[language][disabledReason])}
      </Notice>
    );
  if (failingSince !== null)
    return <Notice kind="warn">{words.failingNotice(dateTimeText(failingSince, language))}</Notice>;
  return null;
}

function DetailsCard({ page, endpoint, canSendNow, now }: DetailsProperties) {
  const { language } = page;
  const words = webhooksWords[language];
  const oldSecretsUntil = new Date(Math.max(0, ...endpoint.oldSecrets.map(({ until }) => Date.parse(until))));
  return (
    <Card>
      <Facts
        facts={[
          { title: words.url, value: <span class="as-written">{endpoint.url}</span> },
          { title: words.status, value: <EndpointStatus of={endpoint} language={language} /> },
          { title: words.eventTypes, value: <EventTypes of={endpoint} language={language} /> },
          { title: words.created, value: <Moment at={endpoint.createdAt} language={language} /> },
          {
            title: words.secret,
            value:
              oldSecretsUntil > now
                ? words.oldSecretUntil(dateTimeText(oldSecretsUntil, language))
                : words.secretHidden,
          },
          { title: words.endpointId, value: <code>{endpoint.endpointId}</code>, isLong: true },
        ]}
      />
      <EndpointActions {...{ page, endpoint, canSendNow }} />
    </Card>
  );
}

function EndpointActions({ page, endpoint, canSendNow }: ActionsProperties) {
  const words = webhooksWords[page.language];
  const path = endpointPath(endpoint);
  const isEnabled = endpoint.status === 'ENABLED';
  if (!page.may('WEBHOOKS')) return null;
  return (
    <div class="buttons">
      {!isEnabled && (
        <OwnersForm page={page} action={`${path}/enable`} class="inline">
          <Button>{words.enable}</Button>
        </OwnersForm>
      )}
      <OwnersForm page={page} action={`${path}/test`} class="inline">
        <Button kind={isEnabled ? 'primary' : 'plain'}>{words.test}</Button>
      </OwnersForm>
      {isEnabled && canSendNow && (
        <OwnersForm page={page} action={`${path}/enable`} class="inline">
          <Button kind="plain">{words.sendNow}</Button>
        </OwnersForm>
      )}
      <LinkButton href={`${path}/rotate`} data-dialog>
        {words.rotate}
      </LinkButton>
      {isEnabled && (
        <OwnersForm page={page} action={`${path}/disable`} class="inline">
          <Button kind="plain">{words.disable}</Button>
        </OwnersForm>
      )}
      <LinkButton href={`${path}/delete`} kind="danger" data-dialog>
        {words.delete}
      </LinkButton>
    </div>
  );
}
