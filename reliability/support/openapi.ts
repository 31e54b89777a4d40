import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/contract/openapi/document.ts';

/** What was seen on the wire. */
export interface Answer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

interface MediaType {
  schema: object;
  examples?: Record<string, unknown>;
}
interface Response {
  headers?: Record<string, { $ref: string }>;
  content?: { 'application/json': MediaType };
}
type Operations = Record<string, { responses: Record<string, Response> }>;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * The public description leaves responses open, so that members can be added. Ours must have exactly the members that
 * it lists. What `not` forbids stays as it is.
 */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, each]) => [name, name === 'not' ? each : closed(each)]);
  const isOpen = value.type === 'object' && 'properties' in value && !('additionalProperties' in value);
  return { ...Object.fromEntries(members), ...(isOpen ? { additionalProperties: false } : {}) };
}

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a stranger would read it
const document = closed(JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:3000')))) as any;
const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (instance: Ajv) => void)(ajv);
ajv.addSchema({ $id: 'doc', ...document });

type Validator = ReturnType<Ajv['compile']>;
const validators = new WeakMap<object, Validator>();
const validatorsByText = new Map<string, Validator>();

/** How a body departs from a schema of the description; empty when it conforms. */
export function validate(schema: object, body: unknown): string[] {
  const validator = validators.get(schema) ?? validatorOf(JSON.stringify(schema));
  validators.set(schema, validator);
  return validator(body) ? [] : (validator.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** Compiling is slow, so equal schemas share a validator. */
function validatorOf(schema: string): Validator {
  const known = validatorsByText.get(schema);
  const validator = known ?? ajv.compile(JSON.parse(schema.replaceAll('"#/components', '"doc#/components')));
  validatorsByText.set(schema, validator);
  return validator;
}

const ENVELOPE = document.components.schemas.ErrorEnvelope as object;
const STANDARD_HEADERS = new Set([
  ...['connection', 'keep-alive', 'content-type', 'content-length', 'date', 'allow', 'transfer-encoding'],
  ...['vary', 'content-encoding'],
]);

/** Everything in which an answer departs from the OpenAPI description. */
export function departures(answer: Answer): string[] {
  const { headers, text } = answer;
  if (!headers.get('x-request-id')) return ['no X-Request-Id'];
  if (!/^application\/json/.test(headers.get('content-type') ?? ''))
    return [`content type ${headers.get('content-type')}`];
  try {
    return bodyDepartures(answer, answer.method === 'HEAD' ? undefined : JSON.parse(text));
  } catch (error) {
    return [`the body cannot be read: ${(error as Error).message}`];
  }
}

function bodyDepartures({ method, path, status, headers }: Answer, body: { code?: string } | undefined): string[] {
  const operation = findOperation(method, path);
  if (!operation)
    return status >= 400
      ? [...validate(ENVELOPE, body), ...missingHeaders(status, headers, body)]
      : [`${method} ${path} answers ${status} and is not described`];
  const response = operation.responses[status];
  if (!response?.content) return [`${method} ${path} answers ${status}, which is not described`];
  const { schema, examples } = response.content['application/json'];
  return [
    ...validate(schema, body),
    ...headerDepartures(response, headers),
    ...missingHeaders(status, headers, body),
    ...(status >= 400 && examples && !(String(body?.code) in examples)
      ? [`code ${body?.code} is not described for ${status}`]
      : []),
  ];
}

/** Headers that are not described, and values that are not as described. */
function headerDepartures(response: Response, headers: Headers): string[] {
  const declared = new Map(Object.entries(response.headers ?? {}).map(([name, each]) => [name.toLowerCase(), each]));
  return [...headers].flatMap(([name, value]) => {
    const reference = declared.get(name);
    if (!reference) return STANDARD_HEADERS.has(name) ? [] : [`header ${name} is not described`];
    const { schema } = document.components.headers[reference.$ref.split('/').at(-1) ?? ''];
    const read = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
    return validate(schema, read).map((fault) => `header ${name}: ${value}${fault}`);
  });
}

/** What an answer of such a status must carry, described or not. */
function missingHeaders(status: number, headers: Headers, body: { code?: string } | undefined): string[] {
  const owed = [
    ...(status < 300 || status === 429 ? ['ratelimit', 'ratelimit-policy'] : []),
    ...(status === 429 || status === 503 || body?.code === 'IDEMPOTENCY_KEY_IN_PROGRESS' ? ['retry-after'] : []),
    ...(status === 401 ? ['www-authenticate'] : []),
    ...(status === 405 ? ['allow'] : []),
  ];
  return owed.filter((name) => !headers.has(name)).map((name) => `header ${name} is missing`);
}

function findOperation(method: string, path: string) {
  const pathname = path.split('?')[0] ?? '';
  for (const [template, operations] of Object.entries(document.paths as Record<string, Operations>)) {
    const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
    if (pattern.test(pathname)) return operations[method.toLowerCase()];
  }
  return undefined;
}
