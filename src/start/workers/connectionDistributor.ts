import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { PoolWorker } from './workerPool.ts';

/** Connections accepted while no worker serves. More are closed, as a full backlog of the kernel would. */
const MAX_WAITING = 1_000;

/**
 * Accepts every connection and hands it to the workers in turn. The primary listens itself, so that the port stays open
 * when a worker is replaced, and is closed before any worker stops.
 */
export class ConnectionDistributor {
  readonly #servers: Server[] = [];
  readonly #waiting: Socket[] = [];
  /** Per worker, next in turn first: the sockets that may not have been sent yet. */
  readonly #unsent = new Map<PoolWorker, Set<Socket>>();

  /** As in a single process, `localhost` means every address of that name. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    const bound = await this.#listenOn(host, port);
    const addresses = host === 'localhost' ? await lookup(host, { all: true }) : [];
    for (const { address } of addresses)
      if (address !== bound.address) await this.#listenOn(address, bound.port).catch(() => {}); // one suffices
    return bound;
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }

  addWorker(worker: PoolWorker): void {
    this.#unsent.set(worker, new Set());
    for (const socket of this.#waiting.splice(0)) this.#distribute(socket);
  }

  removeWorker(worker: PoolWorker): void {
    const unsent = this.#unsent.get(worker) ?? [];
    this.#unsent.delete(worker);
    for (const socket of unsent) this.#distribute(socket);
  }

  async #listenOn(host: string, port: number): Promise<AddressInfo> {
    const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      socket.on('error', () => {}); // the client may disconnect before a worker has the socket
      this.#distribute(socket);
    }).listen({ host, port });
    await once(server, 'listening');
    this.#servers.push(server);
    return server.address() as AddressInfo;
  }

  #distribute(socket: Socket): void {
    const [next] = this.#unsent;
    if (next === undefined) {
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push(socket);
      else socket.destroy();
      return;
    }
    const [worker, unsent] = next;
    this.#unsent.delete(worker);
    this.#unsent.set(worker, unsent); // now last in turn
    unsent.add(socket);
    worker.process.send({ kind: 'connection' }, socket, (error) => {
      if (!error) unsent.delete(socket); // on an error the worker is about to be removed
    });
  }
}
