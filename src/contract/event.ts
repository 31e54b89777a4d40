import { type Static, Type } from 'typebox';
import { closed, DateTime, Nullable, ObjectIdString, OneOf } from './common.ts';
import { ChangeAuthor, Trip, type TripStatus } from './trip.ts';
import { EVENT_TYPES, PAGE_SIZE, TRIP_STATUSES } from './values.ts';

const EventId = (description: string) => Type.String({ description, example: '665f1f77bcf86cd799439011-2' });

const EVENT_TYPE_DESCRIPTION =
  'trip.created: a trip was booked. trip.assigned: its driver was set, changed or removed. trip.status_changed: its status advanced, or went back one step because somebody undid the last one in the dashboard. trip.cancelled: it was cancelled. trip.updated: anything else about it changed. More types may be added later: ignore those you do not know.';

/** In requests. */
export const EventType = OneOf([...EVENT_TYPES], { title: 'EventType', description: EVENT_TYPE_DESCRIPTION });
export type EventType = Static<typeof EventType>;

/** In responses, not an enumeration: a validator made from the description must accept the types that are added later. */
export const ReturnedEventType = Type.Unsafe<EventType>({
  type: 'string',
  description: EVENT_TYPE_DESCRIPTION,
  example: 'trip.status_changed',
});

export const Event = Type.Object(
  {
    _id: EventId(
      'The event identifier: that of the trip, a hyphen, and the number of the change. The number grows with every change of the trip, normally by one; 1 is its booking. A webhook may deliver an event more than once, or after newer ones: ignore an event whose number is not higher than that of the last one you applied to its trip.',
    ),
    type: ReturnedEventType,
    createdAt: DateTime('When the trip was changed; UTC, with milliseconds.'),
    tripId: ObjectIdString('The trip.'),
    changedBy: ChangeAuthor,
    data: Type.Object({
      trip: Trip,
      previousStatus: Type.Unsafe<TripStatus | null>({
        type: 'string',
        nullable: true,
        enum: [...TRIP_STATUSES, null],
        description: 'The status before this change; null for a new trip.',
      }),
    }),
  },
  { title: 'Event' },
);
export type Event = Static<typeof Event>;

export const ListEventsQuery = Type.Object(
  {
    after: Type.Optional(EventId('Only events after this one. Without it, the feed begins with the oldest.')),
    type: Type.Optional({
      ...EventType,
      description: 'Only events of this type.',
      example: 'trip.status_changed',
    } as typeof EventType),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_SIZE.max,
        description: `Events per page; ${PAGE_SIZE.default} if absent.`,
      }),
    ),
  },
  closed,
);
export type ListEventsQuery = Static<typeof ListEventsQuery>;

export const EventPagination = Type.Object(
  {
    next: Nullable(
      EventId(
        'What to send as after to continue: the last event of this page. If the page is empty, the after that you sent; if you sent none, the latest event of any type, up to which none has the type that you asked for. Null only while the account has no event. A cursor stays valid as long as its event is kept, at least 30 days; later it can be 404 EVENT_NOT_FOUND, also for a reader of one type whose pages have all been empty. Then start again without after.',
      ),
    ),
    hasNext: Type.Boolean({ description: 'Whether more events are available now.' }),
  },
  { title: 'EventPagination' },
);
export type EventPagination = Static<typeof EventPagination>;
