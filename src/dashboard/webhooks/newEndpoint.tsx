import type { FastifyInstance } from 'fastify';
import type { Note } from '../../audit/audit.ts';
import type { EventType } from '../../contract/event.ts';
import { EVENT_TYPES, WEBHOOK_BOUNDS } from '../../contract/values.ts';
import { ApiError } from '../../errors.ts';
import { Checkboxes } from '../../web/components/choices.tsx';
import { Button, Field } from '../../web/components/form.tsx';
import { Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { urlFault, type WebhookTargets } from '../../webhooks/targets.ts';
import { addEndpoint, type EndpointWithSecret, type NewEndpoint } from '../../webhooks/webhooks.ts';
import { noteOf } from '../actions.ts';
import { DialogCancel, DialogPage } from '../components/dialog.tsx';
import { OwnersForm } from '../components/form.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow, allowSensitive } from '../permissionGate.tsx';
import { type Faults, lengthFault } from '../textBounds.ts';
import { formWords } from '../words/form.ts';
import { urlFaultWords, webhooksWords } from '../words/webhooks.ts';
import { WEBHOOKS_PATH } from './endpoint.tsx';
import { SecretPage } from './secretPage.tsx';

export function newEndpointRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/developers/webhooks/new', allow('WEBHOOKS'), async (request, reply) =>
    sendPage(reply, <NewEndpointPage page={ownersPageFor(request, reply)} draft={EMPTY} />),
  );
  app.post('/developers/webhooks/new', allowSensitive('WEBHOOKS'), async (request, reply) => {
    const draft = readDraft(formOf(request));
    const page = ownersPageFor(request, reply);
    const again = (faults: Faults) =>
      sendPage(reply.code(422), <NewEndpointPage page={page} draft={draft} faults={faults} />);
    const faults = faultsOf(draft, dependencies.webhookTargets, page.language);
    if (faults.size > 0) return again(faults);
    const endpoint = {
      accountId: accountIdOf(request),
      url: draft.url,
      eventTypes: EVENT_TYPES.filter((type) => draft.eventTypes.includes(type)),
      description: draft.description || null,
    };
    const added = await addIfRoom(dependencies, endpoint, noteOf(request));
    if (!added) return again(new Map([['url', webhooksWords[page.language].full]]));
    return sendPage(reply.code(201), <SecretPage page={page} endpoint={added} />);
  });
}

/** Undefined if the account has as many endpoints as it can. */
async function addIfRoom(
  { database, clock, webhookTargets }: DashboardDependencies,
  endpoint: NewEndpoint,
  note: Note,
): Promise<EndpointWithSecret | undefined> {
  try {
    return await addEndpoint(database, clock, webhookTargets, endpoint, note);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'WEBHOOK_ENDPOINT_LIMIT_REACHED') return undefined;
    throw error;
  }
}

interface EndpointDraft {
  url: string;
  description: string;
  /** As sent; not necessarily known types. */
  eventTypes: readonly string[];
}

const EMPTY: EndpointDraft = { url: '', description: '', eventTypes: [] };

const readDraft = (form: Form): EndpointDraft => ({
  url: fieldOf(form, 'url').trim(),
  description: fieldOf(form, 'description').trim(),
  eventTypes: form.get('eventTypes') ?? [],
});

const isEventType = (text: string): text is EventType => EVENT_TYPES.some((type) => type === text);

function faultsOf(
  { url, description, eventTypes }: EndpointDraft,
  targets: WebhookTargets,
  language: Language,
): Faults {
  const refused = urlFault(url, targets);
  const faults: [string, string | undefined][] = [
    ['url', lengthFault(url, WEBHOOK_BOUNDS.url, language) ?? (refused && urlFaultWords[language][refused])],
    ['description', lengthFault(description, WEBHOOK_BOUNDS.description, language)],
    ['eventTypes', eventTypes.every(isEventType) ? undefined : webhooksWords[language].unknownType],
  ];
  return new Map(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]])));
}

interface NewEndpointPageProperties {
  page: OwnersPage;
  draft: EndpointDraft;
  faults?: Faults;
}

function NewEndpointPage({ page, draft, faults = new Map() }: NewEndpointPageProperties) {
  const words = webhooksWords[page.language];
  return (
    <DialogPage page={page} section="developers" title={words.add}>
      {faults.size > 0 && <Notice kind="bad">{formWords[page.language].faulty}</Notice>}
      <OwnersForm page={page} action={`${WEBHOOKS_PATH}/new`}>
        <Field
          name="url"
          label={words.url}
          type="url"
          value={draft.url}
          hint={words.urlHint}
          error={faults.get('url')}
          maxLength={WEBHOOK_BOUNDS.url.max}
          placeholder="https://"
          autocomplete="off"
          isRequired
        />
        <Checkboxes
          name="eventTypes"
          label={words.eventTypes}
          choices={EVENT_TYPES.map((type) => ({ value: type, label: type }))}
          values={draft.eventTypes}
          hint={words.eventTypesHint}
          error={faults.get('eventTypes')}
        />
        <Field
          name="description"
          label={words.description}
          value={draft.description}
          hint={words.descriptionHint}
          error={faults.get('description')}
          maxLength={WEBHOOK_BOUNDS.description.max}
          autocomplete="off"
        />
        <div class="buttons">
          <Button>{words.submit}</Button>
          <DialogCancel page={page} href={WEBHOOKS_PATH} />
        </div>
      </OwnersForm>
    </DialogPage>
  );
}
