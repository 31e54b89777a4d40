import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');
const STATUS_AT = 'HTTP/1.1 '.length;
const READ_BYTES = 64 * 1024;
const ZERO = 48;

export interface Connection {
  send(request: Buffer): void;
  close(): void;
}

/**
 * A keep-alive connection with one request in flight. Of a response it reads only the status and the length, into a buffer that is
 * reused: CPU that the generator uses is CPU that the server does not get.
 */
export function openConnection(
  port: number,
  onAnswer: (status: number) => void,
  onLoss: (reason: string) => void,
): Promise<Connection> {
  const receive = answerReader(onAnswer, onLoss);
  let isClosing = false;
  const lose = (reason: string) => {
    if (!isClosing) onLoss(reason);
    isClosing = true;
  };
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback(count, buffer) {
          receive(Buffer.from(buffer.buffer, buffer.byteOffset, count));
          return true;
        },
      },
    });
    socket.once('error', reject);
    socket.on('error', (error) => lose(error.message));
    socket.on('close', () => lose('the connection was closed'));
    const send = (request: Buffer) => void socket.write(request);
    const close = () => {
      isClosing = true;
      socket.destroy();
    };
    socket.once('connect', () => resolve({ send, close }));
  });
}

/** Takes the bytes as they arrive, and reports each complete response. */
function answerReader(onAnswer: (status: number) => void, onLoss: (reason: string) => void): (bytes: Buffer) => void {
  let left = 0;
  let status = 0;
  let partial: Buffer | undefined;
  return (bytes) => {
    if (left > 0) left -= bytes.length;
    else {
      const head = partial === undefined ? bytes : Buffer.concat([partial, bytes]);
      const headEnd = head.indexOf(HEAD_END);
      partial = headEnd < 0 ? Buffer.from(head) : undefined;
      if (headEnd < 0) return;
      status = digits(head, STATUS_AT);
      left = headEnd + HEAD_END.length + bodyLength(head) - head.length;
    }
    if (left === 0) onAnswer(status);
    else if (left < 0) onLoss('more bytes than the response has');
  };
}

function bodyLength(head: Buffer): number {
  const at = head.indexOf(LENGTH);
  if (at >= 0) return digits(head, at + LENGTH.length);
  // Servers choose their own spelling; the usual one is found without making a string.
  const [, length] = /content-length:\s*(\d+)/i.exec(head.toString('latin1')) ?? [];
  return Number(length ?? 0);
}

function digits(bytes: Buffer, from: number): number {
  let number = 0;
  for (let at = from; ; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return number;
    number = number * 10 + digit;
  }
}
