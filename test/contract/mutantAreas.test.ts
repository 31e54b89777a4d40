import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';

interface Areas {
  AREAS: Record<string, { files: string[]; tests: string[]; least: number }>;
  EQUIVALENT: { reason: string; file: string; line: string; replacements: string[] }[];
}

const { AREAS, EQUIVALENT } = (await import(pathToFileURL(join(ROOT, 'scripts/mutantAreas.mjs')).href)) as Areas;
const areas = Object.entries(AREAS);

describe('the areas of `npm run mutants`', () => {
  it('name files and tests that exist', () => {
    const missing = areas.flatMap(([, { files, tests }]) => [
      ...files.map((file) => file.replace('!', '')).filter((file) => !existsSync(join(ROOT, file))),
      ...tests.flatMap(named).filter((test) => !existsSync(join(ROOT, `test/${test}.test.ts`))),
    ]);
    expect(missing).toEqual([]);
  });

  it('expect most of what matters most', () => {
    const strict = areas.filter(([, { least }]) => least >= 95).map(([name]) => name);
    expect(strict).toEqual(
      expect.arrayContaining(['money', 'idempotency', 'idempotency-rules', 'keys', 'keys-rules', 'isolation']),
    );
    expect(Math.min(...areas.map(([, { least }]) => least))).toBeGreaterThanOrEqual(85);
  });

  it('excuse only mutants of lines that are still there, each with a reason', () => {
    for (const { file, line, reason, replacements } of EQUIVALENT) {
      expect([file, readFileSync(join(ROOT, file), 'utf8')]).toEqual([file, expect.stringContaining(line)]);
      expect([reason.length > 20, replacements.length > 0]).toEqual([true, true]);
    }
  });
});

/** `http/{a,b}` are two tests. */
const named = (tests: string): string[] => {
  const [, folder, several] = /^(\w+)\/\{(.*)\}$/.exec(tests) ?? [];
  return several === undefined ? [tests] : several.split(',').map((name) => `${folder}/${name}`);
};
