import { itemsOf, LARGEST_PAGE } from './pages.ts';
import { type CallOptions, type Send, segment } from './transport.ts';
import type {
  CreateWebhookEndpointRequest,
  Page,
  PageQuery,
  RotateSecretRequest,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './types.ts';

/** These operations take no idempotency key: those that would act twice are not retried. */
export class WebhookEndpoints {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Keep the `secret` of the answer: it is shown once. */
  create(request: CreateWebhookEndpointRequest, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.#data({ method: 'POST', path: PATH, body: request, isRepeatable: false }, options);
  }

  async get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#data({ method: 'GET', path: pathOf(id), isRepeatable: true }, options);
  }

  page(query: PageQuery = {}, options?: CallOptions): Promise<Page<WebhookEndpoint>> {
    return this.#send({ method: 'GET', path: PATH, query, isRepeatable: true }, options);
  }

  list(
    { page = 1, limit = LARGEST_PAGE }: PageQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookEndpoint, void, undefined> {
    return itemsOf((page) => this.page({ page, limit }, options), page);
  }

  /** After a lost answer, a retry can find it gone: WEBHOOK_ENDPOINT_NOT_FOUND then means deleted. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#send({ method: 'DELETE', path: pathOf(id), isRepeatable: true, hasNoAnswer: true }, options);
  }

  async enable(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#data({ method: 'POST', path: pathOf(id, 'enable'), isRepeatable: true }, options);
  }

  async disable(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.#data({ method: 'POST', path: pathOf(id, 'disable'), isRepeatable: true }, options);
  }

  /** A new secret, shown once. During the overlap, deliveries carry the signatures of both. */
  async rotateSecret(
    id: string,
    request: RotateSecretRequest = {},
    options?: CallOptions,
  ): Promise<WebhookEndpointWithSecret> {
    return this.#data(
      { method: 'POST', path: pathOf(id, 'rotate-secret'), body: request, isRepeatable: false },
      options,
    );
  }

  /** Sends a `webhook.test` event now; answers with the outcome of the attempt. */
  async test(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#data({ method: 'POST', path: pathOf(id, 'test'), isRepeatable: false }, options);
  }

  /** Attempts of the last 30 days, newest first. */
  deliveries(
    id: string,
    { page = 1, limit = LARGEST_PAGE }: PageQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return itemsOf((page) => this.deliveriesPage(id, { page, limit }, options), page);
  }

  async deliveriesPage(id: string, query: PageQuery = {}, options?: CallOptions): Promise<Page<WebhookDelivery>> {
    return this.#send({ method: 'GET', path: pathOf(id, 'deliveries'), query, isRepeatable: true }, options);
  }

  async #data<Data>(operation: Parameters<Send>[0], options?: CallOptions): Promise<Data> {
    return (await this.#send<{ data: Data }>(operation, options)).data;
  }
}

const PATH = '/v1/webhook-endpoints';
const pathOf = (id: string, action?: string) =>
  [PATH, segment(id), ...(action === undefined ? [] : [action])].join('/');
