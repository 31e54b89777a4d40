import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';

/** A check before the route: it lets the request pass, throws, or returns a promise for one of the two. */
export type Gate = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/**
 * Runs several gates as one hook, in order. It waits only for gates that return a promise: most answer synchronously,
 * and a promise for each would cost more than the check itself.
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
    // A request that breaks off is answered elsewhere while a gate is pending; the remaining gates are then skipped.
    const passUnlessAnswered = () => {
      if (!reply.sent) pass();
    };
    pass();
  };
}
