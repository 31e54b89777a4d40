import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { h } from 'preact';
import { afterAll, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';

const copy = mkdtempSync(join(tmpdir(), 'trips-docs-'));
afterAll(() => rmSync(copy, { recursive: true }));

/** The sources of the documentation as if one page had not been translated. */
function copyWithout(page: string): void {
  for (const path of ['package.json', 'tsconfig.json', 'src'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  rmSync(join(copy, 'src/docs/guides', page));
}

it('a language in which one page is missing is not offered, and its readers get English', async () => {
  copyWithout('changelog/fr.md');
  const load = (path: string) => import(join(copy, 'src', path));
  const [{ renderPage }, { LandingPage }, { guideLanguage }] = await Promise.all(
    ['web/document.tsx', 'docs/pages/landingPage.tsx', 'docs/guides.ts'].map(load),
  );
  expect(guideLanguage('fr')).toBe('en');
  expect(renderPage(h(LandingPage, { language: 'en' }))).not.toContain('href="/language/');
});
