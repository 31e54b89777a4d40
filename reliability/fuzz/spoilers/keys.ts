import type { Random } from '../../support/random.ts';
import { headerOf, removeHeader, setHeader } from '../making/draft.ts';
import { ofHeaders, type Spoiler, utf8 } from './spoiler.ts';

const ODD_KEYS = [
  ...['', '0', 'null', 'short', '1234567', '12345678', '________', '--------', '../../../etc', "' OR 1=1 --"],
  ...[
    'k'.repeat(200),
    'k'.repeat(201),
    'k'.repeat(7_000),
    'two words here',
    'semi;colon;',
    'a,b,c,d,e',
    'tab\there-here',
  ],
  ...['"quoted-key"', '{"a":"bcdefg"}', '%00%00%00%00', utf8('clé-unique-é'), utf8('🚕🚕🚕🚕')],
];

/** What can be wrong with an Idempotency-Key. */
export const idempotencySpoilers: Spoiler[] = [
  ofHeaders('no Idempotency-Key', (draft) => removeHeader(draft, 'Idempotency-Key')),
  ofHeaders('an odd Idempotency-Key', (draft, chance) => setHeader(draft, 'Idempotency-Key', chance.pick(ODD_KEYS))),
  ofHeaders('two Idempotency-Keys', (draft, chance) => {
    const first = headerOf(draft, 'Idempotency-Key') ?? 'first-of-two-keys';
    draft.headers.push(['Idempotency-Key', first], ['idempotency-key', chance.pick([first, 'second-of-two', ''])]);
  }),
  {
    name: 'the Idempotency-Key of another request',
    spoil(draft, { chance, world }) {
      if (world.completed.length === 0) return false;
      setHeader(draft, 'Idempotency-Key', chance.pick(world.completed).key);
      return true;
    },
  },
];

const NO_KEYS = ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Bearer null', 'Bearer trip_live_', 'Digest x="y"'];

/** A key made into something that opens nothing. */
const BAD_AUTHORIZATIONS: ((key: string, chance: Random) => string)[] = [
  (_, chance) => chance.pick(NO_KEYS),
  (key, chance) => `Bearer ${key.slice(0, chance.between(1, key.length - 1))}`,
  (key, chance) => `Bearer ${key}${chance.pick(['A', '=', '.', ' x', ',', "'", '%00'])}`,
  (key) => `Bearer ${key.toUpperCase()}`,
  (key) => `Bearer ${key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
  (key) => `Bearer ${key.replace('trip_live_', 'trip_test_')}`,
  (key) => `Bearer ${key.replace(/_[0-9a-f]{24}/, `_${'0'.repeat(24)}`)}`,
  (key) => `Bearer ${key.replace('.', '..')}`,
  (key) => `Bearer "${key}"`,
  (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  (key) => key,
  (key) => `Bearer ${utf8('é')}${key}`,
  (_, chance) => `Bearer ${chance.pick(['a', ' ', '\u00ff']).repeat(8_000)}`,
];

/** What can be wrong with an Authorization, and what only looks wrong. */
export const authorizationSpoilers: Spoiler[] = [
  ofHeaders('no Authorization', (draft) => removeHeader(draft, 'Authorization')),
  ofHeaders('a bad Authorization', (draft, chance) =>
    setHeader(draft, 'Authorization', chance.pick(BAD_AUTHORIZATIONS)(draft.account.apiKey, chance)),
  ),
  ofHeaders('a dead key', (draft, chance, { world }) =>
    setHeader(draft, 'Authorization', `Bearer ${chance.pick(world.deadKeys)}`),
  ),
  ofHeaders('an Authorization in another case', (draft, chance) => {
    const scheme = chance.pick(['bearer ', 'BEARER   ', 'bEaReR ']);
    const name = chance.pick(['authorization', 'AUTHORIZATION']);
    setHeader(draft, name, `${scheme}${draft.account.apiKey}${chance.pick(['', '  '])}`);
  }),
  ofHeaders('two Authorizations', (draft, chance, { world }) => {
    const other = chance.pick([world.otherThan(draft.account, chance).apiKey, 'rubbish', draft.account.apiKey]);
    const second: [string, string] = ['Authorization', `Bearer ${other}`];
    if (chance.happens(0.5)) draft.headers.push(second);
    else draft.headers.unshift(second);
  }),
  ofHeaders("another account's key", (draft, chance, { world }) =>
    setHeader(draft, 'Authorization', `Bearer ${world.otherThan(draft.account, chance).apiKey}`),
  ),
];
