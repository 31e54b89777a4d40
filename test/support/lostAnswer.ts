import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A way to the service on which the first answer gets lost: the request arrived, and nobody hears of it. */
export async function startLosingTheFirstAnswer(serviceUrl: string) {
  let lost = 0;
  const server = createServer(async (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(serviceUrl + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: new Uint8Array(await buffer(request)),
    });
    const text = await answer.text();
    if (lost === 0) {
      lost += 1;
      return void request.socket.destroy();
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
