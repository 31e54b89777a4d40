import { request } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../reliability/faults/receiver.ts';
import { type Random, seededRandom } from '../../reliability/support/random.ts';

const ACCOUNT = 'a'.repeat(24);
const SECRET = `whsec_${Buffer.from('a secret of the account').toString('base64')}`;
const HOUR_MS = 3_600_000;

let receiver: Receiver;
afterEach(() => receiver.close());

async function start(random: Random): Promise<void> {
  receiver = await startReceiver(random);
  receiver.trust(ACCOUNT, SECRET);
}

/** Delivers an event as the service does; resolves with the status, or with why there is none. */
function deliver({ secret = SECRET, at = Date.now(), sent = '{}' } = {}): Promise<number | string> {
  const [id, body, signedAt] = [`${'b'.repeat(24)}-1`, '{}', new Date(at)];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, signedAt, body),
  };
  return new Promise((resolve) => {
    const sending = request(receiver.urlFor(ACCOUNT), { method: 'POST', headers, agent: false, timeout: 500 });
    sending.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sending.on('timeout', () => sending.destroy(new Error('timeout')));
    sending.on('error', ({ message }) => resolve(message));
    sending.end(sent);
  });
}

describe('the receiver of the faults run', () => {
  beforeEach(async () => {
    await start(seededRandom(1));
    receiver.behave();
  });

  it.each<[string, Parameters<typeof deliver>[0], number, string]>([
    ['accepts what is signed with the secret of the account', {}, 204, 'valid'],
    ['refuses another secret', { secret: 'whsec_b3RoZXI=' }, 400, 'wrong'],
    ['refuses a body that was altered', { sent: '{ }' }, 400, 'wrong'],
    ['refuses the time of a stepped clock, which is no defect', { at: Date.now() - 2 * HOUR_MS }, 400, 'stale'],
    ['refuses a time that is no stepped clock’s', { at: Date.now() + HOUR_MS / 6 }, 400, 'wrong'],
    ['refuses another secret at the time of a stepped clock', { secret: 'whsec_b3RoZXI=', at: 0 }, 400, 'wrong'],
  ])('%s', async (_, delivery, status, signature) => {
    expect(await deliver(delivery)).toBe(status);
    expect(receiver.arrivals).toMatchObject([{ accountId: ACCOUNT, eventId: `${'b'.repeat(24)}-1`, signature }]);
    expect(receiver.arrivals[0]?.acceptedAt !== undefined).toBe(status === 204);
  });
});

describe('the receiver of the faults run, when it misbehaves,', () => {
  it.each([
    ['error', 500],
    ['hang', 'timeout'],
    ['close', 'socket hang up'],
  ])('does so by %s: it has the delivery, and has not accepted it', async (misbehaviour, outcome) => {
    await start({ ...seededRandom(1), happens: () => true, pick: () => misbehaviour as never });
    expect(await deliver()).toBe(outcome);
    expect(receiver.arrivals).toMatchObject([{ signature: 'valid' }]);
    expect(receiver.arrivals[0]).not.toHaveProperty('acceptedAt');
    receiver.behave();
    expect(await deliver()).toBe(204);
  });
});
