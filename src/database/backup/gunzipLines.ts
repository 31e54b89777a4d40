import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorFault } from '../../fault.ts';
import { fileFault } from './fileFault.ts';
import { MAX_LINE_BYTES } from './format.ts';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = '\n'.charCodeAt(0);

/** The lines of a gzip file without their line ends, in batches. */
export async function* gunzipLines(handle: FileHandle, file: string): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of inflated(handle, file)) {
    const lines: Buffer[] = [];
    let start = 0;
    // Only at \n: readline would also split at U+2028, which an address may contain.
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(Buffer.concat([...rest, chunk.subarray(start, end)]));
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > MAX_LINE_BYTES) throw new OperatorFault(`${file} is not a backup made by this service`);
    if (lines.length > 0) yield lines;
  }
  if (restBytes > 0) throw new OperatorFault(`${file} is damaged: it ends in the middle of a line`);
}

async function* inflated(handle: FileHandle, file: string): AsyncGenerator<Buffer> {
  const compressed = Readable.from(compressedChunks(handle));
  const gunzip = createGunzip();
  compressed.on('error', (error) => gunzip.destroy(error));
  try {
    yield* compressed.pipe(gunzip);
  } catch (error) {
    throw readingFault(file, error as NodeJS.ErrnoException);
  } finally {
    compressed.destroy();
    gunzip.destroy();
  }
}

/** Always from the start of the file; a read stream would close the handle. */
async function* compressedChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function readingFault(file: string, error: NodeJS.ErrnoException): OperatorFault {
  if (error.message === 'incorrect header check')
    return new OperatorFault(`${file} is not a backup made by this service`);
  if (!error.code?.startsWith('Z_')) return fileFault('read', file, error);
  const what = error.code === 'Z_BUF_ERROR' ? 'its end is missing' : error.message;
  return new OperatorFault(`${file} is damaged: ${what}`);
}
