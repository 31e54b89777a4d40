import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { writeAtomically } from './atomicFile.ts';
import type { Catalogue, Table } from './catalogue.ts';
import { headerLine, MAX_ROW_CHARACTERS, tableLine, trailerLine } from './format.ts';
import { step, type Watch } from './session.ts';

export interface WrittenBackup {
  file: string;
  bytes: number;
  tables: Record<string, number>;
  madeAt: string;
}

// Half a megabyte of ordinary bookings, or about 20 MB of the largest ones.
const STEP_ROWS = 500;

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

const compressTo = (lines: AsyncGenerator<string>, write: WriteChunk): Promise<void> =>
  pipeline(lines, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) await write(chunk);
  });

async function* content(
  session: pg.Client,
  { tables: all, migrations }: Catalogue,
  madeAt: Date,
  rows: Record<string, number>,
  watch: Watch,
): AsyncGenerator<string> {
  const tables = all.filter(({ isKept }) => isKept);
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  const columnsOf = ({ name, columns }: Table) => ({ name, columns: columns.map((column) => column.name) });
  yield hashed(headerLine({ madeAt: madeAt.toISOString(), migrations, tables: tables.map(columnsOf) }));
  for (const table of tables) {
    yield hashed(tableLine(table.name));
    rows[table.name] = 0;
    for await (const portion of portionsOf(session, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + portion.length;
      yield hashed(`${portion.join('\n')}\n`);
      step(watch, `${rows[table.name]} rows of ${table.name} written`);
    }
    step(watch, `all rows of ${table.name} written`);
  }
  yield trailerLine({ rows, sha256: hash.digest('hex') });
}

/** The rows of a table, as JSON texts. */
export async function* portionsOf(session: pg.Client, { name, qualified, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map(({ quoted }) => `${quoted}::text AS ${quoted}`).join(', ');
  await session.query(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(r)::text FROM (SELECT ${texts} FROM ONLY ${qualified}) r`,
  );
  for (;;) {
    const { rows } = await session.query<[string]>({ text: `FETCH ${STEP_ROWS} FROM backup`, rowMode: 'array' });
    if (rows.length === 0) break;
    const portion = rows.map(([row]) => row);
    if (portion.some((row) => row.length > MAX_ROW_CHARACTERS))
      throw new OperatorFault(`a row of ${name} is too long for a backup`);
    yield portion;
  }
  await session.query('CLOSE backup');
}
