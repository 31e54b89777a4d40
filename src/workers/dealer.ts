import type { Socket } from 'node:net';
import type { Member } from './crew.ts';

/** Callers who came while no worker served; more than a queue of the system's own would take are turned away. */
const MOST_WAITING = 1_000;

/**
 * Hands the callers' connections to the workers by turns. The first process accepts them all itself, so that the port
 * stays open whatever becomes of the workers, and is closed before any of them stops.
 */
export class Dealer {
  readonly #waiting: Socket[] = [];
  /** By worker, in the order of their turns: what was given to it and may not have reached it. */
  readonly #onTheirWay = new Map<Member, Set<Socket>>();

  readonly deal = (socket: Socket): void => {
    socket.on('error', () => {}); // a caller that leaves on the way is no fault of ours
    this.#pass(socket);
  };

  join(member: Member): void {
    this.#onTheirWay.set(member, new Set());
    for (const socket of this.#waiting.splice(0)) this.#pass(socket);
  }

  leave(member: Member): void {
    const unsent = this.#onTheirWay.get(member) ?? [];
    this.#onTheirWay.delete(member);
    for (const socket of unsent) this.#pass(socket);
  }

  #pass(socket: Socket): void {
    const [next] = this.#onTheirWay;
    if (next === undefined) return void this.#keep(socket);
    const [member, onTheWay] = next;
    this.#onTheirWay.delete(member);
    this.#onTheirWay.set(member, onTheWay); // last in turn
    onTheWay.add(socket);
    member.worker.send({ kind: 'connection' }, socket, (error) => {
      if (!error) onTheWay.delete(socket); // else the worker is about to leave
    });
  }

  #keep(socket: Socket): void {
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(socket);
    else socket.destroy();
  }
}
