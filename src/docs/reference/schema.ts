/** What our OpenAPI document uses of a schema, without references. */
export interface Schema {
  title?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  format?: string;
  description?: string;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  nullable?: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

type Json = unknown;
type JsonObject = Record<string, Json>;

/** A document in which every reference is replaced by what it names, and every `allOf` by one schema. */
export function resolved(document: object): Json {
  const target = (reference: string) =>
    reference
      .slice('#/'.length)
      .split('/')
      .reduce<Json>((value, name) => (value as JsonObject)[name], document);

  function resolve(value: Json): Json {
    if (Array.isArray(value)) return value.map(resolve);
    if (value === null || typeof value !== 'object') return value;
    const { $ref, ...own } = value as JsonObject;
    const named = typeof $ref === 'string' ? (resolve(target($ref)) as JsonObject) : {};
    const members = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, resolve(member)]));
    return merged({ ...named, ...members });
  }
  return resolve(document);
}

function merged(value: JsonObject): JsonObject {
  if (!Array.isArray(value.allOf)) return value;
  const { allOf, ...own } = value as Schema;
  const parts = [...(allOf ?? []), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  const required = parts.flatMap((part) => part.required ?? []);
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A member of an object, with the members below it. */
export interface Member {
  name: string;
  /** Unique on a page: its path, after what it is a member of. */
  anchor: string;
  isRequired: boolean;
  schema: Schema;
  /** The members of an object, or of each item of an array. */
  members: Member[];
  /** The members of each alternative that has any. */
  alternatives: Member[];
}

/** The name of a member whose name the caller chooses. */
export const ANY_NAME = '*';

export function membersOf(schema: Schema, anchor: string): Member[] {
  if (schema.items) return membersOf(schema.items, anchor);
  const { properties = {}, required = [], additionalProperties } = schema;
  const named = Object.entries(properties).map(([name, member]) =>
    memberOf(name, member, `${anchor}.${name}`, required.includes(name)),
  );
  const free = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return free ? [...named, memberOf(ANY_NAME, free, `${anchor}.any`, false)] : named;
}

export function memberOf(name: string, schema: Schema, anchor: string, isRequired: boolean): Member {
  const alternatives = alternativesOf(schema).map((alternative, index) =>
    memberOf(alternative.title ?? '', alternative, `${anchor}.${index + 1}`, false),
  );
  return {
    name,
    anchor,
    isRequired,
    schema,
    members: membersOf(schema, anchor),
    alternatives: alternatives.filter(({ members }) => members.length > 0),
  };
}

/** What a value may be instead. Alternatives that only require members are a rule, which the description explains. */
export const alternativesOf = ({ oneOf, anyOf }: Schema): Schema[] =>
  (oneOf ?? anyOf ?? []).filter((schema) => schema.type ?? schema.properties ?? schema.oneOf);
