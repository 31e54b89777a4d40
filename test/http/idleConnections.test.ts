import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { databaseForFile } from '../support/database.ts';
import { liveForFile } from '../support/liveService.ts';

const database = await databaseForFile();
const service = await liveForFile({ env: database.env }, 'none');

/** A connection on which a request was answered, and which is now idle. */
async function idleConnection(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

describe('a kept connection that lies idle', () => {
  it('may be reset by its caller, and the service goes on', async () => {
    for (let turn = 0; turn < 5; turn += 1) (await idleConnection()).resetAndDestroy();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.child.exitCode).toBe(null);
  });
});
