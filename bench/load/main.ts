// The load, as a process of its own: what it costs is its own, and the same for whatever it is sent to.
import { seededRandom } from '../../reliability/support/random.ts';
import type { ToGenerator } from './protocol.ts';
import { openSource, type RequestSource } from './requests.ts';
import { runSlice } from './slice.ts';

const prepared = new Map<string, RequestSource>();
const chance = seededRandom(Number(process.argv[2] ?? 1));

process.on('message', async (message: ToGenerator) => {
  if (message.kind === 'prepare') {
    prepared.set(message.name, openSource(message.template, chance.fork(message.name).next));
    return;
  }
  const source = prepared.get(message.name);
  if (source === undefined) throw new Error(`no request ${message.name} was prepared`);
  process.send?.(await runSlice(source, message.order));
});
process.on('disconnect', () => process.exit());
