/** The parts of JSON Schema that the OpenAPI description uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  nullable?: boolean;
  default?: unknown;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  not?: Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export interface Operation {
  id: string;
  method: string;
  /** With its parameters in braces. */
  template: string;
  parameters: Parameter[];
  body: Schema | undefined;
  bodyIsRequired: boolean;
  statuses: string[];
}

export interface Description {
  operations: Operation[];
  /** Follows a reference. */
  resolve(schema: Schema): Schema;
  operationAt(method: string, path: string): Operation | undefined;
}

interface DescribedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, unknown>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** Requests are generated from this. */
export function readDescription(document: OpenApiDocument): Description {
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(template, method, operation)),
  );
  const patterns = operations.map(({ template }) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`));
  return {
    operations,
    resolve: (schema) => {
      const name = schema.$ref?.split('/').at(-1);
      if (name === undefined) return schema;
      const found = document.components.schemas[name];
      if (!found) throw new Error(`the description refers to ${schema.$ref} and has no such schema`);
      return found;
    },
    operationAt: (method, path) =>
      operations.find((operation, index) => operation.method === method && patterns[index]?.test(path)),
  };
}

function readOperation(template: string, method: string, operation: DescribedOperation): Operation {
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    template,
    parameters: operation.parameters ?? [],
    body: operation.requestBody?.content['application/json'].schema,
    bodyIsRequired: operation.requestBody?.required ?? false,
    statuses: Object.keys(operation.responses),
  };
}
