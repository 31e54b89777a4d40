import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { applyPageHeaders } from './headers.ts';

/*
 * RFC 4180 is the few lines below, and a library would not know the rule that matters here: a spreadsheet runs a cell that
 * begins like a formula, and riders' names and notes come from callers.
 */

/** Spreadsheets need the byte-order mark to read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

export type Cell = string | number | null;

/** One line. A text that begins like a formula gets an apostrophe, which makes spreadsheets show it as text. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export interface CsvColumn<Row> {
  title: string;
  cell(row: Row): Cell;
}

interface CsvFile<Row> {
  /** Without its extension; of ASCII letters, digits and hyphens. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** The rows in pages. The next page is read when the client has taken the one before, so memory is bounded. */
  pages: AsyncIterator<readonly Row[]>;
}

/** Sends a file to save. The first page is read before, so that a failure is still an error page. */
export async function sendCsv<Row>(reply: FastifyReply, { name, columns, pages }: CsvFile<Row>): Promise<FastifyReply> {
  const first = await pages.next();
  async function* text() {
    yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => title));
    for (let page = first; !page.done; page = await pages.next())
      yield page.value.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('');
  }
  return applyPageHeaders(reply)
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(text(), { objectMode: false }));
}
