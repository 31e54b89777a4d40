import type { Random } from '../../support/random.ts';
import type { Description, Operation } from '../making/description.ts';
import { type Draft, draftRequest } from '../making/draft.ts';
import type { Completed, World } from '../making/world.ts';
import { MUTATIONS, mutate, PIPELINABLE } from '../mutations/catalogue.ts';
import type { Mutation } from '../mutations/mutation.ts';
import { STALLING_TRICKS, TRICKS } from '../sockets/catalogue.ts';
import type { Exchange, Trick, TrickTools } from '../sockets/exchange.ts';

export type Step =
  | { kind: 'request' | 'replay'; draft: Draft; random: Random }
  | { kind: 'trick' | 'stalling'; exchange: Exchange };

// Tricks need new connections, which are slow; those that wait for a timeout of the service are rare.
const TRICK_SHARE = 0.05;
const STALLING_EVERY = 1_000;
const REPLAY_SHARE = 0.05;
const VALID_SHARE = 0.4;
// A mutation does not apply to every request.
const MOST_TRIES = 200;

/** Bookings most, because everything else needs them; lists least, because they cost most. */
const WEIGHTS: Record<string, number> = { createTrip: 30, createQuote: 24, getTrip: 18, cancelTrip: 16, listTrips: 12 };
const USUAL_WEIGHT = 4;

/** Chooses what to send, by the seed alone except for the service's identifiers. */
export class Plan {
  readonly #description: Description;
  readonly #random: Random;
  readonly #operations: Operation[];
  #turns = { mutation: 0, trick: 0, stalling: 0 };

  constructor(description: Description, random: Random) {
    this.#description = description;
    this.#random = random;
    this.#operations = description.operations.flatMap((each) =>
      Array<Operation>(WEIGHTS[each.id] ?? USUAL_WEIGHT).fill(each),
    );
  }

  /** With `mayStall`, it may be one that waits for a timeout of the service. */
  step(number: number, world: World, mayStall: boolean): Step {
    const random = this.#random.fork(`request ${number}`);
    const isTurn = number % STALLING_EVERY === 0 || this.#turns.stalling < STALLING_TRICKS.length;
    if (mayStall && isTurn) return this.#trick('stalling', STALLING_TRICKS, number, random, world);
    if (random.happens(TRICK_SHARE)) return this.#trick('trick', TRICKS, number, random, world);
    const id = `fuzz-${number}`;
    if (random.happens(REPLAY_SHARE) && world.completed.length > 0)
      return { kind: 'replay', draft: this.#replay(random.pick(world.completed), random, id), random };
    const draft = random.happens(VALID_SHARE)
      ? this.#valid(random, world, id)
      : this.#mutated(random, world, id, MUTATIONS);
    return { kind: 'request', draft, random };
  }

  #draft(random: Random, world: World, id: string, operationId?: string): Draft {
    const operation = this.#operations.find((each) => each.id === operationId) ?? random.pick(this.#operations);
    const context = { description: this.#description, random, nowMs: Date.now() };
    return draftRequest(context, operation, random.pick(world.accounts), id);
  }

  #valid(random: Random, world: World, id: string, operationId?: string): Draft {
    const draft = this.#draft(random, world, id, operationId);
    mutate(draft, [], { random, world, description: this.#description });
    return draft;
  }

  /** Applies the mutation whose turn it is, and often others too. */
  #mutated(random: Random, world: World, id: string, choice: readonly Mutation[]): Draft {
    const first = choice[this.#turns.mutation % choice.length] as Mutation;
    this.#turns.mutation += 1;
    const others = Array.from({ length: random.pick([0, 0, 0, 1, 1, 2]) }, () => random.pick(choice));
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const draft = this.#draft(random, world, id);
      mutate(draft, [first, ...others], { random, world, description: this.#description });
      if (draft.mutations.includes(first.name)) return draft;
    }
    return this.#valid(random, world, id);
  }

  /** The same request again, sometimes with its members in another order and with white space, which is still the same. */
  #replay({ account, method, path, key, body }: Completed, random: Random, id: string): Draft {
    const draft = this.#valid(random, { accounts: [account] } as unknown as World, id);
    const operation = this.#description.operationAt(method, path) ?? draft.operation;
    const isReshaped = body !== undefined && body.length > 0 && random.happens(0.5);
    return {
      ...draft,
      operation,
      method,
      path,
      query: [],
      headers: [
        ['Host', 'localhost'],
        ['Authorization', `Bearer ${account.apiKey}`],
        ['X-Request-Id', id],
        ['Idempotency-Key', key],
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
      ],
      body: isReshaped ? reshaped(body, random) : body,
    };
  }

  #trick(kind: 'trick' | 'stalling', tricks: readonly Trick[], number: number, random: Random, world: World): Step {
    const trick = tricks[this.#turns[kind] % tricks.length] as Trick;
    this.#turns[kind] += 1;
    let made = 0;
    const nextId = () => `fuzz-${number}-${made++}`;
    const tools: TrickTools = {
      random,
      request: (operationId) => this.#valid(random, world, nextId(), operationId),
      mutated: () => this.#mutated(random, world, nextId(), PIPELINABLE),
    };
    return { kind, exchange: { name: trick.name, ...trick.make(tools) } };
  }
}

function reshaped(body: Buffer, random: Random): Buffer {
  const members = Object.entries(JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>);
  return Buffer.from(JSON.stringify(Object.fromEntries(random.shuffle(members)), null, random.between(0, 4)));
}
