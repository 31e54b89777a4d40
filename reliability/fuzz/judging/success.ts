import { validate } from '../../support/openapi.ts';
import type { Operation } from '../making/description.ts';
import { type Draft, targetOf } from '../making/draft.ts';
import type { Account, World } from '../making/world.ts';
import { describedPath } from './contract.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const MOST_BODY_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/** The values of a header, as HTTP trims them. */
export const valuesOf = (draft: Draft, name: string): string[] =>
  draft.headers
    .filter(([each]) => each.toLowerCase() === name)
    .map(([, value]) => value.replace(/^[\t ]+|[\t ]+$/g, ''));

/** Whose valid key the request carries; two headers are as good as none. */
export function callerOf(draft: Draft, world: World): Account | undefined {
  const [authorization = '', ...others] = valuesOf(draft, 'authorization');
  const key = others.length > 0 ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  return world.accounts.find(({ apiKey }) => apiKey === key);
}

/** Why a request should not have succeeded: the description forbids it, or the caller has no right to it. */
export function wrongfulSuccess(draft: Draft, operation: Operation, world: World): string[] {
  const caller = callerOf(draft, world);
  if (!caller) return ['a success without a valid key'];
  return [
    ...(operation.body ? bodyFaults(draft, operation, caller) : []),
    ...queryFaults(draft, operation),
    ...headerFaults(draft, operation),
    ...recordFaults(draft, caller, world),
  ];
}

/** The body as the service read it; undefined if there is none. Throws if there is one that cannot be read. */
export function sentBody({ body }: Draft): unknown {
  return body === undefined || body.length === 0 ? undefined : JSON.parse(utf8.decode(body));
}

function bodyFaults(draft: Draft, { body: schema = {}, bodyIsRequired }: Operation, caller: Account): string[] {
  const { body } = draft;
  if (body === undefined || body.length === 0) return bodyIsRequired ? ['a success without the body it needs'] : [];
  if (body.length > MOST_BODY_BYTES) return [`a success with a body of ${body.length} bytes`];
  const type = valuesOf(draft, 'content-type')[0] ?? '';
  if (!JSON_TYPE.test(type)) return [`a success with content type ${JSON.stringify(type)}`];
  try {
    const sent = sentBody(draft);
    // The service accepts more date formats than RFC 3339; its own tests cover those.
    const faults = validate(schema, sent).filter((fault) => !fault.includes('format "date-time"'));
    return [...faults.map((fault) => `a success though${fault}`), ...unowned(sent as Record<string, unknown>, caller)];
  } catch (error) {
    return [`a success with a body that cannot be read: ${(error as Error).message}`];
  }
}

function unowned(body: Record<string, unknown>, { owned }: Account): string[] {
  return Object.entries(owned)
    .filter(([name, ids]) => typeof body[name] === 'string' && !ids.includes(String(body[name]).toLowerCase()))
    .map(([name]) => `a success with a ${name} that the account does not own`);
}

export const queryOf = (draft: Draft): URLSearchParams =>
  new URLSearchParams((/[?#](.*)$/s.exec(targetOf(draft))?.[1] ?? '').replace(/[^&=]+/g, asDecoded));

/** The service takes a name or a value that it cannot decode as it is written. */
function asDecoded(part: string): string {
  try {
    decodeURIComponent(part);
    return part;
  } catch {
    return part.replaceAll('%', '%25');
  }
}

function queryFaults(draft: Draft, { parameters }: Operation): string[] {
  const query = queryOf(draft);
  return [...new Set(query.keys())].flatMap((name) => {
    const described = parameters.find((each) => each.in === 'query' && each.name === name);
    const values = query.getAll(name);
    if (!described) return [`a success with the unknown query parameter ${JSON.stringify(name)}`];
    if (values.length > 1) return [`a success with ${name} given ${values.length} times`];
    const { format: _, anyOf: __, ...schema } = described.schema; // the service's own tests cover its dates
    const value = schema.type === 'integer' && /^-?\d+$/.test(values[0] ?? '') ? Number(values[0]) : values[0];
    return validate(schema, value).map((fault) => `a success though ${name}${fault}`);
  });
}

function headerFaults(draft: Draft, { parameters }: Operation): string[] {
  return parameters
    .filter((each) => each.in === 'header' && each.schema.pattern !== undefined)
    .flatMap(({ name, required, schema }) => {
      const values = valuesOf(draft, name.toLowerCase());
      if (values.length === 0) return required ? [`a success without ${name}`] : [];
      return new RegExp(schema.pattern ?? '').test(values.join(', ')) ? [] : [`a success with a malformed ${name}`];
    });
}

function recordFaults(draft: Draft, caller: Account, world: World): string[] {
  const owner = world.ownerOf(recordIdOf(draft));
  return owner !== undefined && owner !== caller ? ["a success with another account's record"] : [];
}

/** The record that a path names, however it is written. */
export const recordIdOf = (draft: Draft): string =>
  /^\/v1\/[^/]+\/([^/]+)/.exec(describedPath(targetOf(draft)))?.[1]?.toLowerCase() ?? '';
