import type { Random } from '../../support/random.ts';
import type { Description, Operation } from './description.ts';
import { type Json, render, treeOf } from './json.ts';
import { type ValueMaker, validValue } from './values.ts';
import { type Account, knownTo, parametersKnownTo } from './world.ts';

/** A request in the making: valid at first, then mutated. */
export interface Draft {
  operation: Operation;
  account: Account;
  method: string;
  /** As in the request line, without the query. */
  path: string;
  /** Parts such as `page=1`, as in the request line. */
  query: string[];
  version: string;
  headers: [name: string, value: string][];
  json: Json | undefined;
  /** The bytes of the body, once it is written. */
  body: Buffer | undefined;
  isChunked: boolean;
  mutations: string[];
}

interface DraftContext {
  description: Description;
  random: Random;
  nowMs: number;
}

/** A valid request for an operation, on things that exist. */
export function draftRequest(
  { description, random, nowMs }: DraftContext,
  operation: Operation,
  account: Account,
  requestId: string,
): Draft {
  const maker: ValueMaker = { description, random, nowMs, known: knownTo(account) };
  const ofParameters = { ...maker, known: parametersKnownTo(account, operation) };
  const value = (name: string) => String(validValue(ofParameters, parameter(operation, name), name));
  const chosen = operation.parameters.filter(({ required }) => required || random.happens(0.4));
  const inPlace = (place: string) => chosen.filter((each) => each.in === place).map(({ name }) => name);
  const query = inOrder(inPlace('query').map((name): [string, string] => [name, value(name)]));
  const json = operation.body && bodyOf(maker, operation);
  const hasBody = json !== undefined && (operation.bodyIsRequired || random.happens(0.6));
  return {
    operation,
    account,
    method: operation.method,
    path: operation.template.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(value(name))),
    query: query.map(([name, text]) => `${name}=${encodeURIComponent(text)}`),
    version: 'HTTP/1.1',
    headers: [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${account.apiKey}`],
      ['X-Request-Id', requestId],
      ...inPlace('header')
        .filter((name) => name !== 'X-Request-Id')
        .map((name): [string, string] => [name, value(name)]),
      ...(hasBody ? [['Content-Type', random.pick(JSON_TYPES)] as [string, string]] : []),
    ],
    json: hasBody ? json : undefined,
    body: undefined,
    isChunked: random.happens(0.1),
    mutations: [],
  };
}

const JSON_TYPES = [
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
];

function parameter({ parameters }: Operation, name: string) {
  const found = parameters.find((each) => each.name === name);
  if (!found) throw new Error(`the description has no parameter ${name}`);
  return found.schema;
}

function bodyOf(maker: ValueMaker, operation: Operation): Json {
  const body = validValue(maker, operation.body ?? {}) as Record<string, unknown>;
  const { properties = {} } = maker.description.resolve(operation.body ?? {});
  // A rule that the schema does not express: a booking names its rider, one way or the other.
  if ('clientId' in properties && !('client' in body) && !('clientId' in body)) {
    const name = maker.random.pick(['client', 'clientId']);
    body[name] = validValue(maker, properties[name] ?? {}, name);
  }
  return treeOf(body);
}

/** Another rule that the schema does not express: a range does not end before it begins. */
function inOrder(query: [string, string][]): [string, string][] {
  const [from, to] = ['from', 'to'].map((name) => query.find(([each]) => each === name));
  if (from && to && momentOf(from) > momentOf(to)) [from[1], to[1]] = [to[1], from[1]];
  return query;
}

const momentOf = ([, text]: [string, string]) => Date.parse(text.toUpperCase()); // some engines do not accept a lower-case z

export function setHeader(draft: Draft, name: string, value: string): void {
  removeHeader(draft, name);
  draft.headers.push([name, value]);
}

export function removeHeader(draft: Draft, name: string): void {
  draft.headers = draft.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
}

export const headerOf = (draft: Draft, name: string): string | undefined =>
  draft.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

/** Writes the body's bytes, once its members are final. */
export function writeBody(draft: Draft): void {
  if (draft.json !== undefined) draft.body = Buffer.from(render(draft.json));
}

/** The request target: path and query. */
export const targetOf = ({ path, query }: Pick<Draft, 'path' | 'query'>): string =>
  query.length === 0 ? path : `${path}?${query.join('&')}`;

/** The request's bytes. Header values are written as they are, even what no client would send. */
export function bytesOf(draft: Draft, random: Random): Buffer {
  const { body } = draft;
  if (body === undefined) return headOf(draft);
  if (draft.isChunked) return Buffer.concat([headOf(draft, ['Transfer-Encoding', 'chunked']), chunksOf(body, random)]);
  return Buffer.concat([headOf(draft, ['Content-Length', String(body.length)]), body]);
}

/** The head, with the headers that say where the body ends. */
export function headOf(draft: Draft, ...framing: [name: string, value: string][]): Buffer {
  const lines = [...draft.headers, ...framing].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${draft.method} ${targetOf(draft)} ${draft.version}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** A body in well-formed chunks of any size, some with extensions or leading zeros. */
export function chunksOf(body: Buffer, random: Random): Buffer {
  const chunks: Buffer[] = [];
  const most = random.pick([7, 100, 5_000, 100_000]);
  const least = Math.max(1, Math.floor(body.length / 200));
  for (let start = 0; start < body.length; ) {
    const data = body.subarray(start, start + random.between(least, Math.max(least, most)));
    const size = data.length.toString(16);
    const line = random.pick([size, size, size, size.toUpperCase(), `000${size}`, `${size};name=value`]);
    chunks.push(Buffer.from(`${line}\r\n`), data, Buffer.from('\r\n'));
    start += data.length;
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}
