import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An HTTP answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The service will close the connection after it. */
  closes: boolean;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]+$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)$/;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

class MalformedAnswer extends Error {}

/** Parses answers from a stream of bytes, strictly: an answer that only some clients can read is a fault of the service. */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);
  readonly #isToHead: (answerIndex: number) => boolean;
  #count = 0;

  /** `isToHead` says whether the answer with that index is to a HEAD request and so has no body. */
  constructor(isToHead: (answerIndex: number) => boolean = () => false) {
    this.#isToHead = isToHead;
  }

  /** The answers that these bytes complete. Throws if they are malformed. */
  read(bytes: Buffer): RawAnswer[] {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    const answers: RawAnswer[] = [];
    for (let answer = this.#next(); answer !== undefined; answer = this.#next()) answers.push(answer);
    return answers;
  }

  /** Bytes that belong to no complete answer yet. */
  get rest(): Buffer {
    return this.#bytes;
  }

  #next(): RawAnswer | undefined {
    const end = this.#bytes.indexOf(END_OF_HEAD);
    if (end < 0) return undefined;
    const { status, headers } = readHead(this.#bytes.toString('latin1', 0, end));
    const start = end + END_OF_HEAD.length;
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(start);
      return this.#next(); // "continue": the answer comes after it
    }
    const length = this.#bodyLength(status, headers, start);
    if (this.#bytes.length < start + length) return undefined;
    const text = decoded(this.#bytes.subarray(start, start + length), headers.get('content-encoding'));
    this.#bytes = this.#bytes.subarray(start + length);
    this.#count += 1;
    return { status, headers, text, closes: /\bclose\b/i.test(headers.get('connection') ?? '') };
  }

  #bodyLength(status: number, headers: Headers, start: number): number {
    const length = headers.get('content-length');
    if (length === null || !/^\d+$/.test(length)) throw new MalformedAnswer(`no Content-Length on a ${status}`);
    if (!this.#isToHead(this.#count)) return Number(length);
    // A request that broke before it was understood is not known to be a HEAD; its refusal has a body.
    return this.#bytes[start] === 0x7b ? Number(length) : 0;
  }
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

function decoded(body: Buffer, encoding: string | null): string {
  if (encoding === null || body.length === 0) return body.toString('utf8');
  const decode = DECODERS[encoding];
  if (decode === undefined) throw new MalformedAnswer(`the unknown Content-Encoding ${encoding}`);
  try {
    return decode(body).toString('utf8');
  } catch {
    throw new MalformedAnswer(`a body that is not ${encoding}`);
  }
}

function readHead(head: string): { status: number; headers: Headers } {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = STATUS_LINE.exec(statusLine)?.[1];
  if (status === undefined) throw new MalformedAnswer(`no status line: ${JSON.stringify(statusLine.slice(0, 200))}`);
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) throw new MalformedAnswer(`no header: ${JSON.stringify(line.slice(0, 200))}`);
    if (headers.has(name)) throw new MalformedAnswer(`the header ${name} twice`);
    headers.append(name, value ?? '');
  }
  return { status: Number(status), headers };
}

/** What came back for what was sent. */
export interface Outcome {
  answers: RawAnswer[];
  /** Why the bytes that came are not HTTP, if they are not. */
  malformed: string | undefined;
  /** Bytes that belong to no complete answer. */
  rest: Buffer;
  isClosedByService: boolean;
  isTimedOut: boolean;
  milliseconds: number;
}

// The service gives up a request that does not arrive after 30 s; on a busy machine nothing else may take as long.
export const PATIENCE_MS = 25_000;

export interface Address {
  host: string;
  port: number;
}

/** One connection to the service. */
export class Connection {
  readonly #socket: Socket;
  readonly #answers: RawAnswer[] = [];
  #reader: AnswerReader;
  #malformed: string | undefined;
  #changed: () => void = () => {};
  isClosed = false;

  constructor({ host, port }: Address, isToHead?: (answerIndex: number) => boolean) {
    this.#reader = new AnswerReader(isToHead);
    this.#socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    this.#socket.on('data', (bytes) => this.#read(bytes));
    this.#socket.on('error', () => {}); // a reset; the close that follows is what counts
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

  write(bytes: Buffer | string): void {
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

  /** Waits until this many answers have come, the connection has ended, or time is up. */
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
