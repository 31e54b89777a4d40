import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi/document.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a stranger would read it
type Loose = any;

const document: Loose = openApiDocument('');
const resolved = (schema: Loose): Loose =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

/** An enumeration may grow in requests, where each value is a line, but not in responses. */
function typesOf({ type = 'any', nullable = false, enum: values }: Loose, path: string): string[] {
  const name = [type, ...(nullable ? ['null'] : [])].join('|');
  if (!values) return [name];
  const isRequest = path.split(/[ .]/)[1] === 'request';
  return isRequest
    ? [`${name} enum`, ...values.map((value: Loose) => `${name} enum ${value}`)]
    : [`${name} ${[...values].sort().join(',')}`];
}

/** Lines for the value and each member within. */
function linesOf(given: Loose, path: string): string[] {
  const schema = resolved(given);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    linesOf(member, `${path}.${name}`),
  );
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...typesOf(schema, path).map((type) => `${path} ${type}`),
    ...members,
    ...(schema.items ? linesOf(schema.items, `${path}[]`) : []),
    ...parts.flatMap((part) => linesOf(part, path)),
  ];
}

/** What may be left out of a request. */
function optionalIn(given: Loose, path: string): string[] {
  const { properties = {}, required = [] } = resolved(given);
  return Object.entries(properties).flatMap(([name, member]) => [
    ...(required.includes(name) ? [] : [`${path}.${name} may be left out`]),
    ...optionalIn(member, `${path}.${name}`),
  ]);
}

const operations: Loose[] = Object.values(document.paths).flatMap((methods) => Object.values(methods as object));
const lines = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => {
  const asked = `${operationId} request`;
  const body = requestBody?.content['application/json'].schema;
  return [
    ...parameters
      .map(resolvedParameter)
      .flatMap(({ name, required, schema }: Loose) => [
        ...linesOf(schema, `${asked} ${name}`),
        ...(required ? [] : [`${asked} ${name} may be left out`]),
      ]),
    ...(body ? [...linesOf(body, asked), ...optionalIn(body, asked)] : []),
    ...Object.entries(responses as object)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content }]) =>
        linesOf(content?.['application/json']?.schema ?? {}, `${operationId} ${status}`),
      ),
  ];
});
function resolvedParameter(parameter: Loose): Loose {
  return parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)] : parameter;
}
const now = [...new Set(lines)].sort();
const FILE = join(import.meta.dirname, 'promised.txt');
const promised = readFileSync(FILE, 'utf8').trim().split('\n');

it('keeps what it promised: no member, type, value of an enumeration or permission to leave out is gone or changed', () => {
  expect(promised.length).toBeGreaterThan(300);
  expect(promised.filter((line) => !now.includes(line))).toEqual([]);
});

it('has promised everything that the description says; with -u, vitest adds what is new and removes nothing', async () => {
  const all = [...new Set([...promised, ...now])].sort();
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot(FILE);
});
