import pg from 'pg';

export interface Copied {
  bytes: Buffer;
  rows: number;
  longestBytes: number;
}

/** What the driver's types leave out. */
interface DriverQuery extends pg.Submittable {
  handleCopyData(message: { chunk: Buffer }): void;
}
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
const DriverQuery = pg.Query as unknown as new (text: string, values: undefined, callback: Callback) => DriverQuery;

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
    const query = new CopyQuery(text, undefined, (error, { rowCount } = {} as pg.QueryResult) => {
      if (error) return reject(error);
      const { messages } = query;
      const longestBytes = messages.reduce((longest, { length }) => Math.max(longest, length), 0);
      return resolve({ bytes: Buffer.concat(messages), rows: rowCount ?? 0, longestBytes });
    });
    session.query(query);
  });
