import { OperatorFault } from '../../fault.ts';

/**
 * A backup is JSON lines, compressed by gzip:
 *
 *   {"format": …, "version": 1, "madeAt": …, "migrations": [names], "tables": [{name, columns: [names]}]}
 *   ["table", name]             then its rows, each {column: PostgreSQL's own text for the value, or null}
 *   ["end", {rows: {table: count}, sha256: of every byte before this line}]
 *
 * Values are text, as PostgreSQL writes and reads them: no number passes through a float of ours, and a JSON null in a
 * column is not taken for an absent value. A row begins with a brace and everything else with a bracket.
 */
const FORMAT = 'trip-booking-api backup';
const VERSION = 1;

// A request has at most 64 KiB and a row little more, so a longer line is not ours.
export const MAX_LINE_BYTES = 12 * 1024 * 1024;

export interface Header {
  madeAt: string;
  migrations: string[];
  tables: { name: string; columns: string[] }[];
}

export interface Trailer {
  rows: Record<string, number>;
  sha256: string;
}

export const headerLine = (header: Header) => `${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`;
export const tableLine = (name: string) => `${JSON.stringify(['table', name])}\n`;
export const trailerLine = (trailer: Trailer) => `${JSON.stringify(['end', trailer])}\n`;

const BRACE = '{'.charCodeAt(0);
export const isRow = (line: Buffer) => line[0] === BRACE;

export function parseHeader(line: Buffer, file: string): Header {
  const header = parsed(line) as (Header & { format?: unknown; version?: unknown }) | undefined;
  if (header?.format !== FORMAT) throw new OperatorFault(`${file} is not a backup made by this service`);
  if (header.version !== VERSION)
    throw new OperatorFault(
      `${file} has format ${header.version}, this release reads ${VERSION}: use the release that made it`,
    );
  const hasTables = Array.isArray(header.tables) && header.tables.every(({ columns }) => Array.isArray(columns));
  if (!hasTables || !Array.isArray(header.migrations))
    throw new OperatorFault(`${file} is damaged: its first line is invalid`);
  return header;
}

/** The content of a line that is not a row: the table whose rows follow, or the end. */
export function parseMark(line: Buffer): { table: string } | { trailer: Trailer } | undefined {
  const mark = parsed(line);
  if (!Array.isArray(mark)) return undefined;
  const [kind, what] = mark;
  if (kind === 'table') return { table: String(what) };
  return kind === 'end' && what?.rows ? { trailer: what as Trailer } : undefined;
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}
