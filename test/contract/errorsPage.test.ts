import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorsInEnglish } from '../../src/docs/words/errorsInEnglish.ts';
import { type ErrorCode, errorCatalogue } from '../../src/errors.ts';

/** In a file, the links of a page lead nowhere. */
const withoutLinks = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

it('docs/errors.md lists exactly the codes of the catalogue, each under its status, in the words of the guide', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const listed = page.split('\n').filter((line) => /^\| \d{3} \|/.test(line));
  const told = (Object.keys(errorCatalogue) as ErrorCode[]).map((code) => {
    const { when, remedy } = errorsInEnglish[code];
    return `| ${errorCatalogue[code].status} | \`${code}\` | ${withoutLinks(when)} | ${withoutLinks(remedy)} |`;
  });
  expect(listed).toEqual(told);
});
