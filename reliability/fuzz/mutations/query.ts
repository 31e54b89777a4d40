import type { Random } from '../../support/random.ts';
import type { Parameter, Schema } from '../making/description.ts';
import type { Draft } from '../making/draft.ts';
import { anyText } from '../making/values.ts';
import type { Mutation, MutationContext } from './mutation.ts';
import { aroundBounds, INHERITED, ODD_DATES, ODD_INTEGERS } from './oddities.ts';

const PERCENT_FAULTS = ['%', '%z', '%zz', '%E0%A4%A', '%u0041', '%%%', '%C0%80', '%ED%A0%80', '%FF'];
const SIGNS = ['&&&', '=', '==', '?', '??', '#', 'a', 'a&b', ';', '+', '/', '//', '\\', '"', '{}', '|', '`', '<>'];

/** Mostly for operations with query parameters, since the others refuse any query. */
const addQuery = (name: string, part: (context: MutationContext, draft: Draft) => string): Mutation => ({
  name,
  mutate(draft, context) {
    if (!draft.operation.parameters.some((each) => each.in === 'query') && context.random.happens(0.9)) return false;
    draft.query.splice(context.random.between(0, draft.query.length), 0, part(context, draft));
    return true;
  },
});

/** A query parameter of the description. */
function someParameter({ random, description }: MutationContext, isChosen: (schema: Schema) => boolean): Parameter {
  const parameters = description.operations.flatMap((operation) => operation.parameters);
  return random.pick(parameters.filter((each) => each.in === 'query' && isChosen(description.resolve(each.schema))));
}
const someName = (context: MutationContext, isChosen: (schema: Schema) => boolean = () => true) =>
  someParameter(context, isChosen).name;
const isInteger = ({ type }: Schema) => type === 'integer';
const isDate = ({ anyOf = [] }: Schema) => anyOf.some(({ format }) => format === 'date');
const isBounded = (schema: Schema) => aroundBounds(schema).length > 0;

/** Any text, as a query can carry it. */
const encoded = (random: Random) => encodeURIComponent(anyText(random, 0, 40));

export const queryMutations: Mutation[] = [
  addQuery('an unknown query parameter', ({ random }) => `${encoded(random)}=${encoded(random)}`),
  {
    name: 'a query parameter twice',
    mutate(draft, { random }) {
      if (draft.query.length === 0) return false;
      const part = random.pick(draft.query);
      draft.query.push(random.happens(0.5) ? part : `${part.split('=')[0]}=${random.pick(ODD_INTEGERS)}`);
      return true;
    },
  },
  addQuery('a query value at its bound or beyond', (context) => {
    const { name, schema } = someParameter(context, isBounded);
    const value = context.random.pick(aroundBounds(context.description.resolve(schema)));
    return `${name}=${encodeURIComponent(String(value))}`;
  }),
  addQuery('a query of arrays and objects', (context) => {
    const rest = context.random.pick(['[]=1', '[0]=1&page[1]=2', '[$gt]=0', '.a=1', '[__proto__][a]=1', '=1,2']);
    return `${someName(context)}${rest}`;
  }),
  addQuery('a query with broken percent signs', (context) => {
    const fault = context.random.pick(PERCENT_FAULTS);
    return `${someName(context)}${context.random.happens(0.5) ? '' : fault}=${fault}`;
  }),
  addQuery('a query with a zero character', (context) => {
    const value = context.random.pick(['%00', 'CONFIRMED%00', '1%00', '2027-01-01%00']);
    return `${someName(context)}=${value}`;
  }),
  addQuery('a query of inherited names', ({ random }) => `${random.pick(INHERITED)}${random.pick(['', '[a]'])}=1`),
  addQuery('an odd number in the query', (context) => {
    return `${someName(context, isInteger)}=${encodeURIComponent(context.random.pick(ODD_INTEGERS))}`;
  }),
  addQuery('an odd date in the query', (context) => {
    const date = context.random.pick(ODD_DATES);
    return `${someName(context, isDate)}=${context.random.happens(0.5) ? date : encodeURIComponent(date)}`;
  }),
  addQuery('odd text in the query', (context) => `${someName(context)}=${encoded(context.random)}`),
  addQuery('a query of signs', ({ random }) => random.pick(SIGNS)),
  addQuery('a very long query', ({ random }) =>
    random.pick([`page=${'1'.repeat(5_000)}`, 'a=1&'.repeat(2_000), `${'a'.repeat(9_000)}=1`]),
  ),
  addQuery('a key in the query', (_, { account }) => `access_token=${account.apiKey}&api_key=${account.apiKey}`),
];
