import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';

/** What a request passes before its route: it lets it through, throws, or promises to do one of the two. */
export type Gate = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/**
 * Several gates as one hook, in the order given. A request waits only at a gate that promises: most have their answer at
 * hand, and a promise for each of them would cost more than what it promises.
 */
export function inOrder(...gates: Gate[]): onRequestHookHandler {
  return (request, reply, done) => {
    let next = 0;
    const pass = () => {
      try {
        for (let gate = gates[next++]; gate !== undefined; gate = gates[next++]) {
          const promise = gate(request, reply);
          if (promise !== undefined) return void promise.then(passUnlessAnswered, done);
        }
      } catch (fault) {
        return done(fault as Error);
      }
      done();
    };
    // Bytes that break off are answered elsewhere, while a gate is being waited for: the others need not be asked then.
    const passUnlessAnswered = () => {
      if (!reply.sent) pass();
    };
    pass();
  };
}
