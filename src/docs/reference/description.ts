import { openApiDocument } from '../../contract/openapi/document.ts';
import { type Member, memberOf, membersOf, resolved, type Schema } from './schema.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

interface Example {
  summary?: string;
  value: unknown;
}

interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

interface Header {
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  /** A status, or `default`. */
  status: string;
  description: string;
  headers: (Header & { name: string })[];
  schema?: Schema;
  /** By name: an error response has one for each code. */
  examples: Record<string, Example>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: Parameter[];
  body?: { isRequired: boolean; schema: Schema; examples: Record<string, Example> };
  /** In the order of their status. */
  responses: Response[];
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, Header>; content?: Record<string, Content> }
  >;
}

interface Description {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { securitySchemes: { apiKey: { description: string } } };
}

const MEDIA_TYPE = 'application/json';

/** The OpenAPI document without references. Its server does not matter here: the samples name the service's own address. */
const description = resolved(openApiDocument('')) as unknown as Description;

export const introduction: string[] = description.info.description.split('\n\n');
const keyDescription: string = description.components.securitySchemes.apiKey.description;

/** In the order of the document. */
export const operations: Operation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => operationOf(path, method, described)),
);

/** Every tag with its operations. */
export const groups = description.tags.map((tag) => ({
  ...tag,
  operations: operations.filter((operation) => operation.tag === tag.name),
}));

export function success({ responses, id }: Operation): Response {
  const found = responses.find(({ status }) => status.startsWith('2'));
  if (!found) throw new Error(`operation ${id} has no response for success`);
  return found;
}

/** The members of a request by where they are sent; places without any are left out. */
export function requestParts({ parameters, needsKey, body }: Operation) {
  const inPlace = (place: Parameter['in']) => parameters.filter((each) => each.in === place).map(parameterMember);
  const key = memberOf('Authorization', { type: 'string', description: keyDescription }, 'header.Authorization', true);
  const parts: ['path' | 'query' | 'header' | 'body', Member[]][] = [
    ['path', inPlace('path')],
    ['query', inPlace('query')],
    ['header', needsKey ? [key, ...inPlace('header')] : inPlace('header')],
    ['body', body ? membersOf(body.schema, 'body') : []],
  ];
  return parts.filter(([, members]) => members.length > 0);
}

/** The members of the response for success. */
export function responseMembers(operation: Operation): Member[] {
  const { schema, status } = success(operation);
  return schema ? membersOf(schema, status) : [];
}

const parameterMember = ({ name, in: place, required = false, schema, description, example }: Parameter): Member =>
  memberOf(
    name,
    { ...schema, ...(description ? { description } : {}), ...(example === undefined ? {} : { example }) },
    `${place}.${name}`,
    required,
  );

function operationOf(path: string, method: string, described: DescribedOperation): Operation {
  const { operationId, tags, summary, security, parameters = [], requestBody, responses } = described;
  const body = requestBody?.content[MEDIA_TYPE];
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? '',
    summary,
    description: described.description ?? '',
    needsKey: security === undefined || security.length > 0,
    parameters,
    ...(body
      ? { body: { isRequired: requestBody?.required ?? false, schema: body.schema, examples: examplesOf(body) } }
      : {}),
    responses: Object.entries(responses).map(([status, { description: text, headers = {}, content }]) => ({
      status,
      description: text,
      headers: Object.entries(headers).map(([name, header]) => ({ name, ...header })),
      ...(content?.[MEDIA_TYPE] ? { schema: content[MEDIA_TYPE].schema } : {}),
      examples: examplesOf(content?.[MEDIA_TYPE]),
    })),
  };
}

function examplesOf(content: Content | undefined): Record<string, Example> {
  return content?.examples ?? (content?.example === undefined ? {} : { example: { value: content.example } });
}
