import type { Random } from '../../support/random.ts';
import type { Draft } from '../making/draft.ts';
import { type Account, recordNameOf } from '../making/world.ts';
import type { Mutation, MutationContext } from './mutation.ts';

const ODD_IDS = [
  ...['0', 'null', 'undefined', ':id', '*', '{id}', "'", '__proto__', 'cancel', 'trips', '-1', '1e5', ''],
  ...['%', '%zz', '%00', '%2e%2e', '..', '.', '%2F', '%5c', '%F0%9F%9A%95', '%ED%A0%80', '%0d%0aX-Evil:%201'],
  ...['0'.repeat(23), '0'.repeat(25), 'G'.repeat(24), 'a'.repeat(5_000)],
];

const PARAMETER = /\{[^}]+\}/;

/** The newest record of the account that the path could name. */
const newest = ({ owned }: Account, { operation }: Draft) => owned[recordNameOf(operation)]?.at(-1);

const ofId = (name: string, id: (context: MutationContext, draft: Draft) => string | undefined): Mutation => ({
  name,
  mutate(draft, context) {
    const replacement = id(context, draft);
    if (!PARAMETER.test(draft.operation.template) || replacement === undefined) return false;
    draft.path = draft.operation.template.replace(PARAMETER, () => replacement);
    return true;
  },
});

const ofPath = (name: string, change: (path: string, random: Random) => string): Mutation => ({
  name,
  mutate(draft, { random }) {
    draft.path = change(draft.path, random);
    return true;
  },
});

const asPercents = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const CLIMBING = ['/v1/..$', '/x/../..$', '/%2e%2e$', '$/../../healthz', '/..%2f..%2fetc/passwd', '/v1/./trips'];
const ORIGINS = [
  ...['http://localhost', 'http://evil.example:80', 'https://a@b', 'HTTP://LOCALHOST', 'ftp://x', 'http://'],
  ...['http://[', 'http://a?', 'http://:x@:0'],
];
const OTHER_PATHS = [
  ...['/', '/v1', '/v1/', '/v2/trips', '/healthz', '/readyz', '/metrics', '/v1/openapi.json', '/favicon.ico'],
  ...['*', '/.env', 'v1/trips', '', '?', '//'],
];
const SIGNS = [';a=1', '#part', ',', "'", '"', '<', '|', '\\', '~', '*', '\u00e9', '@', ':80', '$', '!'];

export const pathMutations: Mutation[] = [
  ofId('an odd id in the path', ({ random }) => random.pick(ODD_IDS)),
  ofId("another account's record", ({ random, world }, draft) => newest(world.otherThan(draft.account, random), draft)),
  ofId('an id in capitals', (_, draft) => newest(draft.account, draft)?.toUpperCase()),
  ofPath('a path that climbs', (path, random) => random.pick(CLIMBING).replace('$', () => path)),
  ofPath('encoded slashes', (path, random) =>
    path.replaceAll('/', () => random.pick(['/', '%2F', '%5C', '//', '/%2F'])),
  ),
  ofPath('one slash more', (path, random) => random.pick([`${path}/`, `/${path}`, `${path}//`, `/.${path}`])),
  ofPath('encoded letters', (path, random) =>
    path.replace(/[a-z]/g, (letter) => (random.happens(0.2) ? asPercents(letter) : letter)),
  ),
  ofPath('capitals in the path', (path) => path.toUpperCase()),
  ofPath('broken percent signs in the path', (path, random) => {
    return `${path}${random.pick(['%', '%2', '%zz', '%E0%A4', '%00', '%'.repeat(50)])}`;
  }),
  ofPath('signs in the path', (path, random) => `${path}${random.pick(SIGNS)}`),
  ofPath('an absolute URL', (path, random) => `${random.pick(ORIGINS)}${path}`),
  ofPath('another path', (_, random) => random.pick(OTHER_PATHS)),
  ofPath('a very long path', (path, random) => {
    return `${path}${random.pick(['/a', 'a', '%41', '/..', '//']).repeat(random.pick([100, 1_500]))}`;
  }),
];

const METHODS = [
  ...['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'MKCOL', 'PURGE', 'LINK', 'SUBSCRIBE'],
  ...['SEARCH', 'UNLOCK', 'SOURCE'],
];
const INVENTED = [
  'BREW',
  'get',
  'Post',
  'GETT',
  'G',
  'GE T',
  'PRI',
  '\u00c9',
  'GET\u0000',
  '123',
  '"GET"',
  'A'.repeat(300),
];

const withMethod = (name: string, methods: readonly string[]): Mutation => ({
  name,
  mutate(draft, { random }) {
    draft.method = random.pick(methods);
    return true;
  },
});

export const methodMutations: Mutation[] = [
  withMethod('a method of another operation', ['GET', 'POST']),
  withMethod('HEAD', ['HEAD']),
  withMethod('a method without an operation', METHODS),
  withMethod('an invented method', INVENTED),
];
