import { type Json, JsonObject, RawJson } from '../making/json.ts';
import { anyText, NOT_BLANK } from '../making/values.ts';
import { type Mutation, replaceSome, type Spot } from './mutation.ts';
import {
  aroundBounds,
  BROKEN_TEXTS,
  GIANT_NUMBERS,
  LONE_SURROGATES,
  NO_NUMBERS,
  ODD_DECIMALS,
  ODD_IDENTIFIERS,
  ODD_MOMENTS,
  ODD_TEXTS,
  ZERO_CHARACTERS,
} from './oddities.ts';

const isText = ({ schema }: Spot) => schema?.type === 'string' && !schema.enum;
const isNumber = ({ schema }: Spot) => schema?.type === 'number' || schema?.type === 'integer';
const isIdentifier = ({ schema }: Spot) => schema?.pattern !== undefined && schema.pattern !== NOT_BLANK;
const isMoment = ({ schema }: Spot) => schema?.format === 'date-time';
const isFreeText = (spot: Spot) => isText(spot) && !isIdentifier(spot) && spot.schema?.format === undefined;
const isBounded = ({ schema }: Spot) => schema !== undefined && aroundBounds(schema).length > 0;
const always = () => true;

/** Replaces a member of some kind by one of these values. */
const oneOf = (name: string, isChosen: (spot: Spot) => boolean, values: readonly Json[]): Mutation => ({
  name,
  mutate: (draft, context) => replaceSome(draft, context, isChosen, () => context.random.pick(values)),
});

/** The same with raw JSON. */
const oneOfRaw = (name: string, isChosen: (spot: Spot) => boolean, texts: readonly string[]): Mutation =>
  oneOf(
    name,
    isChosen,
    texts.map((text) => new RawJson(text)),
  );

const OTHER_TYPES: Json[] = [null, true, false, 0, -1, 1.5, '', 'text', '1', [], [1, 'a'], new JsonObject(), [[]]];

export const valueMutations: Mutation[] = [
  oneOf('a value of another type', always, OTHER_TYPES),
  oneOf('null for a value', always, [null]),
  {
    name: 'a value at its bound or beyond',
    mutate: (draft, context) =>
      replaceSome(draft, context, isBounded, ({ schema }) => context.random.pick(aroundBounds(schema ?? {}))),
  },
  oneOfRaw('a giant number', isNumber, GIANT_NUMBERS),
  oneOfRaw('a number with odd decimals', isNumber, ODD_DECIMALS),
  oneOfRaw('something like a number', always, NO_NUMBERS),
  oneOfRaw('half a surrogate pair', isText, LONE_SURROGATES),
  oneOfRaw('a zero character', isText, ZERO_CHARACTERS),
  oneOfRaw('broken text', isText, BROKEN_TEXTS),
  oneOf('an odd moment', isMoment, ODD_MOMENTS),
  oneOf('an odd identifier', isIdentifier, ODD_IDENTIFIERS),
  oneOf('odd text', isFreeText, ODD_TEXTS),
  {
    name: 'a very long text',
    mutate: (draft, context) => replaceSome(draft, context, isText, () => anyText(context.random, 5_000, 5_000)),
  },
  {
    name: "another account's identifier",
    mutate(draft, context) {
      const stranger = context.world.otherThan(draft.account, context.random);
      const { serviceTierId: _, ...owned } = stranger.owned; // tiers are everybody's
      return replaceSome(
        draft,
        context,
        ({ name }) => Object.hasOwn(owned, name),
        ({ name }) => context.random.pick(owned[name] ?? []),
      );
    },
  },
];
