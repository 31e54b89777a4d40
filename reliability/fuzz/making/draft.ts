import type { Random } from '../../support/random.ts';
import type { Description, Operation } from './description.ts';
import { type Json, render, treeOf } from './json.ts';
import { type ValueMaker, validValue } from './values.ts';
import { type Account, knownTo } from './world.ts';

/** A request in the making: valid at first, then spoilt part by part. */
export interface Draft {
  operation: Operation;
  account: Account;
  method: string;
  /** As it stands in the request line, without the query. */
  path: string;
  /** Parts such as `page=1`, as they stand in the request line. */
  query: string[];
  version: string;
  headers: [name: string, value: string][];
  json: Json | undefined;
  /** The bytes of the body, once it is written. */
  body: Buffer | undefined;
  isChunked: boolean;
  /** The names of what was done to it. */
  spoilers: string[];
}

export interface DraftContext {
  description: Description;
  chance: Random;
  nowMs: number;
}

/** A request for an operation as its description asks for, on things that exist. */
export function draftRequest(
  { description, chance, nowMs }: DraftContext,
  operation: Operation,
  account: Account,
  requestId: string,
): Draft {
  const maker: ValueMaker = { description, chance, nowMs, known: knownTo(account) };
  const value = (name: string) => String(validValue(maker, parameter(operation, name), name));
  const chosen = operation.parameters.filter(({ required }) => required || chance.happens(0.4));
  const inPlace = (place: string) => chosen.filter((each) => each.in === place).map(({ name }) => name);
  const query = inOrder(inPlace('query').map((name): [string, string] => [name, value(name)]));
  const json = operation.body && bodyOf(maker, operation);
  const hasBody = json !== undefined && (operation.bodyIsRequired || chance.happens(0.6));
  return {
    operation,
    account,
    method: operation.method,
    path: operation.template.replace(/\{([^}]+)\}/g, (_, name) => value(name)),
    query: query.map(([name, text]) => `${name}=${encodeURIComponent(text)}`),
    version: 'HTTP/1.1',
    headers: [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${account.apiKey}`],
      ['X-Request-Id', requestId],
      ...inPlace('header')
        .filter((name) => name !== 'X-Request-Id')
        .map((name): [string, string] => [name, value(name)]),
      ...(hasBody ? [['Content-Type', chance.pick(JSON_TYPES)] as [string, string]] : []),
    ],
    json: hasBody ? json : undefined,
    body: undefined,
    isChunked: chance.happens(0.1),
    spoilers: [],
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
  // A rule that no schema tells: a booking names its rider, in one way or the other.
  if ('clientId' in properties && !('client' in body) && !('clientId' in body)) {
    const name = maker.chance.pick(['client', 'clientId']);
    body[name] = validValue(maker, properties[name] ?? {}, name);
  }
  return treeOf(body);
}

/** Another rule that no schema tells: a range does not end before it begins. */
function inOrder(query: [string, string][]): [string, string][] {
  const [from, to] = ['from', 'to'].map((name) => query.find(([each]) => each === name));
  if (from && to && momentOf(from) > momentOf(to)) [from[1], to[1]] = [to[1], from[1]];
  return query;
}

const momentOf = ([, text]: [string, string]) => Date.parse(text.toUpperCase()); // some engines know no lower-case z

/** Sets a header, in the place of one of that name if there is one. */
export function setHeader(draft: Draft, name: string, value: string): void {
  removeHeader(draft, name);
  draft.headers.push([name, value]);
}

export function removeHeader(draft: Draft, name: string): void {
  draft.headers = draft.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
}

export const headerOf = (draft: Draft, name: string): string | undefined =>
  draft.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

/** Writes the body's bytes, once its members are as they shall be. */
export function writeBody(draft: Draft): void {
  if (draft.json !== undefined) draft.body = Buffer.from(render(draft.json));
}
