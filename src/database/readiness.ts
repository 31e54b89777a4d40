import { expectWritable } from './connect.ts';
import type { Database } from './connection.ts';

/**
 * Rejects if nothing can be booked: the database does not answer, it is read-only, or its disk is full. Only writing shows
 * that a disk is full: here a list that is too large for the memory it may use, half a megabyte in a temporary file.
 */
export function expectReady(database: Pick<Database, 'transaction'>): Promise<void> {
  return database.transaction(async (client) => {
    await expectWritable(client);
    await client.query({ text: `SET LOCAL work_mem = '64kB'` });
    await client.query({ text: 'SELECT count(*) FROM generate_series(1, 20000)' });
  });
}
