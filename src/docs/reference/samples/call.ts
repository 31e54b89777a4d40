import type { ExampleValues } from '../../exampleValues.ts';
import type { Operation, Parameter } from '../description.ts';

/** A request with example values, from which each language's sample is written. */
export interface SampleCall {
  operation: Operation;
  /** The URL of the service. */
  api: string;
  /** With its parameters filled in. */
  path: string;
  pathValues: string[];
  query: Record<string, string>;
  /** Required headers besides the key and the content type. */
  headers: Record<string, string>;
  body?: unknown;
}

export function sampleCall(operation: Operation, values: ExampleValues): SampleCall {
  const { parameters, body } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const example = body && firstExample(body);
  return {
    operation,
    api: values.api,
    path: inPath.reduce((path, parameter) => path.replace(`{${parameter.name}}`, exampleOf(parameter)), operation.path),
    pathValues: inPath.map(exampleOf),
    query: byName(parameters.filter((parameter) => parameter.in === 'query' && isShown(parameter))),
    headers: byName(parameters.filter((parameter) => parameter.in === 'header' && parameter.required)),
    ...(example === undefined || isEmpty(example) ? {} : { body: withFutureTimes(example, values.pickup) }),
  };
}

export const firstExample = ({ examples }: NonNullable<Operation['body']>): unknown =>
  Object.values(examples)[0]?.value;

/** A body that has no members can be left out. */
const isEmpty = (body: unknown) => Object.keys(body as object).length === 0;

const byName = (parameters: Parameter[]) => Object.fromEntries(parameters.map((each) => [each.name, exampleOf(each)]));

/** Required parameters, and optional filters that any account can use: fixed sets of values, and the phone number. */
const isShown = ({ name, required, schema }: Parameter) => required || schema.enum !== undefined || name === 'phone';

export const exampleOf = ({ example, schema }: Parameter): string =>
  String(example ?? schema.example ?? schema.enum?.[0] ?? schema.default ?? '');

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** The times of an example, moved to next week: bookings in the past are refused. */
function withFutureTimes(value: unknown, pickup: string): unknown {
  if (typeof value === 'string') return DATE_TIME.test(value) ? pickup : value;
  if (Array.isArray(value)) return value.map((item) => withFutureTimes(item, pickup));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFutureTimes(member, pickup)]));
}

/** The query string with its question mark, or nothing. */
export function search({ query }: SampleCall): string {
  const text = new URLSearchParams(query).toString();
  return text && `?${text}`;
}
