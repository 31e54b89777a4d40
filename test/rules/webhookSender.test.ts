import { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createSender } from '../../src/webhooks/sender.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('gives up on receivers that hang, although garbage is collected meanwhile', async () => {
  const receiver = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => receiver.closeAllConnections());
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const sender = createSender({ targets: 'any', clock: systemClock, lookup, timeoutMs: 500 });
  const recipient = { secret: `whsec_${Buffer.alloc(32).toString('base64')}`, oldSecrets: [] };
  const { signal } = new AbortController();
  const send = (to = url) => sender.send({ ...recipient, url: to }, { eventId: 'e', body: '{}' }, signal);
  // Only optimised code lets go of what it no longer needs while it waits.
  for (let call = 0; call < 20_000; call += 1) await send('ftp://127.0.0.1/');
  const sent = Array.from({ length: 10 }, () => send());
  const outcomes = Promise.all(sent.map(async (outcome) => (await outcome)?.error));
  for (let round = 0; round < 5; round += 1) {
    await sleep(50);
    collectGarbage();
  }
  expect(await Promise.race([outcomes, sleep(10_000, 'still waiting')])).toEqual(Array(10).fill('TIMED_OUT'));
});
