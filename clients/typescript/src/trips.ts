import { randomUUID } from 'node:crypto';
import { itemsOf, LARGEST_PAGE } from './pages.ts';
import { type CallOptions, type KeyedCallOptions, type Send, segment } from './transport.ts';
import type { CancelTripRequest, CreateTripRequest, ListTripsQuery, Page, Trip, TripWithHistory } from './types.ts';

export class Trips {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Books a trip. All attempts of one call carry one idempotency key, so it books once or not at all. */
  async create(
    request: CreateTripRequest,
    { idempotencyKey = randomUUID(), ...options }: KeyedCallOptions = {},
  ): Promise<Trip> {
    const { data } = await this.#send<{ data: Trip }>(
      { method: 'POST', path: '/v1/trips', body: request, idempotencyKey, isRepeatable: true },
      options,
    );
    return data;
  }

  /** One trip with its status history. */
  async get(id: string, options?: CallOptions): Promise<TripWithHistory> {
    const { data } = await this.#send<{ data: TripWithHistory }>(
      { method: 'GET', path: `/v1/trips/${segment(id)}`, isRepeatable: true },
      options,
    );
    return data;
  }

  /** Cancels a trip. A retry answers like the first attempt, not with TRIP_ALREADY_CANCELLED. */
  async cancel(
    id: string,
    request: CancelTripRequest = {},
    { idempotencyKey = randomUUID(), ...options }: KeyedCallOptions = {},
  ): Promise<Trip> {
    const path = `/v1/trips/${segment(id)}/cancel`;
    const { data } = await this.#send<{ data: Trip }>(
      { method: 'POST', path, body: request, idempotencyKey, isRepeatable: true },
      options,
    );
    return data;
  }

  /** One page, newest creation first. */
  page(query: ListTripsQuery = {}, options?: CallOptions): Promise<Page<Trip>> {
    return this.#send({ method: 'GET', path: '/v1/trips', query, isRepeatable: true }, options);
  }

  /**
   * All trips that match, newest creation first and each once: trips that are booked meanwhile move the others to later places,
   * so those already seen are skipped. Trips that stop matching move them to earlier ones: to change what you iterate over,
   * collect it first.
   */
  async *list(
    { page = 1, limit = LARGEST_PAGE, ...filters }: ListTripsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Trip, void, undefined> {
    let last: Trip | undefined;
    for await (const trip of itemsOf((page) => this.page({ ...filters, page, limit }, options), page)) {
      if (last !== undefined && !isOlder(trip, last)) continue;
      last = trip;
      yield trip;
    }
  }
}

/** The order of the list: by creation, then by identifier. */
const isOlder = (trip: Trip, other: Trip): boolean =>
  trip.createdAt === other.createdAt ? trip._id < other._id : trip.createdAt < other.createdAt;
