import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Note, noteFor } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import { NoQuery, requestedPage } from '../contract/pagination.ts';
import {
  CreateWebhookEndpointRequest,
  EmptyRequest,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  RedeliverEventRequest,
  RotateWebhookSecretRequest,
} from '../contract/webhook.ts';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { eventId } from '../events/eventView.ts';
import { callerOf } from '../gates/authentication.ts';
import { inOrder } from '../gates/gate.ts';
import { allowNoBody } from '../gates/jsonBody.ts';
import { needs } from '../gates/keyRules.ts';
import { listQuery, listView } from '../gates/listQuery.ts';
import { parseId } from '../identifiers.ts';
import type { WebhookTargets } from './targets.ts';
import { attemptView, endpointView, withSecretView } from './views.ts';
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  type OwnEndpoint,
  pageOfAttempts,
} from './webhookStore.ts';
import { addEndpoint, changeEndpoint, type EndpointTester, redeliver, rotateSecret } from './webhooks.ts';

interface WebhookRoutesDependencies {
  database: Database;
  clock: Clock;
  testEndpoint: EndpointTester;
  webhookTargets: WebhookTargets;
}

type ById = { Params: { id: string } };

export const webhookRoutes: FastifyPluginAsyncTypebox<WebhookRoutesDependencies> = async (
  app,
  { database, clock, testEndpoint, webhookTargets },
) => {
  const noQuery = { querystring: NoQuery };
  const webhooks = needs('webhooks');
  const withoutBody = { ...webhooks, preValidation: inOrder(allowNoBody), schema: { ...noQuery, body: EmptyRequest } };

  app.post(
    '/webhook-endpoints',
    { ...webhooks, schema: { ...noQuery, body: CreateWebhookEndpointRequest } },
    async (request, reply) => {
      const { url, eventTypes = [], description = null } = request.body;
      const { accountId } = callerOf(request);
      const wanted = { accountId, url, eventTypes, description };
      const endpoint = await addEndpoint(database, clock, webhookTargets, wanted, noteByKey(request));
      reply.code(201).header('location', `/v1/webhook-endpoints/${endpoint.endpointId}`);
      return { success: true, data: withSecretView(endpoint) };
    },
  );

  app.get('/webhook-endpoints', { ...listQuery(ListWebhookEndpointsQuery), ...webhooks }, async (request) => {
    const page = requestedPage(request.query);
    const endpoints = await listEndpoints(database, callerOf(request).accountId); // ten at most
    const rows = endpoints.slice((page.page - 1) * page.limit, page.page * page.limit);
    return listView(page, { total: endpoints.length, rows }, endpointView);
  });

  app.get<ById>('/webhook-endpoints/:id', { ...webhooks, schema: noQuery }, async (request) => ({
    success: true,
    data: endpointView(known(await findEndpoint(database, endpointOf(request)))),
  }));

  app.delete<ById>('/webhook-endpoints/:id', withoutBody, async (request) => {
    const deleted = await changeEndpoint(database, noteByKey(request), 'WEBHOOK_DELETED', (client) =>
      deleteEndpoint(client, endpointOf(request)),
    );
    return { success: true, data: endpointView(known(deleted)) };
  });

  app.post<ById & { Body: RotateWebhookSecretRequest }>(
    '/webhook-endpoints/:id/rotate-secret',
    { ...webhooks, preValidation: inOrder(allowNoBody), schema: { ...noQuery, body: RotateWebhookSecretRequest } },
    async (request) => {
      const { overlapSeconds } = request.body;
      const rotated = await rotateSecret(database, clock, endpointOf(request), noteByKey(request), overlapSeconds);
      return { success: true, data: withSecretView(known(rotated)) };
    },
  );

  app.post<ById>('/webhook-endpoints/:id/enable', withoutBody, async (request) => {
    const enabled = await changeEndpoint(database, noteByKey(request), 'WEBHOOK_ENABLED', (client) =>
      enableEndpoint(client, endpointOf(request), clock()),
    );
    return { success: true, data: endpointView(known(enabled)) };
  });

  app.post<ById>('/webhook-endpoints/:id/disable', withoutBody, async (request) => {
    const disabled = await changeEndpoint(database, noteByKey(request), 'WEBHOOK_DISABLED', (client) =>
      disableEndpoint(client, endpointOf(request), 'REQUESTED'),
    );
    return { success: true, data: endpointView(known(disabled)) };
  });

  app.post<ById>('/webhook-endpoints/:id/test', withoutBody, async (request) => ({
    success: true,
    data: attemptView(known(await testEndpoint({ ...endpointOf(request), changedBy: 'API' }))),
  }));

  app.get<ById & { Querystring: { page?: number; limit?: number } }>(
    '/webhook-endpoints/:id/deliveries',
    { ...listQuery(ListWebhookDeliveriesQuery), ...webhooks },
    async (request) => {
      const { accountId, endpointId } = known(await findEndpoint(database, endpointOf(request)));
      const page = requestedPage(request.query);
      return listView(page, await pageOfAttempts(database, { accountId, endpointId }, page), attemptView);
    },
  );

  app.post<ById & { Body: RedeliverEventRequest }>(
    '/events/:id/redeliver',
    { ...webhooks, schema: { ...noQuery, body: RedeliverEventRequest } },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const endpointId = request.body.endpointId.toLowerCase();
      const event = await redeliver(database, clock, { accountId, endpointId }, request.params.id);
      reply.code(202);
      return { success: true, data: { eventId: eventId(event), endpointId } };
    },
  );
};

function noteByKey(request: FastifyRequest): Note {
  const { accountId, keyId } = callerOf(request);
  return noteFor(accountId, { kind: 'KEY', id: keyId, address: request.ip });
}

/** A malformed identifier gets the same response as an unknown endpoint. */
function endpointOf(request: FastifyRequest<ById>): OwnEndpoint {
  return { accountId: callerOf(request).accountId, endpointId: known(parseId(request.params.id)) };
}

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ApiError('WEBHOOK_ENDPOINT_NOT_FOUND');
  return found;
}
