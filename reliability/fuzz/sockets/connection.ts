import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, Connection, type Outcome, PATIENCE_MS } from '../../support/rawHttp.ts';
import type { Draft } from '../making/draft.ts';
import type { Exchange } from './exchange.ts';

/** Carries out an exchange on its own connection. */
export async function converse(address: Address, exchange: Exchange): Promise<Outcome> {
  const connection = new Connection(address, (index) => exchange.expected[index]?.method === 'HEAD');
  if (exchange.stopsReading) connection.stopReading();
  for (const [index, piece] of exchange.pieces.entries()) {
    if (index > 0 && exchange.pauseMs > 0) await sleep(exchange.pauseMs);
    connection.write(piece);
  }
  if (exchange.ending === 'end') connection.end();
  if (exchange.ending === 'reset') {
    await connection.flushed();
    await sleep(exchange.pauseMs);
    connection.reset();
  }
  const outcome = await connection.waitFor(Number.POSITIVE_INFINITY, exchange.patienceMs);
  connection.destroy();
  return outcome;
}

/** Sends one request after the other over one kept connection, and opens a new one when that has ended. */
export class KeptConnection {
  readonly #address: Address;
  #connection: Connection | undefined;
  #method = '';

  constructor(address: Address) {
    this.#address = address;
  }

  async send({ method, headers }: Pick<Draft, 'method' | 'headers'>, bytes: Buffer): Promise<Outcome> {
    this.#method = method;
    if (!this.#connection || this.#connection.isClosed)
      this.#connection = new Connection(this.#address, () => this.#method === 'HEAD');
    this.#connection.write(bytes);
    const outcome = await this.#connection.waitFor(1, PATIENCE_MS);
    const hasFailed = outcome.isTimedOut || outcome.malformed !== undefined;
    if (hasFailed || asksToUpgrade(headers) || outcome.answers.some(({ closes }) => closes)) this.close();
    return outcome;
  }

  close(): void {
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}

/** After a request with Upgrade, Node reports no error in the next request on that connection until its timeout. */
const asksToUpgrade = (headers: Draft['headers']) => headers.some(([name]) => name.toLowerCase() === 'upgrade');
