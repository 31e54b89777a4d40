import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { type TSchema, type TSchemaOptions, Type } from 'typebox';
import { OBJECT_ID_PATTERN, REFERENCE_EXAMPLE, REFERENCE_PATTERN } from '../identifiers.ts';
import { NOT_BLANK_PATTERN } from './common.ts';

// A body of 64 KiB can contain thousands of faults; more than these are not reported.
const MAX_FAULTS = 50;
const MAX_NAME = 100;

/** One sentence per fault, naming the field by its path: `pickup.lat must be <= 90`. */
export function describeFaults(errors: readonly FastifySchemaValidationError[], part: string): string[] {
  const sentences = errors
    .filter((error) => !isPartOfAnother(error) && !isAboutNull(error))
    .map((error) => sentence(error, part));
  return [...new Set(sentences)].slice(0, MAX_FAULTS);
}

/** A failed alternative is reported by the rule that lists the alternatives; a wrong name, with the name. */
const isPartOfAnother = ({ schemaPath }: FastifySchemaValidationError) =>
  /\/(anyOf|oneOf|not|propertyNames)\/./.test(schemaPath);

/** With Ajv's `verbose`, an error carries the value of the keyword that failed, the schema around it, and what was sent. */
type VerboseError = FastifySchemaValidationError & { schema?: unknown; parentSchema?: TSchema; data?: unknown };

/** Two members that must not both be sent, one of them null: the null is a fault of its own, and the only one. */
const isAboutNull = ({ keyword, schema, data }: VerboseError) =>
  keyword === 'not' && namesIn(schema).some((name) => (data as Record<string, unknown>)[name] === null);

const namesIn = (schema: unknown): string[] => (schema as Alternative).required ?? [];

function sentence(error: VerboseError, part: string): string {
  const { instancePath, keyword, params, message, schema } = error;
  const names = instancePath.split('/').slice(1).map(unescapePointer);
  const member = (name: unknown) => [...names, name].map((each) => shortened(String(each))).join('.');
  const subject = names.length === 0 ? part : names.map(shortened).join('.');
  if (error.data === null && names.length > 0)
    return `${subject} must not be null${Type.IsOptional(error.parentSchema ?? {}) ? ': leave it out' : ''}`;
  switch (keyword) {
    case 'required':
      return `${member(params.missingProperty)} is required`;
    case 'additionalProperties':
      return `${member(params.additionalProperty)} is not a known ${part === 'querystring' ? 'query parameter' : 'member'}`;
    case 'type':
      return `${subject} must be ${article(String(params.type))}`;
    case 'enum':
      return `${subject} must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'minLength':
      return `${subject} must have at least ${counted(params.limit, 'character')}`;
    case 'maxLength':
      return `${subject} must have at most ${counted(params.limit, 'character')}`;
    case 'maxProperties':
      return `${subject} must have at most ${counted(params.limit, 'member')}`;
    case 'maxItems':
      return `${subject} must have at most ${counted(params.limit, 'item')}`;
    case 'uniqueItems':
      return `${subject} must not have the same value twice`;
    case 'pattern':
      return `${subject} must ${PATTERNS[String(params.pattern)] ?? `be of the form ${params.pattern}`}`;
    case 'format':
      return `${subject} must be ${FORMATS[String(params.format)] ?? `of the format ${params.format}`}`;
    case 'propertyNames':
      return `${subject} has the member ${quoted(params.propertyName)}: ${(schema as TSchemaOptions).description}`;
    case 'anyOf':
      return `${subject} must ${alternatives(schema as Alternative[])}`;
    case 'not':
      return `${namesIn(schema).join(' and ')} must not both be sent`;
    default:
      return `${subject} ${message}`;
  }
}

/** Either members of which one is required, or formats of which one must fit. */
interface Alternative {
  required?: string[];
  format?: string;
}

function alternatives(schemas: Alternative[]): string {
  const members = schemas.flatMap(({ required = [] }) => required);
  return members.length > 0 ? `have at least one of ${members.join(' and ')}` : `be ${DATE_OR_DATE_TIME}`;
}

const PATTERNS: Record<string, string> = {
  [OBJECT_ID_PATTERN]: 'be 24 hexadecimal characters',
  [REFERENCE_PATTERN]: `be a reference such as ${REFERENCE_EXAMPLE}`,
  [NOT_BLANK_PATTERN]: 'not be blank',
};

/** The only alternative formats that requests have. */
const DATE_OR_DATE_TIME = 'a real date or date-time with Z or an offset, such as 2027-03-14 or 2027-03-14T10:30:00Z';

const FORMATS: Record<string, string> = {
  'date-time': 'a real date-time with Z or an offset, such as 2027-03-14T10:30:00+01:00',
  email: 'an e-mail address',
};

const counted = (limit: unknown, what: string) => (limit === 1 ? `1 ${what}` : `${limit} ${what}s`);
const article = (type: string) => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`);
const quoted = (name: unknown) => JSON.stringify(String(name).slice(0, MAX_NAME));
const unescapePointer = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');
export const shortened = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
