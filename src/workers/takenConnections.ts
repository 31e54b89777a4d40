import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * Makes a server serve the connections that it is given instead of listening itself. To everybody else it is a server
 * like any other: it listens, has an address, and is closed once its last connection is.
 */
export function takeConnections(server: Server, address: AddressInfo): { take(socket: Socket): void } {
  const open = new Set<Socket>();
  let isListening = false;
  let closed: (() => void) | undefined;
  const closeIfDrained = () => {
    if (closed === undefined || open.size > 0) return;
    closed();
    closed = undefined;
    server.emit('close');
  };
  Object.defineProperty(server, 'listening', { get: () => isListening });
  server.address = () => address;
  server.listen = () => {
    isListening = true;
    process.nextTick(() => server.emit('listening'));
    return server;
  };
  server.close = (done) => {
    isListening = false;
    closed = done ?? (() => {});
    server.closeIdleConnections();
    process.nextTick(closeIfDrained);
    return server;
  };
  return {
    take(socket) {
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        closeIfDrained();
      });
      socket.allowHalfOpen = true; // as Node has it for HTTP: a caller may end its side before it is answered
      server.emit('connection', socket);
    },
  };
}
