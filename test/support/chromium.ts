import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { invitationPath, PASSWORD } from './browserClient.ts';
import type { TestAccount, TestService } from './service.ts';

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Why tests in a browser are skipped, or nothing if they can run. */
export const noChromium: string | undefined = existsSync(EXECUTABLE)
  ? undefined
  : `skipped: there is no Chromium at ${EXECUTABLE}; set CHROMIUM_PATH`;

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // Dates and times in the page's language; otherwise they are American, whatever the locale.
  '--enable-blink-features=LangAttributeAwareFormControlUI',
];

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 900 };

/** Every screen, dress and language at least once. */
export const LOOKS = [
  ['phone, light, French', { viewport: PHONE, colorScheme: 'light', locale: 'fr-FR' }],
  ['phone, dark, English', { viewport: PHONE, colorScheme: 'dark', locale: 'en-GB' }],
  ['desk, light, English', { viewport: DESK, colorScheme: 'light', locale: 'en-GB' }],
  ['desk, dark, French', { viewport: DESK, colorScheme: 'dark', locale: 'fr-FR' }],
] as const;

export interface TestBrowser {
  context: BrowserContext;
  page: Page;
  close(): Promise<void>;
}

/** A real browser with nothing in it yet; its default font size is what people set on their phone. */
export async function openBrowser({
  defaultFontSize = 16,
  ...options
}: BrowserContextOptions & { defaultFontSize?: number } = {}): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'trips-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    args: [...FLAGS, `--blink-settings=defaultFontSize=${defaultFontSize}`],
    viewport: DESK,
    locale: 'en-GB',
    ...options,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Accepts the invitation of an account's owner, who is signed in then. */
export async function enterAsOwner(page: Page, { url }: TestService, account: TestAccount): Promise<void> {
  await page.goto(url + invitationPath(account));
  await page.fill('#password', PASSWORD);
  await page.click('main button[type=submit]');
  await page.waitForURL(/\/app\/(day|rides)$/);
}

/** Opens a section by the navigation, which is behind a button on a phone. */
export async function openSection(page: Page, path: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.click(`nav a[href="${path}"]`);
  await page.waitForURL(`**${path}`);
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** No serious or critical fault for people who use a keyboard or a screen reader, or see little. */
export async function expectNoSeriousFaults(page: Page): Promise<void> {
  // By the debugger and not by a script element, which the page's own policy refuses.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** A page scrolls down, never sideways. */
export async function expectToFit(page: Page): Promise<void> {
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

/** How many pixels a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
