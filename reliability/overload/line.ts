import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { AnswerReader, type RawAnswer } from '../fuzz/judging/answers.ts';

/** One kept connection that carries one request at a time. */
export interface Line {
  /** `onEnd` is told the answer, or why there is none. */
  send(bytes: string, onEnd: (answer: RawAnswer | string) => void): void;
  isOpen(): boolean;
  close(): void;
}

export async function openLine(port: number): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const line = lineOver(socket);
  // The service does not keep a connection long on which no request ever came.
  const greeting = await new Promise((resolve) => line.send(GREETING, resolve));
  if (typeof greeting === 'string') throw new Error(`a connection could not be opened: ${greeting}`);
  return line;
}

const GREETING = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

function lineOver(socket: Socket): Line {
  const reader = new AnswerReader();
  let waiting: ((answer: RawAnswer | string) => void) | undefined;
  let isOpen = true;
  const end = (answer: RawAnswer | string) => {
    const told = waiting;
    waiting = undefined;
    told?.(answer);
  };
  const fail = (reason: string) => {
    isOpen = false;
    end(reason);
    socket.destroy();
  };
  socket.on('data', (bytes) => {
    try {
      for (const answer of reader.read(bytes)) end(answer);
    } catch (error) {
      fail(`malformed: ${(error as Error).message}`);
    }
  });
  socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  socket.on('close', () => fail('the connection was closed'));
  return {
    send(bytes, onEnd) {
      if (!isOpen) return onEnd('the connection was closed while it was idle');
      waiting = onEnd;
      socket.write(bytes);
    },
    isOpen: () => isOpen,
    close: () => socket.destroy(),
  };
}
