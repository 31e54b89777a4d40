import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';

const DIRECTORY = join(ROOT, 'src/web/icons');
const { resolve } = createRequire(import.meta.url);

it.each(readdirSync(DIRECTORY))('the icon %s is the one of the package, but for its version', (name) => {
  const drawing = (path: string) => readFileSync(path, 'utf8').replace(/^<!--.*-->\n/, '');
  expect(drawing(join(DIRECTORY, name))).toBe(drawing(resolve(`lucide-static/icons/${name}`)));
});
