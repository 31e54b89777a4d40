import { EventListResponse, EventResponse } from '../envelopes.ts';
import { ListEventsQuery } from '../event.ts';
import { eventExample } from './examples.ts';
import { eventIdParameter, queryParameters, requestId } from './parameters.ts';
import { failures, LIST_FAULTS, success } from './responses.ts';
import { withScopes } from './scopes.ts';

const listEvents = {
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'Read the events',
  description: withScopes(
    'Every change to every trip of the account, oldest first, no matter who made it. Keep `pagination.next` and send it as `after` to continue: nothing is skipped, not even a change that was committed late.',
    'events',
  ),
  parameters: [...queryParameters(ListEventsQuery), requestId],
  responses: {
    200: success('One page of events.', EventListResponse, {
      success: true,
      data: [eventExample],
      pagination: { next: eventExample._id, hasNext: false },
    }),
    ...failures('/v1/events', ['VALIDATION_FAILED', 'EVENT_NOT_FOUND'], LIST_FAULTS),
  },
};

const readEvent = {
  operationId: 'getEvent',
  tags: ['Events'],
  summary: 'Read an event',
  description: withScopes('One event, with the trip as it was right after that change.', 'events'),
  parameters: [eventIdParameter, requestId],
  responses: {
    200: success('The event.', EventResponse, { success: true, data: eventExample }),
    ...failures(`/v1/events/${eventExample._id}`, ['VALIDATION_FAILED', 'EVENT_NOT_FOUND']),
  },
};

export const eventPaths = {
  '/v1/events': { get: listEvents },
  '/v1/events/{id}': { get: readEvent },
};
