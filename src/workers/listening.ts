import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface Listening {
  address: AddressInfo;
  close(): void;
}

/** Accepts connections without reading from them; `localhost` is every address of that name, as in a single process. */
export async function listenFor(
  onConnection: (socket: Socket) => void,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const listenOn = async (where: { host: string; port: number }): Promise<Server> => {
    const server = createServer({ pauseOnConnect: true, noDelay: true }, onConnection).listen(where);
    await once(server, 'listening');
    return server;
  };
  const first = await listenOn({ host, port });
  const address = first.address() as AddressInfo;
  const servers = [first];
  const others = host === 'localhost' ? await lookup(host, { all: true }) : [];
  for (const other of others) {
    if (other.address === address.address) continue;
    const second = await listenOn({ host: other.address, port: address.port }).catch(() => undefined);
    if (second) servers.push(second);
  }
  return {
    address,
    close() {
      for (const server of servers) server.close();
    },
  };
}
