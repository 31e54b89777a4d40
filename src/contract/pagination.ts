import { type Static, Type } from 'typebox';
import { REFERENCE_EXAMPLE, REFERENCE_PATTERN } from '../identifiers.ts';
import { closed } from './common.ts';
import { ExternalReference, TripStatus } from './trip.ts';
import { PAGE_SIZE } from './values.ts';

const MAX_PAGE = 2_147_483_647;

export const Pagination = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: PAGE_SIZE.max }),
    total: Type.Integer({ minimum: 0, description: 'Records that match, on all pages.' }),
    pages: Type.Integer({ minimum: 1 }),
    hasNext: Type.Boolean(),
    hasPrevious: Type.Boolean(),
  },
  { title: 'Pagination' },
);
export type Pagination = Static<typeof Pagination>;

/** The parameters that every list has. */
export const pageParameters = (what: string) => ({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 1, description: 'A page past the end is empty.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE.max,
      default: PAGE_SIZE.default,
      description: `${what} per page.`,
    }),
  ),
});

export interface RequestedPage {
  page: number;
  limit: number;
}

export const requestedPage = ({ page = 1, limit = PAGE_SIZE.default }: Partial<RequestedPage>): RequestedPage => ({
  page,
  limit,
});

export function paginate({ page, limit }: RequestedPage, total: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / limit));
  return { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 };
}

const rangeEnd = (description: string, example: string) =>
  Type.Optional(
    Type.Unsafe<string>({
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
      ],
      description: `${description} Inclusive. ISO 8601 with Z or an offset, or a date alone, which means the complete day in UTC.`,
      example,
    }),
  );

export const ListTripsQuery = Type.Object(
  {
    ...pageParameters('Trips'),
    status: Type.Optional({ ...TripStatus, description: 'Only trips in this status.' } as typeof TripStatus),
    from: rangeEnd('Earliest scheduled pickup.', '2027-03-01'),
    to: rangeEnd('Latest scheduled pickup.', '2027-03-31T23:59:59Z'),
    externalReference: Type.Optional(ExternalReference('Only trips with exactly this order number.')),
    reference: Type.Optional(
      Type.String({
        pattern: REFERENCE_PATTERN,
        description:
          'Only trips with this reference, in either case, with its hyphen, a space or neither; O is read as 0, I and L as 1.',
        example: REFERENCE_EXAMPLE,
      }),
    ),
  },
  closed,
);
export type ListTripsQuery = Static<typeof ListTripsQuery>;

/** For endpoints without query parameters. */
export const NoQuery = Type.Object({}, closed);
