import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';

export interface KeptAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever members it expects
  body: any;
}

export interface KeptConnection {
  send(method: string, path: string, headers?: Record<string, string>, body?: unknown): Promise<KeptAnswer>;
  /** The connection of the last call. */
  socket(): Socket | undefined;
  close(): void;
}

/** Undefined if it is something else, such as the page of a load balancer. */
function jsonIn(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A caller that keeps its one connection open from call to call, and makes a new one when that is gone. */
export function keepConnection(baseUrl: string): KeptConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let lastSocket: Socket | undefined;
  return {
    socket: () => lastSocket,
    close: () => agent.destroy(),
    send: (method, path, headers = {}, body = undefined) =>
      new Promise((resolve, reject) => {
        const sent = request(
          baseUrl + path,
          { agent, method, headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers } },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (chunk) => {
              text += chunk;
            });
            response.on('error', reject); // also when it breaks off
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: jsonIn(text) }),
            );
          },
        );
        sent.on('socket', (socket) => {
          lastSocket = socket;
        });
        sent.on('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
  };
}
