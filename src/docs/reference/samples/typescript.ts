import { success } from '../description.ts';
import type { SampleCall } from './call.ts';
import { literal, type Notation } from './literal.ts';

const TYPESCRIPT: Notation = {
  indent: '  ',
  name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)),
  text: quoted,
  words: ['true', 'false', 'null'],
};

/** Uses the SDK, whose methods follow the paths: `POST /v1/trips/{id}/cancel` is `api.trips.cancel(id, …)`. */
export function typescriptSample(call: SampleCall): string {
  return [
    "import { TripBooking } from '@trip-booking/client';",
    '',
    'const api = new TripBooking({',
    `  baseUrl: ${quoted(call.api)},`,
    "  apiKey: process.env.API_KEY ?? '',",
    '});',
    '',
    usage(call),
  ].join('\n');
}

function usage(call: SampleCall): string {
  const { operation, pathValues, query, body } = call;
  const [resource = '', action] = operation.path
    .split('/')
    .slice(2)
    .filter((part) => !part.startsWith('{'))
    .map(camelCase);
  const values = [
    ...pathValues,
    ...(Object.keys(query).length > 0 ? [query] : []),
    ...(body === undefined ? [] : [body]),
  ];
  const name = action ?? verb(call);
  const method = `api.${resource}.${name}(${values.map((value) => literal(value, TYPESCRIPT)).join(', ')})`;
  const { schema } = success(operation);
  const data = schema?.properties?.data;
  if (data?.type === 'array') {
    const item = singular(action ?? resource);
    return `for await (const ${item} of ${method}) {\n  console.log(${item});\n}`;
  }
  if (!data || RETURN_NOTHING.has(name)) return `await ${method};`;
  const result = RESULTS[name] ?? singular(resource);
  return `const ${result} = await ${method};\nconsole.log(${result});`;
}

/** Methods that return nothing, although the response has data. */
const RETURN_NOTHING = new Set(['delete', 'redeliver']);

/** What actions return that is not the resource itself. */
const RESULTS: Record<string, string> = { test: 'attempt' };

const VERBS: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' };

const verb = ({ operation, pathValues }: SampleCall) =>
  VERBS[operation.method] ?? (pathValues.length > 0 ? 'get' : 'list');

const camelCase = (words: string) => words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const singular = (plural: string) => plural.replace(/ies$/, 'y').replace(/s$/, '');

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
