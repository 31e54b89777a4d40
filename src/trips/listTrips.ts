import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { parseRangeEnd } from '../contract/dateTime.ts';
import { ListTripsQuery, paginate, requestedPage } from '../contract/pagination.ts';
import { coalesceConcurrent } from '../database/coalesceConcurrent.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { needs } from '../gates/keyRules.ts';
import { listQuery } from '../gates/listQuery.ts';
import { parseReference } from '../identifiers.ts';
import { listBody, sendJson } from './responses.ts';
import type { TripListing } from './store/listTrips.ts';
import type { TripLister } from './tripLister.ts';
import { renderTrip } from './tripView.ts';

interface ListTripsDependencies {
  listTrips: TripLister;
}

export const listTripsRoute: FastifyPluginAsyncTypebox<ListTripsDependencies> = async (app, { listTrips }) => {
  // The bytes to send; identical concurrent lists share them.
  const respond = coalesceConcurrent(JSON.stringify, async (listing: TripListing) => {
    const { total, trips } = await listTrips(listing);
    return Buffer.from(listBody(trips.map(renderTrip), paginate(listing, total)));
  });
  app.get('/trips', { ...listQuery(ListTripsQuery), ...needs('trips:read') }, async (request, reply) => {
    const { query } = request;
    const { accountId } = callerOf(request);
    const reference = query.reference === undefined ? undefined : parseReference(query.reference);
    const filters = { ...query, ...readRange(query), reference };
    return sendJson(reply, 200, await respond({ accountId, ...filters, ...requestedPage(query) }));
  });
};

function readRange(query: ListTripsQuery): { from: Date | undefined; to: Date | undefined } {
  const from = query.from === undefined ? undefined : parseRangeEnd(query.from, 'from');
  const to = query.to === undefined ? undefined : parseRangeEnd(query.to, 'to');
  if (from && to && from > to) throw validationFailed(['from must not be after to']);
  return { from, to };
}
