// Writes src/generated.ts from the OpenAPI description of the built service, without starting it.
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS from 'openapi-typescript';
import { openApiDocument } from '../../../dist/contract/openapi/document.js';

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

const codes = errorCodes(description).map((code) => `  | '${code}'`);
// A default is what the service fills in: the caller may leave the member out.
const types = await openapiTS(description, { defaultNonNullable: false });
// Renamed when it is complete: another process may be compiling the present one.
const unfinished = join(root, `generated.${process.pid}.ts`);
writeFileSync(
  unfinished,
  `${types}\n/** Every error code of the description. */\nexport type ErrorCode =\n${codes.join('\n')};\n`,
);
renameSync(unfinished, join(root, 'src/generated.ts'));
// The licence travels with the package.
copyFileSync(join(root, '../../LICENSE'), join(root, 'LICENSE'));
