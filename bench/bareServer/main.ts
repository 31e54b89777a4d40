// The least that a server on node:http can do: read the request's body and send a response given in advance.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../../reliability/support/childProgram.ts';
import type { BareServerProgram } from './bareServer.ts';

let status = 503;
let headers: string[] = [];
let body = Buffer.alloc(0);

const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  const answer = () => {
    response.writeHead(status, headers);
    response.end(body);
  };
  if (request.method === 'GET') return answer();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', answer);
});

answerParent({
  async listen() {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  },
  answerWith(captured) {
    ({ status, headers } = captured);
    body = Buffer.from(captured.bodyBase64, 'base64');
  },
} satisfies BareServerProgram);
