import type { Random } from '../../support/random.ts';
import type { Parameter, Schema } from '../making/description.ts';
import type { Draft } from '../making/draft.ts';
import { anyText } from '../making/texts.ts';
import { aroundBounds } from './bounds.ts';
import { INHERITED, ODD_DATES, ODD_INTEGERS } from './oddities.ts';
import type { Spoiler, SpoilerContext } from './spoiler.ts';

const PERCENT_FAULTS = ['%', '%z', '%zz', '%E0%A4%A', '%u0041', '%%%', '%C0%80', '%ED%A0%80', '%FF'];
const SIGNS = ['&&&', '=', '==', '?', '??', '#', 'a', 'a&b', ';', '+', '/', '//', '\\', '"', '{}', '|', '`', '<>'];

/** Adds to the query; mostly of operations that have one, since the others refuse whatever it is. */
const addQuery = (name: string, part: (context: SpoilerContext, draft: Draft) => string): Spoiler => ({
  name,
  spoil(draft, context) {
    if (!draft.operation.parameters.some((each) => each.in === 'query') && context.chance.happens(0.9)) return false;
    draft.query.splice(context.chance.between(0, draft.query.length), 0, part(context, draft));
    return true;
  },
});

/** A query parameter of the description. */
function someParameter({ chance, description }: SpoilerContext, isChosen: (schema: Schema) => boolean): Parameter {
  const parameters = description.operations.flatMap((operation) => operation.parameters);
  return chance.pick(parameters.filter((each) => each.in === 'query' && isChosen(description.resolve(each.schema))));
}
const someName = (context: SpoilerContext, isChosen: (schema: Schema) => boolean = () => true) =>
  someParameter(context, isChosen).name;
const isInteger = ({ type }: Schema) => type === 'integer';
const isDate = ({ format }: Schema) => format !== undefined;
const isBounded = (schema: Schema) => aroundBounds(schema).length > 0;

/** Any text, as a query can carry it. */
const encoded = (chance: Random) => encodeURIComponent(anyText(chance, 0, 40));

/** What can be wrong with a query. */
export const querySpoilers: Spoiler[] = [
  addQuery('an unknown query parameter', ({ chance }) => `${encoded(chance)}=${encoded(chance)}`),
  {
    name: 'a query parameter twice',
    spoil(draft, { chance }) {
      if (draft.query.length === 0) return false;
      const part = chance.pick(draft.query);
      draft.query.push(chance.happens(0.5) ? part : `${part.split('=')[0]}=${chance.pick(ODD_INTEGERS)}`);
      return true;
    },
  },
  addQuery('a query value at its bound or beyond', (context) => {
    const { name, schema } = someParameter(context, isBounded);
    const value = context.chance.pick(aroundBounds(context.description.resolve(schema)));
    return `${name}=${encodeURIComponent(String(value))}`;
  }),
  addQuery('a query of arrays and objects', (context) => {
    const rest = context.chance.pick(['[]=1', '[0]=1&page[1]=2', '[$gt]=0', '.a=1', '[__proto__][a]=1', '=1,2']);
    return `${someName(context)}${rest}`;
  }),
  addQuery('a query with broken percent signs', (context) => {
    const fault = context.chance.pick(PERCENT_FAULTS);
    return `${someName(context)}${context.chance.happens(0.5) ? '' : fault}=${fault}`;
  }),
  addQuery('a query with a zero character', (context) => {
    const value = context.chance.pick(['%00', 'CONFIRMED%00', '1%00', '2027-01-01%00']);
    return `${someName(context)}=${value}`;
  }),
  addQuery('a query of inherited names', ({ chance }) => `${chance.pick(INHERITED)}${chance.pick(['', '[a]'])}=1`),
  addQuery('an odd number in the query', (context) => {
    return `${someName(context, isInteger)}=${encodeURIComponent(context.chance.pick(ODD_INTEGERS))}`;
  }),
  addQuery('an odd date in the query', (context) => {
    const date = context.chance.pick(ODD_DATES);
    return `${someName(context, isDate)}=${context.chance.happens(0.5) ? date : encodeURIComponent(date)}`;
  }),
  addQuery('odd text in the query', (context) => `${someName(context)}=${encoded(context.chance)}`),
  addQuery('a query of signs', ({ chance }) => chance.pick(SIGNS)),
  addQuery('a very long query', ({ chance }) =>
    chance.pick([`page=${'1'.repeat(5_000)}`, 'a=1&'.repeat(2_000), `${'a'.repeat(9_000)}=1`]),
  ),
  addQuery('a key in the query', (_, { account }) => `access_token=${account.apiKey}&api_key=${account.apiKey}`),
];
