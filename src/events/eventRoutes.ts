import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type EventPagination, ListEventsQuery } from '../contract/event.ts';
import { NoQuery } from '../contract/pagination.ts';
import { PAGE_SIZE } from '../contract/values.ts';
import type { Queryable } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { listQuery } from '../gates/listQuery.ts';
import { sendJson } from '../trips/responses.ts';
import { type EventRow, findEvent, findLatestEvent, readEvents } from './eventStore.ts';
import { eventId, parseEventId, renderEvent } from './eventView.ts';

export interface EventRoutesDependencies {
  database: Queryable;
}

export const eventRoutes: FastifyPluginAsyncTypebox<EventRoutesDependencies> = async (app, { database }) => {
  async function knownEvent(accountId: string, id: string): Promise<EventRow> {
    const reference = parseEventId(id);
    const event = reference && (await findEvent(database, { accountId, ...reference }));
    if (!event) throw new ApiError('EVENT_NOT_FOUND');
    return event;
  }

  app.get('/events', { ...listQuery, schema: { querystring: ListEventsQuery } }, async (request, reply) => {
    const { after, type, limit = PAGE_SIZE.default } = request.query;
    const { accountId } = callerOf(request);
    // Read before the page, so that everything up to it is known not to be on an empty page.
    const start = after === undefined ? await findLatestEvent(database, accountId) : await knownEvent(accountId, after);
    const number = after === undefined ? 0 : (start?.number ?? 0);
    // One more than asked for tells whether there are more.
    const events = await readEvents(database, { accountId, after: number, type, limit: limit + 1 });
    const page = events.slice(0, limit);
    const last = page.at(-1) ?? start;
    const pagination: EventPagination = { next: last ? eventId(last) : null, hasNext: events.length > limit };
    const data = page.map(renderEvent).join(',');
    return sendJson(reply, 200, `{"success":true,"data":[${data}],"pagination":${JSON.stringify(pagination)}}`);
  });

  app.get<{ Params: { id: string } }>('/events/:id', { schema: { querystring: NoQuery } }, async (request, reply) => {
    const event = await knownEvent(callerOf(request).accountId, request.params.id);
    return sendJson(reply, 200, `{"success":true,"data":${renderEvent(event)}}`);
  });
};
