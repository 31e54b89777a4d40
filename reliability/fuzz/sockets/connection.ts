import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerReader, type RawAnswer } from '../judging/answers.ts';
import type { Exchange, Outcome } from './exchange.ts';

export interface Address {
  host: string;
  port: number;
}

/** One connection to the service, as the bytes on it say. */
export class Connection {
  readonly #socket: Socket;
  readonly #answers: RawAnswer[] = [];
  #reader: AnswerReader;
  #malformed: string | undefined;
  #changed: () => void = () => {};
  isClosed = false;

  /** `isToHead` as of AnswerReader. */
  constructor({ host, port }: Address, isToHead: (answerIndex: number) => boolean) {
    this.#reader = new AnswerReader(isToHead);
    this.#socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    this.#socket.on('data', (bytes) => this.#read(bytes));
    this.#socket.on('error', () => {}); // a reset; the close tells it
    this.#socket.on('end', () => this.#socket.end());
    this.#socket.on('close', () => {
      this.isClosed = true;
      this.#changed();
    });
  }

  #read(bytes: Buffer): void {
    try {
      this.#answers.push(...this.#reader.read(bytes));
    } catch (error) {
      this.#malformed ??= (error as Error).message;
    }
    this.#changed();
  }

  write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** Resolves when what was written has left this process, or cannot any more. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#socket.writable) return resolve();
      this.#socket.write(Buffer.alloc(0), () => resolve());
    });
  }

  stopReading(): void {
    this.#socket.pause();
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Waits until so many answers have come, the connection has ended, or time is up. */
  async waitFor(count: number, patienceMs: number): Promise<Outcome> {
    const began = performance.now();
    const isOver = () => this.isClosed || this.#malformed !== undefined || this.#answers.length >= count;
    let isTimedOut = false;
    if (!isOver()) {
      isTimedOut = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), patienceMs);
        this.#changed = () => {
          if (!isOver()) return;
          clearTimeout(timer);
          resolve(false);
        };
      });
    }
    this.#changed = () => {};
    return {
      answers: this.#answers.splice(0),
      malformed: this.#malformed,
      rest: this.#reader.rest,
      isClosedByService: this.isClosed,
      isTimedOut,
      milliseconds: performance.now() - began,
    };
  }
}

/** Carries an exchange out on a connection of its own, until it is over. */
export async function converse(address: Address, exchange: Exchange): Promise<Outcome> {
  const connection = new Connection(address, (index) => exchange.owed[index]?.method === 'HEAD');
  if (exchange.isDeaf) connection.stopReading();
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
