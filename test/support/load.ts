import { randomUUID } from 'node:crypto';
import { bookingBody } from './client.ts';
import { type KeptConnection, keepConnection } from './keepAlive.ts';
import { tomorrow } from './liveService.ts';

export interface Load {
  /** How many requests were answered as they should be. */
  answered(): number;
  /** Every answer that was not what it should be, and every request that was cut. */
  faults: string[];
  /** Lets every caller end its round. */
  end(): Promise<void>;
}

/**
 * Callers who book, send again, read, list and cancel, one after the other and all the time, each on a connection that it
 * keeps; until the test ends them or the service accepts no more connections.
 */
export function startLoad(url: string, apiKey: string, callers: number): Load {
  const faults: string[] = [];
  let answered = 0;
  let isEnding = false;

  const sendOn = async (connection: KeptConnection, key: string, expected: number, method: string, path: string) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...(method === 'POST' ? { 'idempotency-key': key } : {}) };
    const answer = await connection.send(method, path, headers, path === '/v1/trips' ? booking : undefined);
    if (answer.status === expected) answered += 1;
    else faults.push(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  };
  const booking = bookingBody({ scheduledAt: tomorrow() });

  async function round(connection: KeptConnection): Promise<void> {
    const key = randomUUID();
    const booked = await sendOn(connection, key, 201, 'POST', '/v1/trips');
    const again = await sendOn(connection, key, 201, 'POST', '/v1/trips');
    if (again.text !== booked.text) faults.push(`a replay differs: ${again.text}`);
    const trip = `/v1/trips/${booked.body?.data?._id}`;
    await sendOn(connection, key, 200, 'GET', trip);
    await sendOn(connection, key, 200, 'GET', '/v1/trips?limit=5');
    await sendOn(connection, randomUUID(), 200, 'POST', `${trip}/cancel`);
  }

  async function call(): Promise<void> {
    const connection = keepConnection(url);
    try {
      while (!isEnding) await round(connection);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') faults.push(`a request was cut: ${error}`);
    } finally {
      connection.close();
    }
  }
  const ended = Promise.all(Array.from({ length: callers }, call));
  return {
    answered: () => answered,
    faults,
    async end() {
      isEnding = true;
      await ended;
    },
  };
}
