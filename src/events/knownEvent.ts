import type { Queryable } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { type EventRow, findEvent } from './eventStore.ts';
import { parseEventId } from './eventView.ts';

/** The account's event with this identifier. A malformed one gets the same response as an unknown one. */
export async function knownEvent(database: Queryable, accountId: string, id: string): Promise<EventRow> {
  const reference = parseEventId(id);
  const event = reference && (await findEvent(database, { accountId, ...reference }));
  if (!event) throw new ApiError('EVENT_NOT_FOUND');
  return event;
}
