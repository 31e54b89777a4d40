import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import type { Layout } from '../layout/placement.ts';
import { writeAtomically } from './atomicFile.ts';
import type { Catalogue, Table } from './catalogue.ts';
import { copyOut } from './copyOut.ts';
import { headerLine, MAX_LINE_BYTES, tableLine, trailerLine } from './format.ts';
import { step, type Watch } from './session.ts';

export interface WrittenBackup {
  file: string;
  bytes: number;
  tables: Record<string, number>;
  madeAt: string;
}

/** Writes what the session's transaction sees, in constant memory. */
export async function writeBackup(
  session: pg.Client,
  catalogue: Catalogue,
  { file, madeAt, watch }: { file: string; madeAt: Date; watch: Watch },
): Promise<WrittenBackup> {
  const tables: Record<string, number> = {};
  const bytes = await writeAtomically(
    file,
    (handle) => compressTo(content(session, catalogue, madeAt, tables, watch), (chunk) => handle.writeFile(chunk)), // appends
  );
  return { file, bytes, tables, madeAt: madeAt.toISOString() };
}

/** The same to somewhere else, such as standard output. Without its last line it is not complete, and cannot be restored. */
export const streamBackup = (
  session: pg.Client,
  catalogue: Catalogue,
  { write, madeAt, watch }: { write: WriteChunk; madeAt: Date; watch: Watch },
): Promise<void> => compressTo(content(session, catalogue, madeAt, {}, watch), write);

export type WriteChunk = (chunk: Buffer) => Promise<unknown>;

const compressTo = (lines: AsyncGenerator<Buffer>, write: WriteChunk): Promise<void> =>
  pipeline(lines, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) await write(chunk);
  });

async function* content(
  session: pg.Client,
  { tables: all, migrations, layout = 'single' }: Catalogue,
  madeAt: Date,
  rows: Record<string, number>,
  watch: Watch,
): AsyncGenerator<Buffer> {
  const tables = all.filter(({ isKept }) => isKept);
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  const columnsOf = ({ name, columns }: Table) => ({ name, columns: columns.map((column) => column.name) });
  yield hashed(Buffer.from(headerLine({ madeAt: madeAt.toISOString(), migrations, tables: tables.map(columnsOf) })));
  for (const table of tables) {
    yield hashed(Buffer.from(tableLine(table.name)));
    rows[table.name] = 0;
    for await (const portion of portionsOf(session, table, layout)) {
      rows[table.name] = (rows[table.name] ?? 0) + portion.rows;
      yield hashed(portion.lines);
      step(watch, `rows of ${table.name} written: ${rows[table.name]}`);
    }
    step(watch, `all rows of ${table.name} written`);
  }
  yield Buffer.from(trailerLine({ rows, sha256: hash.digest('hex') }));
}

/** Some rows of a table: JSON texts, each with a line end. */
interface Portion {
  lines: Buffer;
  rows: number;
}

/** The rows of a table, some at a time. */
export const portionsOf = (session: pg.Client, table: Table, layout: Layout = 'single'): AsyncGenerator<Portion> =>
  layout === 'citus' ? fetchedPortions(session, table) : copiedPortions(session, table);

/**
 * A few pages of the table at a time. PostgreSQL makes the next ones while the caller works on these. Each portion is read to
 * its end at once: if this process is suspended then, the server finds it idle and ends its transaction.
 */
async function* copiedPortions(session: pg.Client, table: Table): AsyncGenerator<Portion> {
  const pages = await countPages(session, table);
  let [from, step] = [0, 1];
  const readNext = () => {
    const copied = copyOut(session, copyPages(table, from, from + step < pages ? from + step : undefined));
    copied.catch(() => {}); // thrown where it is awaited, unless the caller has stopped before
    from += step;
    return copied;
  };
  for (let next = readNext(); ; ) {
    const { bytes, rows, longestBytes } = await next;
    expectLength(table, longestBytes);
    const isLast = from >= pages;
    step = nextStep(step, bytes.length);
    if (!isLast) next = readNext();
    if (rows > 0) yield { lines: bytes, rows };
    if (isLast) return;
  }
}

// Large enough that the cost per statement does not matter, and small enough for memory. A row may be far larger than what a
// page has of it, so the step is found by trying.
const STEP_BYTES = 1024 * 1024;
const MAX_STEP_PAGES = 64;

function nextStep(pages: number, bytes: number): number {
  const fitting = Math.floor((pages * STEP_BYTES) / Math.max(bytes, 1));
  return Math.max(1, Math.min(fitting, 2 * pages, MAX_STEP_PAGES));
}

async function countPages(session: pg.Client, { qualified }: Table): Promise<number> {
  const { rows } = await session.query<{ pages: number }>(
    `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages`,
    [qualified],
  );
  return rows[0]?.pages ?? 0;
}

/** The last portion has no end, so that none is missing if the table was rewritten since its pages were counted. */
function copyPages({ qualified, columns }: Table, from: number, to: number | undefined): string {
  const texts = columns.map(({ quoted }) => `${quoted}::text AS ${quoted}`).join(', ');
  const isBefore = to === undefined ? '' : `AND ctid < '(${to},0)'`;
  // CSV with two characters that are never in JSON, since it escapes them: then COPY changes nothing.
  return `COPY (SELECT row_to_json(r) FROM (SELECT ${texts} FROM ONLY ${qualified} WHERE ctid >= '(${from},0)' ${isBefore}) r)
            TO STDOUT (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')`;
}

// Half a megabyte of ordinary bookings, or about 20 MB of the largest ones.
const STEP_ROWS = 500;

/**
 * By a cursor, for a Citus cluster: the pages of a distributed table are on other nodes. row_to_json() is not used, since it
 * names the members of a row from another node f1, f2 and so on.
 */
async function* fetchedPortions(session: pg.Client, table: Table): AsyncGenerator<Portion> {
  const members = table.columns.map(({ name, quoted }) => `${session.escapeLiteral(name)}, ${quoted}::text`).join(', ');
  await session.query(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT json_build_object(${members})::text FROM ${table.qualified}`,
  );
  for (;;) {
    const { rows } = await session.query<[string]>({ text: `FETCH ${STEP_ROWS} FROM backup`, rowMode: 'array' });
    if (rows.length === 0) break;
    const lines = rows.map(([row]) => Buffer.from(`${row}\n`));
    for (const { length } of lines) expectLength(table, length);
    yield { lines: Buffer.concat(lines), rows: rows.length };
  }
  await session.query('CLOSE backup');
}

function expectLength({ name }: Table, bytes: number): void {
  if (bytes > MAX_LINE_BYTES) throw new OperatorFault(`a row of ${name} is too long for a backup`);
}
