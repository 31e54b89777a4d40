import type { Draft } from '../making/draft.ts';
import { type Address, Connection } from '../sockets/connection.ts';
import { type Outcome, PATIENCE_MS } from '../sockets/exchange.ts';

/** Sends one request after the other over a connection that is kept, and over a new one when that has ended. */
export class Lane {
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

/** After a request with Upgrade, Node tells no fault of the next one on that connection until its patience is over. */
const asksToUpgrade = (headers: Draft['headers']) => headers.some(([name]) => name.toLowerCase() === 'upgrade');
