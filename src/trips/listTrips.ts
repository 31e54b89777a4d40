import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { parseRangeEnd } from '../contract/dateTime.ts';
import { ListTripsQuery, type Pagination } from '../contract/pagination.ts';
import { TRIPS_PER_PAGE } from '../contract/values.ts';
import { coalesceConcurrent } from '../database/coalesceConcurrent.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { parseReference } from '../identifiers.ts';
import { listBody, sendJson } from './responses.ts';
import type { TripListing } from './store/listTrips.ts';
import type { TripLister } from './tripLister.ts';
import { renderTrip } from './tripView.ts';

export interface ListTripsDependencies {
  listTrips: TripLister;
}

export const listTripsRoute: FastifyPluginAsyncTypebox<ListTripsDependencies> = async (app, { listTrips }) => {
  // The bytes to send; identical concurrent lists share them.
  const respond = coalesceConcurrent(JSON.stringify, async (listing: TripListing) => {
    const { total, trips } = await listTrips(listing);
    return Buffer.from(listBody(trips.map(renderTrip), paginate(listing, total)));
  });
  app.get('/trips', { preValidation: readQuery, schema: { querystring: ListTripsQuery } }, async (request, reply) => {
    const { page = 1, limit = TRIPS_PER_PAGE.default, status, externalReference, reference } = request.query;
    const { accountId } = callerOf(request);
    const listing = { accountId, status, ...readRange(request.query), externalReference, page, limit };
    const ids = reference === undefined ? undefined : parseReference(reference);
    return sendJson(reply, 200, await respond({ ...listing, reference: ids }));
  });
};

/** A query string holds only text: digits become the numbers they stand for, and a parameter given twice is refused. */
async function readQuery(request: FastifyRequest): Promise<void> {
  const query = request.query as Record<string, unknown>;
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) throw validationFailed(repeated.map((name) => `${name} must be given once`));
  for (const name of ['page', 'limit']) {
    const text = query[name];
    if (typeof text === 'string' && /^-?\d+$/.test(text)) query[name] = Number(text);
  }
}

function readRange(query: ListTripsQuery): { from: Date | undefined; to: Date | undefined } {
  const from = query.from === undefined ? undefined : parseRangeEnd(query.from, 'from');
  const to = query.to === undefined ? undefined : parseRangeEnd(query.to, 'to');
  if (from && to && from > to) throw validationFailed(['from must not be after to']);
  return { from, to };
}

function paginate({ page, limit }: TripListing, total: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / limit));
  return { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 };
}
