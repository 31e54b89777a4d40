import { TripBookingConnectionError, TripBookingError } from './errors.ts';
import { LARGEST_PAGE } from './pages.ts';
import { isTemporary } from './retry.ts';
import { type CallOptions, pause, type Send, segment } from './transport.ts';
import type { EventPage, ListEventsQuery, Optional, RedeliverEventRequest, TripEvent } from './types.ts';

export type FollowOptions = ListEventsQuery &
  CallOptions &
  Optional<{
    /** How long to wait when there is nothing new; 5 seconds unless set. */
    pollSeconds: number;
  }>;

/** For an error with which the same call may succeed later. Any other is thrown. */
function undefinedIfItPasses(error: unknown): undefined {
  const passes =
    error instanceof TripBookingConnectionError ||
    (error instanceof TripBookingError && isTemporary(error.status, error.code));
  if (!passes) throw error;
}

export class Events {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async get(id: string, options?: CallOptions): Promise<TripEvent> {
    const path = `/v1/events/${segment(id)}`;
    const { data } = await this.#send<{ data: TripEvent }>({ method: 'GET', path, isRepeatable: true }, options);
    return data;
  }

  /** One page, oldest first; continue with `after: pagination.next`. */
  page(query: ListEventsQuery = {}, options?: CallOptions): Promise<EventPage> {
    const cursor = { after: query.after ?? undefined };
    return this.#send(
      { method: 'GET', path: '/v1/events', query: { ...query, ...cursor }, isRepeatable: true },
      options,
    );
  }

  /** Everything that has happened after an event, or since the oldest one kept; ends with the newest. */
  async *list(
    { after, limit = LARGEST_PAGE, ...filters }: ListEventsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<TripEvent, void, undefined> {
    for (let from = after; ; ) {
      const { data, pagination } = await this.page({ ...filters, after: from, limit }, options);
      yield* data;
      if (!pagination.hasNext) return;
      from = pagination.next ?? from;
    }
  }

  /**
   * Like `list`, and then every new event as it comes, until the signal ends it. While the service cannot answer, it keeps
   * asking, which `onAttempt` shows; it throws only what will not pass, such as a revoked key. Keep the `_id` of the last
   * event that you have handled: `after` that, nothing is missed.
   */
  async *follow({
    after,
    type,
    limit = LARGEST_PAGE,
    pollSeconds = 5,
    ...options
  }: FollowOptions = {}): AsyncGenerator<TripEvent, void, undefined> {
    const { signal } = options;
    try {
      for (let from = after; ; ) {
        const page = await this.page({ type, after: from, limit }, options).catch(undefinedIfItPasses);
        for (const event of page?.data ?? []) {
          if (signal?.aborted) return;
          yield event;
        }
        from = page?.pagination.next ?? from;
        if (!page?.pagination.hasNext) await pause(pollSeconds * 1000, signal);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  /** Queues an event for a webhook endpoint again. It is not retried, because the service would queue it twice. */
  async redeliver(id: string, request: RedeliverEventRequest, options?: CallOptions): Promise<void> {
    const path = `/v1/events/${segment(id)}/redeliver`;
    await this.#send({ method: 'POST', path, body: request, isRepeatable: false, hasNoAnswer: true }, options);
  }
}
