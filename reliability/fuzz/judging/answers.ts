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

/** Bytes that are no HTTP answer. */
export class MalformedAnswer extends Error {}

/**
 * Takes answers out of a stream of bytes, and takes nothing for one that is not exactly well formed: an answer that only some
 * clients can read is a fault of the service.
 */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);
  readonly #isToHead: (answerIndex: number) => boolean;
  #count = 0;

  /** `isToHead` tells whether the answer of that number, from 0 on, is to a HEAD request: it then has no body. */
  constructor(isToHead: (answerIndex: number) => boolean = () => false) {
    this.#isToHead = isToHead;
  }

  /** The answers that are complete with these bytes. Throws MalformedAnswer. */
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
    const text = this.#bytes.toString('utf8', start, start + length);
    this.#bytes = this.#bytes.subarray(start + length);
    this.#count += 1;
    return { status, headers, text, closes: /\bclose\b/i.test(headers.get('connection') ?? '') };
  }

  #bodyLength(status: number, headers: Headers, start: number): number {
    const told = headers.get('content-length');
    if (told === null || !/^\d+$/.test(told)) throw new MalformedAnswer(`no Content-Length on a ${status}`);
    if (!this.#isToHead(this.#count)) return Number(told);
    // A request that broke before it was understood is not known to be a HEAD; its refusal has a body.
    return this.#bytes[start] === 0x7b ? Number(told) : 0;
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
