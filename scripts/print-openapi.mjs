// Prints the OpenAPI description that the built service serves: node scripts/print-openapi.mjs [SERVER_URL]
import { openApiDocument } from '../dist/contract/openapi/document.js';

process.stdout.write(`${JSON.stringify(openApiDocument(process.argv[2] ?? 'http://127.0.0.1:3000'), null, 2)}\n`);
