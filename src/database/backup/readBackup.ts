import { type FileHandle, open, stat } from 'node:fs/promises';
import { BackupFault, fileFault } from './backupFault.ts';
import { gunzipLines } from './gunzipLines.ts';
import { beginReading, type Contents, endReading, isRowOf, takeMark, takeRow } from './reading.ts';

/** An open backup file. It stays the same file however often it is read, whatever its name points at meanwhile. */
export interface BackupSource {
  file: string;
  handle: FileHandle;
}

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
  const reading = beginReading(file);
  let portion: string[] = [];
  let portionBytes = 0;
  const handOn = async () => {
    if (portion.length > 0) await onRows(reading.table ?? '', portion);
    portion = [];
    portionBytes = 0;
  };
  for await (const lines of gunzipLines(handle, file)) {
    for (const line of lines) {
      if (!isRowOf(reading, line)) {
        await handOn();
        takeMark(reading, line);
        continue;
      }
      takeRow(reading, line);
      portion.push(line.toString());
      portionBytes += line.length;
      if (portionBytes >= PORTION_BYTES) await handOn();
    }
  }
  return endReading(reading);
}
