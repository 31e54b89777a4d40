import type pg from 'pg';
import { DriverQuery } from '../driverQuery.ts';

export interface Copied {
  bytes: Buffer;
  rows: number;
  longestBytes: number;
}

/** PostgreSQL sends each row in a message of its own. */
class CopyQuery extends DriverQuery {
  readonly messages: Buffer[] = [];

  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.messages.push(Buffer.from(chunk)); // the driver uses its buffer again
  }
}

/** The output of a COPY … TO STDOUT as it comes: no text is decoded, and no row becomes an object. */
export const copyOut = (session: pg.Client, text: string): Promise<Copied> =>
  new Promise((resolve, reject) => {
    const query = new CopyQuery(text, undefined, (error, result) => {
      if (error) return reject(error);
      const { messages } = query;
      const longestBytes = messages.reduce((longest, { length }) => Math.max(longest, length), 0);
      return resolve({ bytes: Buffer.concat(messages), rows: result.rowCount ?? 0, longestBytes });
    });
    session.query(query);
  });
