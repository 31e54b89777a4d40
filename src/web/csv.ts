import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { applyPageHeaders } from './headers.ts';
import type { Language } from './language.ts';

/*
 * RFC 4180 is the few lines below, and a library would not know the rule that matters here: a spreadsheet runs a cell that
 * begins like a formula, and riders' names and notes come from callers.
 */

/** Spreadsheets need the byte-order mark to read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** As a number it would lose its first or its last digits: a phone number, the postcode of Nice, a long reference. */
const DIGITS_TO_KEEP = /^(0\d+|\d{12,}|\d+e\d+)$/i;

/** An amount is written to the cent. */
export type Cell = string | number | { cents: number } | null;

interface Format {
  separator: string;
  decimalMark: string;
}

/** As spreadsheets in that language read a file that is opened by a double-click. */
const FORMATS: Readonly<Record<Language, Format>> = {
  en: { separator: ',', decimalMark: '.' },
  fr: { separator: ';', decimalMark: ',' },
};

/** One line. A text that a spreadsheet would run or shorten gets an apostrophe, which keeps it as it is. */
export function csvLine(cells: readonly Cell[], language: Language): string {
  const format = FORMATS[language];
  return `${cells.map((cell) => cellText(cell, format)).join(format.separator)}\r\n`;
}

function cellText(cell: Cell, { separator, decimalMark }: Format): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', decimalMark);
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2).replace('.', decimalMark);
  const harmless = FORMULA.test(cell) || DIGITS_TO_KEEP.test(cell) ? `'${cell}` : cell;
  const needsQuotes = harmless.includes(separator) || /["\r\n]/.test(harmless);
  return needsQuotes ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export interface CsvColumn<Row> {
  title: string;
  cell(row: Row): Cell;
}

interface CsvFile<Row> {
  /** Without its extension; of ASCII letters, digits and hyphens. */
  name: string;
  language: Language;
  columns: readonly CsvColumn<Row>[];
  /** The rows in pages. The next page is read when the client has taken the one before, so memory is bounded. */
  pages: AsyncIterator<readonly Row[]>;
}

export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** Sends a file to save. The first page is read before, so that a failure is still an error page. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  { name, language, columns, pages }: CsvFile<Row>,
): Promise<FastifyReply> {
  const line = (cells: readonly Cell[]) => csvLine(cells, language);
  const first = await pages.next();
  async function* text() {
    yield BYTE_ORDER_MARK + line(columns.map(({ title }) => title));
    for (let page = first; !page.done; page = await pages.next())
      yield page.value.map((row) => line(columns.map(({ cell }) => cell(row)))).join('');
  }
  return applyPageHeaders(reply)
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(text(), { objectMode: false }));
}
