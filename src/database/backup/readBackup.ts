import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { BackupFault, fileFault } from './backupFault.ts';
import { type Header, isRow, parseHeader, parseMark, type Trailer } from './format.ts';
import { inflatedLines } from './inflatedLines.ts';

/** An open backup file. It stays the same file however often it is read, whatever its name points at meanwhile. */
export interface BackupSource {
  file: string;
  handle: FileHandle;
}

/** What a backup that was read to its end has told. */
export interface Contents extends Header, Trailer {}

// Rows are handed on in portions: large enough that a statement's own cost does not count, small enough to hold in memory.
const PORTION_BYTES = 1024 * 1024;

export async function openBackup(file: string): Promise<BackupSource> {
  try {
    // Before it is opened: to open a pipe would wait for somebody to write into it.
    if (!(await stat(file)).isFile()) throw new BackupFault(`${file} is not a file`);
    return { file, handle: await open(file, 'r') };
  } catch (error) {
    throw error instanceof BackupFault ? error : fileFault('read', file, error);
  }
}

/** Reads a backup to its end, a portion of rows at a time; whatever is wrong with it is told before this is done. */
export async function readBackup(
  { file, handle }: BackupSource,
  onRows: (table: string, rows: string[]) => Promise<void> | void,
): Promise<Contents> {
  const reading = startReading(file);
  let portion: string[] = [];
  let portionBytes = 0;
  const handOn = async () => {
    if (portion.length > 0) await onRows(reading.table(), portion);
    portion = [];
    portionBytes = 0;
  };
  for await (const lines of inflatedLines(handle, file)) {
    for (const line of lines) {
      if (!reading.isRow(line)) {
        await handOn();
        reading.take(line);
        continue;
      }
      reading.takeRow(line);
      portion.push(line.toString());
      portionBytes += line.length;
      if (portionBytes >= PORTION_BYTES) await handOn();
    }
  }
  return reading.end();
}

/** Follows a backup line by line and holds it to its own words. */
function startReading(file: string) {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let header: Header | undefined;
  let table: string | undefined;
  let trailer: Trailer | undefined;
  const damaged = (what: string) => new BackupFault(`${file} is damaged: ${what}`);
  const note = (line: Buffer) => hash.update(line).update('\n');

  return {
    table: () => table ?? '',
    isRow: (line: Buffer) => header !== undefined && isRow(line),
    takeRow(line: Buffer) {
      if (table === undefined || trailer) throw damaged('a row stands where none may');
      counts[table] = (counts[table] ?? 0) + 1;
      note(line);
    },
    take(line: Buffer) {
      if (trailer) throw damaged('something follows its end');
      if (!header) {
        header = parseHeader(line, file);
        return void note(line);
      }
      const mark = parseMark(line);
      if (!mark) throw damaged('a line is no part of a backup');
      if ('trailer' in mark) {
        trailer = mark.trailer;
        return;
      }
      table = mark.table;
      if (Object.hasOwn(counts, table) || !header.tables.some(({ name }) => name === table))
        throw damaged(`table ${table} stands where it may not`);
      counts[table] = 0;
      note(line);
    },
    end(): Contents {
      if (!header || !trailer) throw damaged('its end is missing');
      if (trailer.sha256 !== hash.digest('hex')) throw damaged('its checksum is another');
      const isComplete = header.tables.every(({ name }) => counts[name] === trailer?.rows[name]);
      if (!isComplete) throw damaged('rows are missing');
      return { ...header, ...trailer };
    },
  };
}
