import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { enterAsOwner, expectToFit, noChromium, openBrowser } from '../support/chromium.ts';
import { furnishTour, type TourStop } from '../support/dashboardTour.ts';
import { indexAll } from '../support/search.ts';
import { serviceForFile } from '../support/service.ts';

/**
 * `npm run screenshots` writes every page of the dashboard to screenshots/, for a person to look at: four widths, light
 * and dark, both languages. `ONLY=trips,trip` takes these pages alone.
 */
const DIRECTORY = join(ROOT, 'screenshots');
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const SCHEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'fr'];
const only = process.env.ONLY?.split(',');

const service = await serviceForFile();
const { account, stops, driver, driversStops } = await furnishTour(service);
const [newcomer, newContractor] = [await service.account(), await service.account({ role: 'CONTRACTOR' })];
for (const table of ['pricing_schemes', 'riders', 'vehicles'])
  await service.database.query({
    text: `DELETE FROM ${table} WHERE account_id = $1`,
    values: [newcomer.accountId],
  });

const BEFORE_SIGN_IN = [
  { name: 'sign-in', path: '/app/sign-in' },
  { name: 'invitation', path: `/app/invitations/${newcomer.invitation?.token}` },
  { name: 'invitation-over', path: '/app/invitations/x' },
];
const emptyList = (section: string) => ({ name: `empty-${section.replace('/', '-')}`, path: `/app/${section}` });
const EMPTY = [
  ...['rides', 'trips', 'riders', 'vehicles', 'pricing', 'developers', 'developers/requests', 'developers/webhooks'],
].map(emptyList);

const patience = { timeout: 1_800_000 };
it.skipIf(noChromium)(
  'every page of the dashboard fits every screen, and is written to screenshots/',
  patience,
  async () => {
    mkdirSync(DIRECTORY, { recursive: true });
    const { page, context, close } = await openBrowser({ reducedMotion: 'reduce' });

    const names = new Set<string>();
    async function shoot({ name, path, prepare }: TourStop): Promise<void> {
      names.add(name);
      if (only && !only.includes(name)) return;
      for (const language of LANGUAGES) {
        await context.addCookies([{ name: 'language', value: language, url: service.url }]);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await page.goto(service.url + path);
          await prepare?.(page);
          await expectToFit(page);
          for (const colorScheme of SCHEMES) {
            await page.emulateMedia({ colorScheme });
            const file = `${name}-${size.width}-${colorScheme}-${language}.png`;
            // What is shown over a page is over the part in sight alone.
            await page.screenshot({ path: join(DIRECTORY, file), fullPage: prepare === undefined });
          }
        }
      }
    }

    for (const stop of BEFORE_SIGN_IN) await shoot(stop);
    await enterAsOwner(page, service, account);
    await indexAll(service);
    for (const stop of stops) await shoot(stop);
    await context.clearCookies();
    await enterAsOwner(page, service, driver);
    for (const stop of driversStops) await shoot(stop);
    await context.clearCookies();
    await enterAsOwner(page, service, newcomer);
    for (const stop of EMPTY) await shoot(stop);
    await context.clearCookies();
    await enterAsOwner(page, service, newContractor);
    await shoot(emptyList('drivers'));
    await close();
    expect(only?.filter((name) => !names.has(name)) ?? []).toEqual([]);
  },
);
