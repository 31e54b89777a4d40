import type { FastifyRequest } from 'fastify';
import { withPlusRestored } from '../contract/dateTime.ts';
import { paginate, type RequestedPage } from '../contract/pagination.ts';
import type { Page } from '../database/page.ts';
import { validationFailed } from '../errors.ts';
import { refuseUnstorable } from './jsonBody.ts';

/** The hooks of a route that lists something. */
export const listQuery = { preValidation: readQuery, preHandler: refuseUnstorableQuery };

/** The body of its response. */
export const listView = <Row, View>(page: RequestedPage, { total, rows }: Page<Row>, view: (row: Row) => View) => ({
  success: true,
  data: rows.map(view),
  pagination: paginate(page, total),
});

/** A query string holds only text: digits become the numbers they stand for, and a parameter given twice is refused. */
async function readQuery(request: FastifyRequest): Promise<void> {
  const query = request.query as Record<string, unknown>;
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) throw validationFailed(repeated.map((name) => `${name} must be given once`));
  for (const name of ['page', 'limit']) {
    const text = query[name];
    if (typeof text === 'string' && /^-?\d+$/.test(text)) query[name] = Number(text);
  }
  for (const name of ['from', 'to']) {
    const text = query[name];
    if (typeof text === 'string') query[name] = withPlusRestored(text);
  }
}

async function refuseUnstorableQuery(request: FastifyRequest): Promise<void> {
  refuseUnstorable(request.query);
}
