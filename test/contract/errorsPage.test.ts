import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorCatalogue } from '../../src/errors.ts';

it('docs/errors.md lists exactly the codes of the catalogue, each under its status', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (\d{3}) \| `([A-Z_]+)` \|/gm)].map(([, status, code]) => ({
    code,
    status: Number(status),
  }));
  const catalogued = Object.entries(errorCatalogue).map(([code, { status }]) => ({ code, status }));
  expect(listed).toEqual(catalogued);
});
