import type { Random } from '../../support/random.ts';
import type { Description, Operation } from '../making/description.ts';
import { type Draft, draftRequest } from '../making/draft.ts';
import type { Completed, World } from '../making/world.ts';
import { STALLING_TRICKS, TRICKS } from '../sockets/catalogue.ts';
import type { Exchange, Trick, TrickTools } from '../sockets/exchange.ts';
import { PIPELINABLE, SPOILERS, spoil } from '../spoilers/catalogue.ts';
import type { Spoiler } from '../spoilers/spoiler.ts';

/** What is done as request number so and so. */
export type Step =
  | { kind: 'request' | 'replay'; draft: Draft; chance: Random }
  | { kind: 'trick' | 'stalling'; exchange: Exchange };

// Connections of their own are slow, so there are fewer of them; those that wait for the service to lose patience are rare.
const TRICK_SHARE = 0.05;
const STALLING_EVERY = 1_000;
const REPLAY_SHARE = 0.05;
const SOUND_SHARE = 0.4;
// A spoiler may have nothing to spoil in a request; after so many requests it has none in any.
const MOST_TRIES = 200;

/** Bookings lead everywhere else, and lists cost the most. */
const WEIGHTS: Record<string, number> = { createTrip: 30, createQuote: 24, getTrip: 18, cancelTrip: 16, listTrips: 12 };
const USUAL_WEIGHT = 15;

/** Chooses what to send, by the seed alone as far as identifiers of the service allow. */
export class Plan {
  readonly #description: Description;
  readonly #random: Random;
  readonly #operations: Operation[];
  #turns = { spoiler: 0, trick: 0, stalling: 0 };

  constructor(description: Description, random: Random) {
    this.#description = description;
    this.#random = random;
    this.#operations = description.operations.flatMap((each) =>
      Array<Operation>(WEIGHTS[each.id] ?? USUAL_WEIGHT).fill(each),
    );
  }

  /** With `mayStall`, this may be one that takes as long as the service is patient. */
  step(number: number, world: World, mayStall: boolean): Step {
    const chance = this.#random.fork(`request ${number}`);
    const isTurn = number % STALLING_EVERY === 0 || this.#turns.stalling < STALLING_TRICKS.length;
    if (mayStall && isTurn) return this.#trick('stalling', STALLING_TRICKS, number, chance, world);
    if (chance.happens(TRICK_SHARE)) return this.#trick('trick', TRICKS, number, chance, world);
    const id = `fuzz-${number}`;
    if (chance.happens(REPLAY_SHARE) && world.completed.length > 0)
      return { kind: 'replay', draft: this.#replay(chance.pick(world.completed), chance, id), chance };
    const draft = chance.happens(SOUND_SHARE)
      ? this.#sound(chance, world, id)
      : this.#spoilt(chance, world, id, SPOILERS);
    return { kind: 'request', draft, chance };
  }

  #draft(chance: Random, world: World, id: string, operationId?: string): Draft {
    const operation = this.#operations.find((each) => each.id === operationId) ?? chance.pick(this.#operations);
    const context = { description: this.#description, chance, nowMs: Date.now() };
    return draftRequest(context, operation, chance.pick(world.accounts), id);
  }

  #sound(chance: Random, world: World, id: string, operationId?: string): Draft {
    const draft = this.#draft(chance, world, id, operationId);
    spoil(draft, [], { chance, world, description: this.#description });
    return draft;
  }

  /** Spoilt by the one whose turn it is, and often by others too. */
  #spoilt(chance: Random, world: World, id: string, choice: readonly Spoiler[]): Draft {
    const first = choice[this.#turns.spoiler % choice.length] as Spoiler;
    this.#turns.spoiler += 1;
    const others = Array.from({ length: chance.pick([0, 0, 0, 1, 1, 2]) }, () => chance.pick(choice));
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const draft = this.#draft(chance, world, id);
      spoil(draft, [first, ...others], { chance, world, description: this.#description });
      if (draft.spoilers.includes(first.name)) return draft;
    }
    return this.#sound(chance, world, id);
  }

  /** The same request again; the same to the service also when its members come in another order and with white space. */
  #replay({ account, method, path, key, body }: Completed, chance: Random, id: string): Draft {
    const draft = this.#sound(chance, { accounts: [account] } as unknown as World, id);
    const operation = this.#description.operationAt(method, path) ?? draft.operation;
    const isReshaped = body !== undefined && body.length > 0 && chance.happens(0.5);
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
      body: isReshaped ? reshaped(body, chance) : body,
    };
  }

  #trick(kind: 'trick' | 'stalling', tricks: readonly Trick[], number: number, chance: Random, world: World): Step {
    const trick = tricks[this.#turns[kind] % tricks.length] as Trick;
    this.#turns[kind] += 1;
    let made = 0;
    const nextId = () => `fuzz-${number}-${made++}`;
    const tools: TrickTools = {
      chance,
      request: (operationId) => this.#sound(chance, world, nextId(), operationId),
      spoilt: () => this.#spoilt(chance, world, nextId(), PIPELINABLE),
    };
    return { kind, exchange: { name: trick.name, ...trick.make(tools) } };
  }
}

function reshaped(body: Buffer, chance: Random): Buffer {
  const members = Object.entries(JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>);
  return Buffer.from(JSON.stringify(Object.fromEntries(chance.shuffle(members)), null, chance.between(0, 4)));
}
