import type { Random } from '../../support/random.ts';
import type { Description, Schema } from '../making/description.ts';
import type { Draft } from '../making/draft.ts';
import { type Json, JsonObject } from '../making/json.ts';
import type { World } from '../making/world.ts';

export interface MutationContext {
  random: Random;
  world: World;
  description: Description;
}

/** One named way to change a valid request, mostly for the worse. */
export interface Mutation {
  name: string;
  /** Changes the draft; false if it does not apply. */
  mutate(draft: Draft, context: MutationContext): boolean;
}

/** A member somewhere in a body, with its schema. */
export interface Spot {
  parent: JsonObject;
  index: number;
  name: string;
  schema: Schema | undefined;
}

/** Every member of the body, at any depth. */
export function spotsOf(draft: Draft, description: Description): Spot[] {
  return draft.operation.body ? within(draft.json, draft.operation.body, description) : [];
}

function within(value: Json | undefined, given: Schema | undefined, description: Description): Spot[] {
  if (!(value instanceof JsonObject)) return [];
  const schema = given && description.resolve(given);
  return value.members.flatMap(([name, member], index) => {
    const own = typeof name === 'string' ? schema?.properties?.[name] : undefined;
    const spot = { parent: value, index, name: String(name), schema: own && description.resolve(own) };
    return [spot, ...within(member, own, description)];
  });
}

function putAt({ parent, index }: Spot, value: Json): void {
  const member = parent.members[index];
  if (member) member[1] = value;
}

/** Replaces the value of one of the chosen members; false if there is none. */
export function replaceSome(
  draft: Draft,
  { random, description }: MutationContext,
  isChosen: (spot: Spot) => boolean,
  value: (spot: Spot) => Json,
): boolean {
  const spots = spotsOf(draft, description).filter(isChosen);
  if (spots.length === 0) return false;
  const spot = random.pick(spots);
  putAt(spot, value(spot));
  return true;
}

export const ofHeaders = (
  name: string,
  change: (draft: Draft, random: Random, context: MutationContext) => void,
): Mutation => ({
  name,
  mutate(draft, context) {
    change(draft, context.random, context);
    return true;
  },
});

/** Text as the bytes of a header value. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
