import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { withPlusRestored } from '../contract/dateTime.ts';
import { paginate, type RequestedPage } from '../contract/pagination.ts';
import type { Page } from '../database/page.ts';
import { validationFailed } from '../errors.ts';
import { refuseUnstorable } from './jsonBody.ts';

/** The schema and the hooks of a route that lists something. */
export const listQuery = <Query extends TObject>(querystring: Query) => ({
  schema: { querystring },
  preValidation: queryReader(querystring),
  preHandler: refuseUnstorableQuery,
});

/** The body of its response. */
export const listView = <Row, View>(page: RequestedPage, { total, rows }: Page<Row>, view: (row: Row) => View) => ({
  success: true,
  data: rows.map(view),
  pagination: paginate(page, total),
});

/** A query string holds only text: digits become the numbers they stand for, and a parameter given twice is refused. */
function queryReader({ properties }: TObject) {
  const namesOf = (isMeant: (parameter: Parameter) => boolean) =>
    Object.keys(properties).filter((name) => isMeant(properties[name] as Parameter));
  const numbers = namesOf(({ type }) => type === 'integer');
  const times = namesOf(isTime);
  return async (request: FastifyRequest): Promise<void> => {
    const query = request.query as Record<string, unknown>;
    const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
    if (repeated.length > 0) throw validationFailed(repeated.map((name) => `${name} must be given once`));
    for (const name of numbers) {
      const text = query[name];
      if (typeof text === 'string' && /^-?\d+$/.test(text)) query[name] = Number(text);
    }
    for (const name of times) {
      const text = query[name];
      if (typeof text === 'string') query[name] = withPlusRestored(text);
    }
  };
}

/** What its schema says of a parameter, as far as reading it needs. */
interface Parameter {
  type?: string;
  format?: string;
  anyOf?: Parameter[];
}

const isTime = ({ format, anyOf = [] }: Parameter): boolean => format === 'date-time' || anyOf.some(isTime);

async function refuseUnstorableQuery(request: FastifyRequest): Promise<void> {
  refuseUnstorable(request.query);
}
