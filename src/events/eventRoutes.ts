import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type EventPagination, ListEventsQuery } from '../contract/event.ts';
import { NoQuery } from '../contract/pagination.ts';
import { PAGE_SIZE } from '../contract/values.ts';
import type { Queryable } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { needs } from '../gates/keyRules.ts';
import { listQuery } from '../gates/listQuery.ts';
import { sendJson } from '../trips/responses.ts';
import { findLatestEvent, readEvents } from './eventStore.ts';
import { eventId, renderEvent } from './eventView.ts';
import { knownEvent } from './knownEvent.ts';

interface EventRoutesDependencies {
  database: Queryable;
}

/** Such as that of a shell variable that is not set. */
const EMPTY_CURSOR = 'after is empty. Leave it out to begin with the oldest event.';

export const eventRoutes: FastifyPluginAsyncTypebox<EventRoutesDependencies> = async (app, { database }) => {
  app.get('/events', { ...listQuery(ListEventsQuery), ...needs('events') }, async (request, reply) => {
    const { after, type, limit = PAGE_SIZE.default } = request.query;
    const { accountId } = callerOf(request);
    if (after?.trim() === '') throw new ApiError('EVENT_NOT_FOUND', { message: EMPTY_CURSOR });
    const start = after === undefined ? undefined : await knownEvent(database, accountId, after);
    // Read before the page, so that everything up to it is known not to be on an empty page of one type.
    const latest = start ?? (type && (await findLatestEvent(database, accountId)));
    // One more than asked for tells whether there are more.
    const events = await readEvents(database, { accountId, after: start?.number ?? 0, type, limit: limit + 1 });
    const page = events.slice(0, limit);
    const last = page.at(-1) ?? latest;
    const pagination: EventPagination = { next: last ? eventId(last) : null, hasNext: events.length > limit };
    const data = page.map(renderEvent).join(',');
    return sendJson(reply, 200, `{"success":true,"data":[${data}],"pagination":${JSON.stringify(pagination)}}`);
  });

  app.get<{ Params: { id: string } }>(
    '/events/:id',
    { ...needs('events'), schema: { querystring: NoQuery } },
    async (request, reply) => {
      const event = await knownEvent(database, callerOf(request).accountId, request.params.id);
      return sendJson(reply, 200, `{"success":true,"data":${renderEvent(event)}}`);
    },
  );
};
