import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  url: string;
  /** New connections go there from now on; those that are open stay where they are. */
  sendTo(serviceUrl: string): void;
  close(): Promise<void>;
}

/** What stands before the service during a deploy: it knows connections, and nothing of requests. */
export async function startBalancer(serviceUrl: string): Promise<Balancer> {
  let target = new URL(serviceUrl);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendTo(next) {
      target = new URL(next);
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
