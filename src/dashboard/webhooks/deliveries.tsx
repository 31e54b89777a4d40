import { TEST_EVENT_TYPE } from '../../contract/values.ts';
import type { Queryable } from '../../database/connection.ts';
import { findEventTypes } from '../../events/eventStore.ts';
import { eventId, parseEventId } from '../../events/eventView.ts';
import { Moment, numberText } from '../../web/components/moment.tsx';
import { Badge, Card } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { type OwnEndpoint, pageOfAttempts, type WebhookAttempt } from '../../webhooks/webhookStore.ts';
import { OwnersForm } from '../components/form.tsx';
import { EmptyList, NoSuchPage, Pages } from '../components/list.tsx';
import type { OwnersPage } from '../page.ts';
import { countPages, pageNumber } from '../pageNumber.ts';
import { developersWords } from '../words/developers.ts';
import { deliveryErrorWords, webhooksWords } from '../words/webhooks.ts';
import { endpointPath } from './endpoint.tsx';

const PER_PAGE = 25;

interface ShownAttempt extends WebhookAttempt {
  /** Undefined if it was a test, which cannot be delivered again. */
  tripId: string | undefined;
  type: string | undefined;
}

export interface ShownDeliveries {
  page: number;
  pages: number;
  attempts: readonly ShownAttempt[];
}

export async function readDeliveries(
  database: Queryable,
  endpoint: OwnEndpoint,
  asked: unknown,
): Promise<ShownDeliveries> {
  const page = pageNumber(asked);
  const { total, rows } = await pageOfAttempts(database, endpoint, { page, limit: PER_PAGE });
  const references = rows.flatMap((attempt) => parseEventId(attempt.eventId) ?? []);
  const events = await findEventTypes(database, endpoint.accountId, references);
  const types = new Map(events.map((event) => [eventId(event), event.type]));
  const attempts = rows.map((attempt) => {
    const tripId = parseEventId(attempt.eventId)?.tripId;
    return { ...attempt, tripId, type: tripId === undefined ? TEST_EVENT_TYPE : types.get(attempt.eventId) };
  });
  return { page, pages: countPages(total, PER_PAGE), attempts };
}

interface DeliveriesCardProperties {
  page: OwnersPage;
  endpoint: OwnEndpoint;
  deliveries: ShownDeliveries;
}

export function DeliveriesCard({
  page,
  endpoint,
  deliveries: { page: current, pages, attempts },
}: DeliveriesCardProperties) {
  const { language } = page;
  const words = webhooksWords[language];
  const linkTo = (target: number) => `${endpointPath(endpoint)}?page=${target}#deliveries`;
  return (
    <Card title={words.deliveries} id="deliveries">
      {attempts.length > 0 ? (
        <>
          <p class="hint">
            {words.deliveriesText} {developersWords[language].parisTime}
          </p>
          <Table
            caption={words.deliveries}
            columns={[...columns(language), redeliverColumn(page, endpoint)]}
            rows={attempts}
            keyOf={(attempt) => `${attempt.eventId} ${attempt.attemptedAt.toISOString()}`}
          />
        </>
      ) : current > pages ? (
        <NoSuchPage {...{ language, pages, linkTo }} />
      ) : (
        <EmptyList
          page={page}
          permission="WEBHOOKS"
          icon="webhook"
          title={words.noDeliveries}
          text={words.noDeliveriesText}
          toDo={words.noDeliveriesToDo}
        />
      )}
      {current <= pages && <Pages {...{ language, pages, linkTo }} page={current} />}
    </Card>
  );
}

function columns(language: Language): Column<ShownAttempt>[] {
  const words = webhooksWords[language];
  return [
    {
      title: words.time,
      cell: ({ attemptedAt }) => <Moment at={attemptedAt} language={language} hasSeconds hideZone />,
    },
    { title: words.event, cell: (attempt) => <EventCell of={attempt} /> },
    { title: words.response, cell: (attempt) => <AttemptResult of={attempt} language={language} /> },
    { title: words.attempt, isNumber: true, cell: ({ attempt }) => numberText(attempt, language) },
    {
      title: words.nextAttempt,
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt && <Moment at={nextAttemptAt} language={language} hasSeconds hideZone />,
    },
  ];
}

/** Its type and identifier, with a link to the trip. */
function EventCell({ of: { type, tripId, eventId: id } }: { of: ShownAttempt }) {
  return (
    <span class="delivered-event">
      {type && <strong>{type}</strong>}
      {tripId === undefined ? (
        <code>{id}</code>
      ) : (
        <a href={`/app/trips/${tripId}`}>
          <code>{id}</code>
        </a>
      )}
    </span>
  );
}

function AttemptResult({ of: attempt, language }: { of: WebhookAttempt; language: Language }) {
  return (
    <span class="attempt-result">
      <Badge kind={attempt.error === null ? 'good' : 'bad'}>{attemptResult(attempt, language)}</Badge>
      <span class="hint">{`${numberText(attempt.ms, language)}\u00a0ms`}</span>
    </span>
  );
}

/** The status of the response, or why there was none. */
export const attemptResult = ({ responseStatus, error }: WebhookAttempt, language: Language): string =>
  responseStatus === null && error !== null ? deliveryErrorWords[language][error] : `${responseStatus}`;

function redeliverColumn(page: OwnersPage, endpoint: OwnEndpoint): Column<ShownAttempt> {
  const words = webhooksWords[page.language];
  return {
    title: words.actions,
    class: 'actions',
    cell: ({ tripId, eventId: id }) =>
      tripId === undefined || !page.may('WEBHOOKS') ? null : (
        <OwnersForm page={page} action={`${endpointPath(endpoint)}/redeliver`} class="buttons">
          <input type="hidden" name="event" value={id} />
          <button type="submit" class="button plain small">
            {words.redeliver}
            <span class="unseen"> {id}</span>
          </button>
        </OwnersForm>
      ),
  };
}
