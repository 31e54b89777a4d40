import { itemsOf, LARGEST_PAGE } from './pages.ts';
import { type CallOptions, type Send, segment } from './transport.ts';
import type { Client, ListClientsQuery, Page, PageQuery, Quote, QuoteRequest } from './types.ts';

export class Quotes {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** What a ride costs. Book with `vat.totalTTC`, the price including VAT. A quote stores nothing, so it is retried without a key. */
  async create(request: QuoteRequest, options?: CallOptions): Promise<Quote> {
    const { data } = await this.#send<{ data: Quote }>(
      { method: 'POST', path: '/v1/quotes', body: request, isRepeatable: true },
      options,
    );
    return data;
  }
}

/** A read-only list of the account or the platform: vehicle categories, pricing schemes, vehicles. */
export class Catalogue<Item, Query extends PageQuery = PageQuery> {
  readonly #send: Send;
  readonly #path: string;

  constructor(send: Send, path: string) {
    this.#send = send;
    this.#path = path;
  }

  page(query?: Query, options?: CallOptions): Promise<Page<Item>> {
    return this.#send({ method: 'GET', path: this.#path, query: query ?? {}, isRepeatable: true }, options);
  }

  list(query?: Query, options?: CallOptions): AsyncGenerator<Item, void, undefined> {
    const { page = 1, limit = LARGEST_PAGE, ...filters } = query ?? ({} as Query);
    return itemsOf((page) => this.page({ ...filters, page, limit } as Query, options), page);
  }
}

/** Riders. */
export class Clients extends Catalogue<Client, ListClientsQuery> {
  readonly #send: Send;

  constructor(send: Send) {
    super(send, '/v1/clients');
    this.#send = send;
  }

  async get(id: string, options?: CallOptions): Promise<Client> {
    const path = `/v1/clients/${segment(id)}`;
    const { data } = await this.#send<{ data: Client }>({ method: 'GET', path, isRepeatable: true }, options);
    return data;
  }
}
