// More pages than any account has, and few enough for the database to skip.
const NUMBER = /^\d{1,7}$/;

/** The number of a list's page in a query; the first page unless it is a number. */
export const pageNumber = (text: unknown): number =>
  typeof text === 'string' && NUMBER.test(text) ? Math.max(1, Number(text)) : 1;

/** How many pages a list has; an empty list has one. */
export const countPages = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

interface ReadPage {
  page: number;
  perPage: number;
  /** How many rows were read: one more than are shown if there is a next page. */
  rows: number;
}

/** The last page of a list that is counted only to answer for a page past its end; otherwise this page or the next. */
export async function lastPage({ page, perPage, rows }: ReadPage, countRows: () => Promise<number>): Promise<number> {
  if (page > 1 && rows === 0) return countPages(await countRows(), perPage);
  return rows > perPage ? page + 1 : page;
}
