import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { TripListResponse } from '../contract/answers.ts';
import { parseRangeEnd } from '../contract/dateTime.ts';
import { ListTripsQuery, type Pagination } from '../contract/pagination.ts';
import type { Queryable } from '../database/connection.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from '../gates/authentication.ts';
import { listTrips } from './store/listTrips.ts';
import { tripView } from './tripView.ts';

export interface ListTripsDependencies {
  database: Queryable;
}

export const listTripsRoute: FastifyPluginAsyncTypebox<ListTripsDependencies> = async (app, { database }) => {
  app.get(
    '/trips',
    { preValidation: readQuery, schema: { querystring: ListTripsQuery, response: { 200: TripListResponse } } },
    async (request) => {
      const { page = 1, limit = 20, status } = request.query;
      const range = readRange(request.query);
      const { total, trips } = await listTrips(
        database,
        { accountId: callerOf(request).accountId, status, ...range },
        page,
        limit,
      );
      return { success: true, data: trips.map(tripView), pagination: paginate(page, limit, total) };
    },
  );
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

function paginate(page: number, limit: number, total: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / limit));
  return { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 };
}
