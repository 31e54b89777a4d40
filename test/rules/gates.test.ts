import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Gate, inOrder } from '../../src/gates/gate.ts';

/** What the gates did, and what the hook that they make reported. */
async function run(gates: (note: (name: string) => void) => Gate[], reply = { sent: false }) {
  const passed: string[] = [];
  const hook = inOrder(...gates((name) => void passed.push(name)));
  const fault = await new Promise<Error | undefined>((resolve) => {
    hook.call({} as never, {} as FastifyRequest, reply as FastifyReply, (error) => resolve(error));
    // A hook that is never done has been answered elsewhere.
    setImmediate(() => resolve(new Error('not done')));
  });
  return { passed, fault: fault?.message };
}

const refused = new Error('refused');

describe('gates in order', () => {
  it('are passed one after the other, whether they answer at once or later', async () => {
    const { passed, fault } = await run((note) => [
      () => note('first'),
      async () => note('second'),
      () => note('third'),
      async () => note('fourth'),
    ]);
    expect([passed, fault]).toEqual([['first', 'second', 'third', 'fourth'], undefined]);
  });

  it.each([
    [
      'at once',
      () => {
        throw refused;
      },
    ],
    ['later', () => Promise.reject(refused)],
  ])('end with the first that refuses %s', async (_, refuse: Gate) => {
    const { passed, fault } = await run((note) => [() => note('first'), refuse, () => note('third')]);
    expect([passed, fault]).toEqual([['first'], 'refused']);
  });

  it('are left when the request was answered elsewhere meanwhile', async () => {
    const reply = { sent: false };
    const { passed, fault } = await run(
      (note) => [
        async () => {
          note('first');
          reply.sent = true;
        },
        () => note('second'),
      ],
      reply,
    );
    expect([passed, fault]).toEqual([['first'], 'not done']);
  });
});
