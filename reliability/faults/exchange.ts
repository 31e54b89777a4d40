import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { departures } from '../support/openapi.ts';
import type { Reply } from './history.ts';

export interface Request {
  method: string;
  path: string;
  apiKey: string;
  key?: string | undefined;
  body?: object | undefined;
}

export interface Exchange {
  send(port: number, request: Request): Promise<Reply>;
  close(): void;
}

// Longer than the service's own database timeout, so that it answers most faults itself.
const TIMEOUT_MS = 8_000;

/** Sends requests over kept connections. It never throws: anything but a complete answer is no answer. */
export function createExchange(): Exchange {
  const agent = new Agent({ keepAlive: true });
  return { send: (port, request) => exchange(agent, port, request), close: () => agent.destroy() };
}

function exchange(agent: Agent, port: number, { method, path, apiKey, key, body }: Request): Promise<Reply> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve) => {
    const noAnswer = (error: NodeJS.ErrnoException) => resolve({ status: 'none', reason: error.code ?? error.message });
    const sent = httpRequest(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', noAnswer);
        response.on('end', () => {
          clearTimeout(timeout);
          if (!response.complete) return noAnswer(new Error('the answer is incomplete'));
          resolve(answerOf(method, path, response.statusCode ?? 0, response.headers, text));
        });
      },
    );
    const timeout = setTimeout(() => sent.destroy(new Error(`nothing in ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    sent.on('error', (error) => {
      clearTimeout(timeout);
      noAnswer(error);
    });
    sent.end(bytes);
  });
}

function answerOf(method: string, path: string, status: number, headers: IncomingHttpHeaders, text: string): Reply {
  const list = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    status,
    code: status >= 400 ? codeOf(text) : undefined,
    isReplay: headers['idempotent-replayed'] === 'true',
    text,
    departures: departures({ method, path, status, headers: new Headers(list), text }),
  };
}

function codeOf(text: string): string | undefined {
  try {
    return JSON.parse(text).code;
  } catch {
    return undefined;
  }
}
