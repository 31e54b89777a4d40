import { type FileHandle, open, stat } from 'node:fs/promises';
import { OperatorFault } from '../../fault.ts';
import { beginReading, type Contents, endReading, isRowOf, takeMark, takeRow } from './backupReader.ts';
import { fileFault } from './fileFault.ts';
import { gunzipLines } from './gunzipLines.ts';

/** An open backup file. It stays the same file even if its name points elsewhere meanwhile. */
export interface BackupSource {
  file: string;
  handle: FileHandle;
}

// Batches large enough that the cost per statement does not matter, and small enough for memory.
const PORTION_BYTES = 1024 * 1024;

export async function openBackup(file: string): Promise<BackupSource> {
  try {
    // Before opening: opening a pipe would wait for a writer.
    if (!(await stat(file)).isFile()) throw new OperatorFault(`${file} is not a file`);
    return { file, handle: await open(file, 'r') };
  } catch (error) {
    throw error instanceof OperatorFault ? error : fileFault('read', file, error);
  }
}

/** Reads a backup to its end in batches of rows. Throws if anything is wrong with it. */
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
