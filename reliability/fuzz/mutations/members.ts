import type { Draft } from '../making/draft.ts';
import { type Json, JsonObject, RawJson } from '../making/json.ts';
import { anyText } from '../making/values.ts';
import { type Mutation, type MutationContext, spotsOf } from './mutation.ts';
import { INHERITED } from './oddities.ts';

// Deeper than any recursive parser can go.
const DEPTH = 10_000;

/** One of the objects in a body. */
function someObject(draft: Draft, { random, description }: MutationContext): JsonObject | undefined {
  if (!(draft.json instanceof JsonObject)) return undefined;
  return random.pick([draft.json, ...spotsOf(draft, description).map(({ parent }) => parent)]);
}

const inSomeObject = (name: string, change: (object: JsonObject, context: MutationContext) => boolean): Mutation => ({
  name,
  mutate(draft, context) {
    const object = someObject(draft, context);
    return object !== undefined && change(object, context);
  },
});

const insert = (object: JsonObject, { random }: MutationContext, name: string | RawJson, value: Json): boolean => {
  object.members.splice(random.between(0, object.members.length), 0, [name, value]);
  return true;
};

function nested({ random }: MutationContext): RawJson {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"client":', '}]'],
  ] as const);
  const ends = random.happens(0.6) ? close.repeat(DEPTH) : '';
  return new RawJson(`${open.repeat(DEPTH)}0${ends}`.slice(0, 64_000));
}

const someMember = ({ members }: JsonObject, { random }: MutationContext) =>
  members.length === 0 ? undefined : random.pick(members);

export const memberMutations: Mutation[] = [
  inSomeObject('an unknown member', (object, context) =>
    insert(
      object,
      context,
      anyText(context.random, 0, 40),
      context.random.pick<Json>([null, 1, 'x', [], new JsonObject()]),
    ),
  ),
  inSomeObject('a member that every object inherits', (object, context) => {
    const polluted = new JsonObject([
      ['isAdmin', true],
      ['price', 0],
    ]);
    const value = context.random.pick<Json>([null, 1, 'x', polluted, [], new JsonObject([['prototype', polluted]])]);
    return insert(object, context, context.random.pick(INHERITED), value);
  }),
  inSomeObject('a missing member', (object, { random }) => {
    if (object.members.length === 0) return false;
    object.members.splice(random.between(0, object.members.length - 1), 1);
    return true;
  }),
  inSomeObject('a member twice', (object, context) => {
    const member = someMember(object, context);
    return (
      member !== undefined &&
      insert(object, context, member[0], context.random.pick<Json>([member[1], null, 1, 'other']))
    );
  }),
  inSomeObject('a misspelt member', (object, context) => {
    const member = someMember(object, context);
    if (typeof member?.[0] !== 'string') return false;
    const name = member[0];
    member[0] = context.random.pick([
      name.toUpperCase(),
      `${name} `,
      `\ufeff${name}`,
      name.slice(1),
      `${name}\u0000`,
      `/${name}`,
    ]);
    return true;
  }),
  inSomeObject('a member name with half a surrogate pair', (object, context) =>
    insert(object, context, new RawJson('"\\ud83d"'), 'x'),
  ),
  inSomeObject('a very long member name', (object, context) => insert(object, context, 'n'.repeat(20_000), 1)),
  inSomeObject('thousands of members', (object, { random }) => {
    const sameName = random.happens(0.3);
    for (let index = 0; index < 3_000; index += 1) object.members.push([sameName ? 'm' : `m${index}`, index]);
    return true;
  }),
  inSomeObject('deep nesting', (object, context) => {
    const member = someMember(object, context);
    if (member) member[1] = nested(context);
    return member !== undefined;
  }),
  {
    name: 'another value than an object for a body',
    mutate(draft, context) {
      if (!draft.operation.body || draft.json === undefined) return false;
      const others: Json[] = [
        null,
        true,
        7,
        'text',
        [],
        [draft.json],
        nested(context),
        new RawJson('[]'.repeat(9)),
        new JsonObject(),
      ];
      draft.json = context.random.pick(others);
      return true;
    },
  },
];
