import { readFileSync } from 'node:fs';

/** The version of the software. The version of the API contract is in the OpenAPI description. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
