import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupFault, fileFault } from './backupFault.ts';

/**
 * Writes a file that is whole or not there: beside its place first, onto the disk, and then renamed over whatever stood
 * there. A link stays and what it points at is replaced. Nobody but its owner can read it: it has every rider's name.
 * Answers with its size in bytes.
 */
export async function writeAtomically(file: string, fill: (handle: FileHandle) => Promise<void>): Promise<number> {
  const place = await replaceable(file);
  const draft = `${place}.part-${process.pid}`;
  const handle = await openNew(draft).catch((error) => {
    throw fileFault('written', file, error);
  });
  try {
    await fill(handle);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await rename(draft, place);
    await syncDirectory(dirname(place));
    return size;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw isOfFile(error) ? fileFault('written', file, error) : error;
  }
}

/** Where the file really lies. A device or a pipe must not be replaced by a file. */
async function replaceable(file: string): Promise<string> {
  const place = await realpath(file).catch(() => file);
  const existing = await stat(place).catch(() => undefined);
  if (existing?.isDirectory()) throw new BackupFault(`${file} cannot be written: it is a directory`);
  if (existing && !existing.isFile()) throw new BackupFault(`${file} cannot be written: it is not an ordinary file`);
  return place;
}

/** What a killed process with the same number left behind is removed, not followed. */
async function openNew(draft: string): Promise<FileHandle> {
  await rm(draft, { force: true });
  return open(draft, 'wx', 0o600);
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const FILE_CALLS = new Set(['open', 'write', 'fsync', 'fstat', 'close', 'rename', 'unlink', 'stat']);
const CONNECTION_LOST = new Set(['EPIPE', 'ECONNRESET', 'ETIMEDOUT']);

/** The database's connection is written to as well. */
function isOfFile(error: unknown): boolean {
  const { syscall = '', code = '' } = error as NodeJS.ErrnoException;
  return FILE_CALLS.has(syscall) && !CONNECTION_LOST.has(code);
}
