// Writes src/generated.ts from the OpenAPI description of the built service, without starting it.
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS from 'openapi-typescript';
import { openApiDocument } from '../../../dist/contract/openapi/document.js';
import { EVENT_TYPES } from '../../../dist/contract/values.js';
import { DELIVERY_ERRORS } from '../../../dist/contract/webhook.js';

const root = join(import.meta.dirname, '..');
const description = openApiDocument('http://127.0.0.1:3000');

/** Every error code of every operation: the description names its examples by them. */
function errorCodes({ paths }) {
  const responses = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => Object.values(operation.responses ?? {}));
  const examples = responses.flatMap((response) =>
    Object.values(response.content?.['application/json']?.examples ?? {}),
  );
  return [...new Set(examples.flatMap(({ value }) => (typeof value?.code === 'string' ? [value.code] : [])))].sort();
}

const union = (name, values) => `export type ${name} =\n${values.map((value) => `  | '${value}'`).join('\n')};\n`;
// A default is what the service fills in: the caller may leave the member out.
const types = await openapiTS(description, { defaultNonNullable: false });
// Renamed when it is complete: another process may be compiling the present one.
const unfinished = join(root, `generated.${process.pid}.ts`);
writeFileSync(
  unfinished,
  [
    types,
    '/** Every error code of the description. */',
    union('ErrorCode', errorCodes(description)),
    '/** The values of this version: in responses, the description leaves these lists open. */',
    union('EventType', EVENT_TYPES),
    union('DeliveryError', DELIVERY_ERRORS),
  ].join('\n'),
);
renameSync(unfinished, join(root, 'src/generated.ts'));
// The licence travels with the package.
copyFileSync(join(root, '../../LICENSE'), join(root, 'LICENSE'));
