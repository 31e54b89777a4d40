import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import { parseId } from '../../identifiers.ts';
import { dateTimeText } from '../../web/components/moment.tsx';
import { Badge } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import type { OwnEndpoint, WebhookEndpoint } from '../../webhooks/webhookStore.ts';
import { accountIdOf } from '../page.ts';
import { disabledReasonWords, webhooksWords } from '../words/webhooks.ts';

export const WEBHOOKS_PATH = '/app/developers/webhooks';

export const endpointPath = ({ endpointId }: Pick<OwnEndpoint, 'endpointId'>) => `${WEBHOOKS_PATH}/${endpointId}`;

export type EndpointRequest = FastifyRequest<{ Params: { id: string } }>;

/** A malformed identifier gets the same response as an unknown endpoint. */
export const endpointOf = (request: EndpointRequest): OwnEndpoint => ({
  accountId: accountIdOf(request),
  endpointId: known(parseId(request.params.id)),
});

export function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND');
  return found;
}

/** Its description, or its host. */
export const endpointName = ({ description, url }: WebhookEndpoint): string => description ?? new URL(url).host;

export const isFailing = ({ status, failingSince }: WebhookEndpoint): boolean =>
  status === 'ENABLED' && failingSince !== null;

/** The status, with the reason if it is disabled and the time if it is failing. */
export function EndpointStatus({ of: endpoint, language }: { of: WebhookEndpoint; language: Language }) {
  const words = webhooksWords[language];
  const { disabledReason, failingSince } = endpoint;
  if (disabledReason !== null)
    return (
      <span class="status-with-reason">
        <Badge kind={disabledReason === 'REQUESTED' ? 'plain' : 'bad'}>{words.disabled}</Badge>
        <span class="hint">{disabledReasonWords[language][disabledReason]}</span>
      </span>
    );
  if (failingSince !== null)
    return (
      <span class="status-with-reason">
        <Badge kind="warn">{words.failing}</Badge>
        <span class="hint">{words.since(dateTimeText(failingSince, language))}</span>
      </span>
    );
  return <Badge kind="good">{words.enabled}</Badge>;
}

export function EventTypes({ of: { eventTypes }, language }: { of: WebhookEndpoint; language: Language }) {
  if (eventTypes.length === 0) return <>{webhooksWords[language].allEvents}</>;
  return (
    <span class="event-types">
      {eventTypes.map((type) => (
        <code key={type}>{type}</code>
      ))}
    </span>
  );
}
