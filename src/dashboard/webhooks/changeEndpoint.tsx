import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Action } from '../../audit/auditStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { Button } from '../../web/components/form.tsx';
import { dateTimeText, numberText } from '../../web/components/moment.tsx';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  type WebhookAttempt,
  type WebhookEndpoint,
} from '../../webhooks/webhookStore.ts';
import { changeEndpoint, redeliver, rotateSecret } from '../../webhooks/webhooks.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { chosenOverlapSeconds, OverlapSelect } from '../developers/overlap.tsx';
import { formOf } from '../formGate.ts';
import { type OwnersPage, ownersPageFor } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { type PageNotice, redirectWithNotice, visitOf } from '../visit.ts';
import { webhooksWords } from '../words/webhooks.ts';
import { attemptResult } from './deliveries.tsx';
import { type EndpointRequest, endpointOf, endpointPath, known, WEBHOOKS_PATH } from './endpoint.tsx';
import { SecretPage } from './secretPage.tsx';

const PATH = '/developers/webhooks/:id';

export function changeEndpointRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const { database, clock, testEndpoint } = dependencies;
  const wordsFor = (request: EndpointRequest) => webhooksWords[visitOf(request).language];
  const change = (request: EndpointRequest, action: Action, make: Parameters<typeof changeEndpoint>[3]) =>
    changeEndpoint(database, noteOf(request), action, make);
  const backTo = (request: EndpointRequest, reply: FastifyReply, notice: string | PageNotice) =>
    redirectWithNotice(request, reply, endpointPath(endpointOf(request)), notice);

  app.post(`${PATH}/test`, allow('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    const attempt = known(await testEndpoint({ ...endpointOf(request), changedBy: 'DASHBOARD' }));
    return backTo(request, reply, testNotice(attempt, visitOf(request).language));
  });
  app.post(`${PATH}/enable`, allow('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    const { status } = known(await findEndpoint(database, endpointOf(request)));
    known(await change(request, 'WEBHOOK_ENABLED', (client) => enableEndpoint(client, endpointOf(request), clock())));
    const { enabledNow, sendingNow } = wordsFor(request);
    return backTo(request, reply, status === 'ENABLED' ? sendingNow : enabledNow);
  });
  app.post(`${PATH}/disable`, allow('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    const disable = (client: Queryable) => disableEndpoint(client, endpointOf(request), 'REQUESTED');
    known(await change(request, 'WEBHOOK_DISABLED', disable));
    return backTo(request, reply, wordsFor(request).disabledNow);
  });
  app.post(`${PATH}/redeliver`, allow('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    const { status } = known(await findEndpoint(database, endpointOf(request)));
    await redeliver(database, clock, endpointOf(request), fieldOf(formOf(request), 'event'));
    const { queued, queuedUntilEnabled } = wordsFor(request);
    return backTo(request, reply, status === 'ENABLED' ? queued : queuedUntilEnabled);
  });

  app.get(`${PATH}/rotate`, allow('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    const endpoint = known(await findEndpoint(database, endpointOf(request)));
    return sendPage(reply, <RotatePage page={ownersPageFor(request, reply)} of={endpoint} />);
  });
  app.post(`${PATH}/rotate`, allowSensitive('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    const seconds = chosenOverlapSeconds(formOf(request));
    const endpoint = known(await rotateSecret(database, clock, endpointOf(request), noteOf(request), seconds));
    const page = ownersPageFor(request, reply);
    const note = whenOldEnds(clock(), seconds, page.language);
    return sendPage(reply.code(201), <SecretPage page={page} endpoint={endpoint} note={note} />);
  });

  app.get(`${PATH}/delete`, allow('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    const endpoint = known(await findEndpoint(database, endpointOf(request)));
    return sendPage(reply, <DeletePage page={ownersPageFor(request, reply)} of={endpoint} />);
  });
  app.post(`${PATH}/delete`, allow('WEBHOOKS'), async (request: EndpointRequest, reply) => {
    known(await change(request, 'WEBHOOK_DELETED', (client) => deleteEndpoint(client, endpointOf(request))));
    return redirectWithNotice(request, reply, WEBHOOKS_PATH, wordsFor(request).deletedNow);
  });
}

function testNotice(attempt: WebhookAttempt, language: Language): PageNotice {
  const words = webhooksWords[language];
  const { responseStatus, error } = attempt;
  const ms = numberText(attempt.ms, language);
  if (error === null) return { kind: 'good', text: words.testAccepted(attemptResult(attempt, language), ms) };
  const reason = responseStatus === null ? attemptResult(attempt, language) : words.statusOf(responseStatus);
  return { kind: 'bad', text: words.testFailed(reason, ms) };
}

function whenOldEnds(now: Date, seconds: number, language: Language): string {
  const words = webhooksWords[language];
  if (seconds === 0) return words.oldSecretEnded;
  return words.oldSecretSigns(dateTimeText(new Date(now.getTime() + seconds * 1000), language));
}

interface DialogProperties {
  page: OwnersPage;
  of: WebhookEndpoint;
}

function RotatePage({ page, of: endpoint }: DialogProperties) {
  const words = webhooksWords[page.language];
  return (
    <DialogPage page={page} section="developers" title={words.rotateTitle}>
      <p>{words.rotateText}</p>
      <OwnersForm page={page} action={`${endpointPath(endpoint)}/rotate`}>
        <OverlapSelect label={words.overlap} language={page.language} />
        <div class="buttons">
          <Button>{words.rotate}</Button>
          <DialogCancel page={page} href={endpointPath(endpoint)} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}

function DeletePage({ page, of: endpoint }: DialogProperties) {
  const words = webhooksWords[page.language];
  return (
    <DialogPage page={page} section="developers" title={words.deleteTitle}>
      <p class="breakable">
        <code>{endpoint.url}</code>
      </p>
      <p>{words.deleteText}</p>
      <OwnersForm page={page} action={`${endpointPath(endpoint)}/delete`}>
        <div class="buttons">
          <Button kind="danger">{words.delete}</Button>
          <DialogCancel page={page} href={endpointPath(endpoint)} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
