import { renderTrip } from '../trips/tripView.ts';
import type { EventReference, EventRow } from './eventStore.ts';

const EVENT_ID = /^([0-9a-f]{24})-([1-9]\d{0,8})$/;

/** A trip numbers its changes, so the trip and the number of a change identify an event. */
export const eventId = ({ tripId, version }: Pick<EventRow, 'tripId' | 'version'>): string => `${tripId}-${version}`;

export function parseEventId(text: string): Pick<EventReference, 'tripId' | 'version'> | undefined {
  const [, tripId, version] = EVENT_ID.exec(text.toLowerCase()) ?? [];
  return tripId === undefined ? undefined : { tripId, version: Number(version) };
}

/** An event as callers see it, as JSON. */
export function renderEvent(event: EventRow): string {
  const { type, tripId, changedAt, changedBy, previousStatus, trip } = event;
  const createdAt = changedAt.toISOString();
  const head = JSON.stringify({ _id: eventId(event), type, createdAt, tripId, changedBy }).slice(0, -1);
  return `${head},"data":{"trip":${renderTrip(trip)},"previousStatus":${JSON.stringify(previousStatus)}}}`;
}
