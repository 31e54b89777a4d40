import type { BareServer } from '../bareServer/bareServer.ts';
import type { CapturedAnswer } from '../bareServer/capture.ts';
import type { LoadOrder, LoadResult } from '../load/protocol.ts';
import { measureCpu, residentMib } from '../service/usage.ts';
import type { Side, Slice } from './row.ts';
import type { World } from './world.ts';

export const CONNECTIONS = 64;

/** Load on a server over HTTP. */
export function httpSide(
  { generator }: Pick<World, 'generator'>,
  server: { name: string; pid: number; port: number },
  request: string,
  order: Omit<LoadOrder, 'port' | 'seconds'>,
): Side {
  return {
    name: server.name,
    run: (seconds) => observed(server.pid, () => generator.run(request, { ...order, port: server.port, seconds })),
  };
}

/** The same on a server that sends the bytes of the service's own response. */
export function sameBytesSide(
  world: Pick<World, 'generator'>,
  server: BareServer & { name: string },
  request: string,
  answer: CapturedAnswer,
): Side {
  const order = { connections: CONNECTIONS, expectedStatus: answer.status };
  const { name, run } = httpSide(world, server, request, order);
  return { name, run: (seconds) => server.answerWith(answer).then(() => run(seconds)) };
}

export const serviceSide = (
  world: World,
  request: string,
  order: Omit<LoadOrder, 'port' | 'seconds'>,
  name = 'service',
) => httpSide(world, { name, ...world.service }, request, order);

/** Adds to a slice what the server used during it. */
async function observed(pid: number, run: () => Promise<LoadResult>): Promise<Slice> {
  const cpuUsed = measureCpu(pid);
  const startedAt = performance.now();
  const result = await run();
  const seconds = (performance.now() - startedAt) / 1_000;
  return { ...result, serverCpu: cpuUsed() / seconds, residentMib: residentMib(pid) };
}
