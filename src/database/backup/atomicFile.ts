import { rmSync } from 'node:fs';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorFault } from '../../fault.ts';
import { fileFault } from './fileFault.ts';

/**
 * Writes a file completely or not at all: as a draft beside its destination, synced, then renamed over whatever was
 * there. A symbolic link stays and its target is replaced. Only the owner can read it, since it contains every rider's
 * name. Returns its size in bytes.
 */
export async function writeAtomically(file: string, fill: (handle: FileHandle) => Promise<void>): Promise<number> {
  const place = await replaceable(file);
  const draft = `${place}.part-${process.pid}`;
  const handle = await openNew(draft).catch((error) => {
    throw fileFault('written', file, error);
  });
  const removeDraft = () => rmSync(draft, { force: true });
  process.once('exit', removeDraft); // of a command that was not given the time to end
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
    removeDraft();
    throw isOfFile(error) ? fileFault('written', file, error) : error;
  } finally {
    process.off('exit', removeDraft);
  }
}

/** The file behind any links. A device or a pipe must not be replaced by a file. */
async function replaceable(file: string): Promise<string> {
  const place = await realpath(file).catch(() => file);
  const existing = await stat(place).catch(() => undefined);
  if (existing?.isDirectory()) throw new OperatorFault(`${file} cannot be written: it is a directory`);
  if (existing && !existing.isFile()) throw new OperatorFault(`${file} cannot be written: it is not an ordinary file`);
  return place;
}

/** Removes the draft that a killed process with the same pid left, instead of following it. */
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

/** Distinguishes file errors from those of the database connection. */
function isOfFile(error: unknown): boolean {
  const { syscall = '', code = '' } = error as NodeJS.ErrnoException;
  return FILE_CALLS.has(syscall) && !CONNECTION_LOST.has(code);
}
