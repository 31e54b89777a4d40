import type { Cookie, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/identifiers.ts';
import { PASSWORD, signIn, visitor } from '../support/browserClient.ts';
import {
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  noChromium,
  openBrowser,
  overflowOf,
  PHONE,
  type TestBrowser,
} from '../support/chromium.ts';
import { assign, furnishTour, type TourStop } from '../support/dashboardTour.ts';
import { indexAll } from '../support/search.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const tour = await furnishTour(service);
let browser: TestBrowser;
let page: Page;
let driversCookies: Cookie[];

beforeAll(async () => {
  if (noChromium) return;
  browser = await openBrowser({ reducedMotion: 'reduce' });
  page = browser.page;
  await enterAsOwner(page, service, tour.driver);
  driversCookies = await browser.context.cookies();
  await browser.context.clearCookies();
  await enterAsOwner(page, service, tour.account);
  await bookOverlappingRides();
  await bookWhenClocksGoBack();
  await indexAll(service);
});
afterAll(() => browser?.close());

const open = (path: string) => page.goto(service.url + path);
const schemePath = `/app/pricing/${tour.account.pricingSchemes[0]?.pricingSchemeId}`;

/** One of each kind of page, to keep what is checked in further browsers within half a minute. */
const MAIN_STOPS = tour.stops.filter(({ name }) =>
  [
    ...['day', 'week', 'trips', 'totals', 'day-sheet', 'calendar', 'trip', 'trip-cancel', 'trip-edit'],
    ...['trip-new-filled', 'voucher', 'drivers', 'riders', 'rider-trips', 'search', 'vehicles', 'vehicle', 'pricing'],
    ...['scheme-quote', 'scheme-window', 'developers', 'webhooks', 'webhook', 'account', 'members', 'audit'],
  ].includes(name),
);

const SMALL_PHONE = { width: 320, height: 640 };

/** The width between margins of 1 cm. */
const A4 = { width: 718, height: 1047 };
const LONGEST_FITTING = 13;

const pathOf = (stop: string) => tour.stops.find(({ name }) => name === stop)?.path ?? '';

async function fillInReason(): Promise<void> {
  await page.click('text="Cancel trip"');
  await page.getByRole('dialog').getByLabel('Reason').fill('Flight cancelled');
}

async function fillInReasonAndClose(): Promise<void> {
  await fillInReason();
  await page.keyboard.press('Escape');
}

/** Cells that reach out of their table's card, that are cut off without an ellipsis, or whose title cannot wrap on a phone. */
const cutOffCells = (shown = page) =>
  shown.$$eval('.table td', (cells) =>
    cells
      .filter((cell) => {
        if (!cell.checkVisibility()) return false;
        const card = cell.closest('.card')?.getBoundingClientRect();
        const isClipped = getComputedStyle(cell).textOverflow === 'ellipsis';
        const isOutside = card !== undefined && cell.getBoundingClientRect().right > card.right + 1;
        const isTitled = getComputedStyle(cell).display === 'grid';
        const isTitleStiff = isTitled && getComputedStyle(cell, '::before').whiteSpace === 'nowrap';
        return isOutside || isTitleStiff || (!isClipped && cell.scrollWidth > cell.clientWidth + 1);
      })
      .map((cell) => cell.textContent),
  );

/** Values beside their titles with room for less than a short word. */
const crampedCells = (shown = page) =>
  shown.$$eval('.table td', (cells) =>
    cells
      .filter((cell) => {
        const { display, gridTemplateColumns, fontSize } = getComputedStyle(cell);
        const columns = gridTemplateColumns.split(' ');
        const width = Number.parseFloat(columns.at(-1) ?? '');
        return (
          cell.checkVisibility() && display === 'grid' && columns.length > 1 && width < 6 * Number.parseFloat(fontSize)
        );
      })
      .map((cell) => cell.textContent),
  );

/** Text that is half as large again, in the way that media queries do not follow. */
const enlargeText = (shown: Page, size = '150%') =>
  shown.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);

/** Fields of dates and times whose end is cut off or covered by their icon. No selector finds what the browser itself draws. */
async function hiddenTimes(shown: Page): Promise<string[]> {
  const session = await shown.context().newCDPSession(shown);
  await session.send('DOM.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const hidden: string[] = [];
  for (const { nodeId, attributes = [] } of nodes) {
    if (!attributes.includes('-webkit-datetime-edit-fields-wrapper')) continue;
    const { object } = await session.send('DOM.resolveNode', { nodeId });
    const { result } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: String(nameIfHidden),
      objectId: object.objectId ?? '',
      returnByValue: true,
    });
    if (result.value) hidden.push(result.value);
  }
  await session.detach();
  return hidden;
}

/** Runs in the page, on what is around the parts of a date or time in its field. */
function nameIfHidden(this: Element): string | undefined {
  const root = this.getRootNode() as ShadowRoot;
  if (!root.host.checkVisibility()) return undefined;
  const end = Math.max(...[...this.children].map((part) => part.getBoundingClientRect().right));
  const room = this.parentElement?.getBoundingClientRect().right ?? 0;
  const icon = root.querySelector('[pseudo="-webkit-calendar-picker-indicator"]')?.getBoundingClientRect().left;
  return end > Math.min(room, icon ?? room) ? root.host.id : undefined;
}

/** Amounts that are cut off, and fields for a search or an address with room for less than a phone number. */
const crampedFields = (shown = page) =>
  shown.$$eval('input', (fields) =>
    fields
      .filter((field) => {
        const { fontSize, paddingLeft, paddingRight } = getComputedStyle(field);
        const size = Number.parseFloat(fontSize);
        const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const isForWords = field.matches('[type=search], [type=email]');
        const isForAmount = field.matches('[inputmode=decimal]');
        return field.checkVisibility() && ((isForWords && room < 6 * size) || (isForAmount && room < 3 * size));
      })
      .map((field) => field.id),
  );

/** Hours of a chart with less than the width of a digit between them. */
const touchingHours = (shown = page) =>
  shown.$$eval('.chart-hours > span', (labels) => {
    const boxes = labels
      .filter((label) => label.checkVisibility())
      .map((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return text.getBoundingClientRect();
      });
    return boxes
      .slice(1)
      .map(({ left, height }, index) => ({ gap: left - (boxes[index]?.right ?? 0), height }))
      .filter(({ gap, height }) => gap < height / 2)
      .map(({ gap }) => `${gap} px between hours`);
  });

/** Words of titles and values that are on two lines, though they would fit into one. */
const brokenFacts = async (shown = page) =>
  (await brokenWords(shown, '.facts :is(dt, dd)')).filter((word) => word.length <= LONGEST_FITTING);

/** Badges in steps instead of along the side of the card that they are on, and links that look like buttons without their centred lines. */
const unaligned = (shown = page) =>
  shown.$$eval('.badges, a.button', (parts) =>
    parts
      .filter((part) => {
        if (!part.checkVisibility()) return false;
        if (part.matches('.button')) return getComputedStyle(part).textAlign !== 'center';
        const card = (part.closest('tr') ?? document.body).getBoundingClientRect();
        const own = part.getBoundingClientRect();
        const side = own.left - card.left < card.right - own.right ? 'left' : 'right';
        const edges = [...part.children].map((badge) => Math.round(badge.getBoundingClientRect()[side]));
        return getComputedStyle(part).flexDirection === 'column' && new Set(edges).size > 1;
      })
      .map((part) => part.textContent),
  );

/** Parts of a card, or of the row that leads to other days or months, that cover each other. */
const coveredParts = (shown = page) =>
  shown.$$eval('.card, .step-bar', (cards) =>
    cards
      .flatMap((card) => {
        const isCard = card.matches('.card');
        const all = isCard ? [...card.children] : [...card.querySelectorAll('a, input, button, p')];
        const parts = all.filter((part) => part.checkVisibility());
        return parts.flatMap((part, index) => {
          const one = part.getBoundingClientRect();
          return parts.slice(index + 1).filter((other) => {
            const two = other.getBoundingClientRect();
            const isBeside = one.right <= two.left + 1 || two.right <= one.left + 1;
            return !isBeside && one.bottom > two.top + 1 && two.bottom > one.top + 1;
          });
        });
      })
      .map((part) => part.textContent),
  );

/** At which widths of phones the date in its field is cut off or covered, or something beside it is. */
async function dateFaults(shown: Page): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const width of [320, 360, 390]) {
    await shown.setViewportSize({ width, height: 800 });
    const found = [await coveredParts(shown), await hiddenTimes(shown)] as const;
    if (found.flat().length > 0) faults.push([shown.url(), width, ...found]);
  }
  return faults;
}

/** What is too wide, cut off, covered, cramped or broken on each page. */
async function layoutFaults(shown: Page, stops: readonly TourStop[]): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const { name, path, prepare } of stops) {
    await shown.goto(service.url + path);
    await prepare?.(shown);
    const overflow = await overflowOf(shown);
    const found = [
      ...[await cutOffCells(shown), await coveredParts(shown)],
      ...[await hiddenTimes(shown), await crampedFields(shown), await brokenFacts(shown)],
      await unaligned(shown),
    ];
    if (overflow > 0 || found.flat().length > 0) faults.push([name, overflow, ...found]);
  }
  return faults;
}

/** Two rides of one rider and one driver at the same time, for the longest badges there are. */
async function bookOverlappingRides(): Promise<void> {
  const scheduledAt = '2027-03-02T09:00:00+01:00';
  const note = 'Appeler dix minutes avant, interphone Dupont-Martin.';
  const pickup = { address: '108 Boulevard Raspail, 75006 Paris', lat: 48.8437, lng: 2.3302 };
  for (const _ of ['one', 'two']) {
    const { _id } = await tour.account.api.createdTrip({ pickup, scheduledAt, note });
    await assign(service, _id, tour.driver.accountId);
  }
}

/** A ride with the longest time there is, and a phone number as people write it. */
async function bookWhenClocksGoBack(): Promise<void> {
  await tour.account.api.createdTrip({
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33 6 12 34 56 78' },
    pickup: { address: '128 boulevard de la Liberté, 59000 Lille', lat: 50.6333, lng: 3.0586 },
    scheduledAt: '2027-10-31T02:30:00+01:00',
  });
}

/** Words of tables that are on two lines, which a hyphen may begin. */
const brokenWords = (shown: Page, within = '.table :is(th, td)') =>
  shown.$$eval(within, (cells) =>
    cells.flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );

const boxOf = async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
};

describe.skipIf(noChromium)(`the layout of the dashboard${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.each(tour.stops)(
    'shows every column, covers nothing and scrolls down alone at any width: $name',
    async ({ path, prepare }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(path);
      await prepare?.(page);
      for (const width of [320, 390, 640, 737, 820, 960, 1024, 1280, 1366, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await expectToFit(page);
        expect([width, await cutOffCells(), await coveredParts()]).toEqual([width, [], []]);
      }
      await enlargeText(page);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const found = [
          ...[await cutOffCells(), await coveredParts(), await crampedCells()],
          ...[await hiddenTimes(page), await crampedFields(), await brokenFacts(), await touchingHours()],
          ...(await unaligned()),
        ];
        expect([width, await overflowOf(page), found.flat()]).toEqual([width, 0, []]);
      }
      await enlargeText(page, '200%');
      await page.setViewportSize(SMALL_PHONE);
      await expectToFit(page);
    },
  );

  it.each(['en-GB', 'fr-FR'])(
    'shows a whole date in its field on a phone, with large text as well: %s',
    async (locale) => {
      const phone = await openBrowser({ viewport: PHONE, locale });
      await phone.context.addCookies(await browser.context.cookies());
      const faults: unknown[] = [];
      for (const path of [
        '/app/day?date=2027-09-30',
        '/app/day-sheet?date=2027-09-30',
        '/app/trips/totals?month=2027-09',
      ]) {
        await phone.page.goto(service.url + path);
        faults.push(...(await dateFaults(phone.page)));
        await enlargeText(phone.page);
        faults.push(...(await dateFaults(phone.page)));
      }
      await phone.close();
      expect(faults).toEqual([]);
    },
  );

  it.each([
    ['a small phone', { viewport: SMALL_PHONE }],
    ['large text', { viewport: PHONE, defaultFontSize: 24 }],
    ['a small phone with large text', { viewport: SMALL_PHONE, defaultFontSize: 24 }],
  ])('fits the main pages of a contractor and of a driver, in French, on %s', async (_, look) => {
    const phone = await openBrowser({ ...look, locale: 'fr-FR', reducedMotion: 'reduce' });
    await phone.context.addCookies(await browser.context.cookies());
    const faults = await layoutFaults(phone.page, MAIN_STOPS);
    await phone.context.clearCookies();
    await phone.context.addCookies(driversCookies);
    faults.push(...(await layoutFaults(phone.page, tour.driversStops)));
    await phone.close();
    expect(faults).toEqual([]);
  });

  it('hides no field below its bar that the browser scrolls to, because it was left out', async () => {
    const phone = await openBrowser({ viewport: PHONE });
    await phone.context.addCookies(await browser.context.cookies());
    await phone.page.goto(`${service.url}/app/trips/new`);
    for (const field of ['pickup', 'dropoff']) await phone.page.fill(`#${field}`, 'Gare de Lyon, Paris');
    await phone.page.click('text="Book this trip"');
    const { focused, top, bar } = await phone.page.evaluate(() => ({
      focused: document.activeElement?.id,
      top: document.querySelector('label[for=at]')?.getBoundingClientRect().top ?? -1,
      bar: document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0,
    }));
    await phone.close();
    expect([focused, bar > 0]).toEqual(['at', true]);
    expect(top).toBeGreaterThanOrEqual(bar);
  });

  it('shows at least ten trips on a desk without scrolling, each in at most two lines', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/app/trips');
    const rows = await page.$$eval('tbody tr', (all) => all.map((row) => row.getBoundingClientRect()));
    expect(rows.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(10);
    for (const { height } of rows) expect([height >= 36, height <= 49]).toEqual([true, true]);
  });

  it('shows the first trip on a phone without scrolling, and opens menu and filters without a script', async () => {
    const phone = await openBrowser({ viewport: PHONE, javaScriptEnabled: false });
    await phone.context.addCookies(await browser.context.cookies());
    await phone.page.goto(`${service.url}/app/trips`);
    const first = await phone.page.locator('tbody tr').first().boundingBox();
    expect((first?.y ?? 844) + (first?.height ?? 0)).toBeLessThan(PHONE.height / 2);
    expect(await phone.page.isVisible('.side')).toBe(false);
    await phone.page.click('.filters-button');
    await phone.page.selectOption('#status', 'CANCELLED');
    await phone.page.click('.filters button');
    await phone.page.waitForURL('**/app/trips?status=CANCELLED*');
    expect(await phone.page.locator('tbody tr').count()).toBe(1);
    await phone.page.getByRole('button', { name: 'Menu' }).click();
    await phone.page.click('.side a[href="/app/vehicles"]');
    await phone.page.waitForURL('**/app/vehicles');
    await phone.close();
  });

  it('gives thumbs 44 px on a phone', async () => {
    await page.setViewportSize(PHONE);
    const alone = '.back, .languages a, .facts dd a, .more > summary';
    for (const path of ['/app/trips', '/app/riders/new', '/app/developers', schemePath, pathOf('trip')]) {
      await open(path);
      const low = await page.$$eval(`.button, .icon-button, input, select, ${alone}`, (all) =>
        all
          .filter((each) => each.checkVisibility() && !each.matches('[type=checkbox], [type=hidden], .unseen'))
          .filter((each) => each.getBoundingClientRect().height < 44)
          .map((each) => each.outerHTML),
      );
      expect([path, low]).toEqual([path, []]);
    }
  });

  it('leaves no gap in the card of a trip on a tablet, however long its names and addresses are', async () => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await open('/app/trips');
    const gaps = await page.$$eval('tbody tr', (rows) =>
      rows.flatMap((row) => {
        const [time, rider, pickup, destination] = [...row.querySelectorAll('td')].map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect();
        });
        if (!time || !rider || !pickup || !destination) return [Number.NaN];
        return [rider.top - time.bottom, destination.top - pickup.bottom];
      }),
    );
    expect([gaps.length, Math.max(...gaps) < 8]).toEqual([40, true]); // less than half a line
  });

  it.each([737, 820, 960])('wraps the time of a pickup when clocks go back, at %i px', async (width) => {
    const french = await openBrowser({ viewport: { width, height: 1180 }, locale: 'fr-FR' });
    await french.context.addCookies(await browser.context.cookies());
    await french.page.goto(`${service.url}/app/trips`);
    const row = french.page.locator('tbody tr', { hasText: 'heure d’hiver' });
    const [time, rider, pickup] = await row.locator('td').evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return text.getBoundingClientRect();
      }),
    );
    await french.close();
    if (!time || !rider || !pickup) throw new Error('The row is not complete.');
    expect(time.right).toBeLessThan(pickup.left);
    expect(time.bottom).toBeLessThanOrEqual(rider.top + 1);
  });

  it.each([961, 1280, 1920])('leaves room for the notes of a day sheet at %i px', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await open(pathOf('day-sheet'));
    expect((await boxOf('td.remark')).width).toBeGreaterThanOrEqual(96);
  });

  it.each(['/app/day-sheet?date=2027-03-02', '/app/day-sheet?date=2027-10-31', '/app/trips'])(
    'breaks no word on paper that fits into its column, and lets no text run over the next one: %s',
    async (path) => {
      const paper = await openBrowser({ viewport: A4, locale: 'fr-FR' });
      await paper.context.addCookies(await browser.context.cookies());
      await paper.page.emulateMedia({ media: 'print' });
      await paper.page.goto(service.url + path);
      const broken = await brokenWords(paper.page);
      const cutOff = await cutOffCells(paper.page);
      await expectToFit(paper.page);
      await paper.close();
      expect(broken.filter((word) => word.length <= LONGEST_FITTING)).toEqual([]);
      expect(cutOff).toEqual([]);
    },
  );

  it('makes a row one link, wherever it is clicked', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/app/trips');
    const row = page.locator('tbody tr').nth(2);
    expect(await row.locator('a').count()).toBe(1);
    const target = await row.locator('a').getAttribute('href');
    const status = await row.locator('td').nth(5).boundingBox();
    await page.mouse.click(status?.x ?? 0, (status?.y ?? 0) + 10);
    await page.waitForURL(`**${target}`);
    await open('/app/trips');
    await row.locator('a').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
  });

  it.each([1024, 1180])('shows several sessions in French at %i px', async (width) => {
    const userAgent = 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1';
    const other = visitor(service.url, { 'user-agent': userAgent });
    expect((await signIn(other, tour.account)).status).toBe(303);
    const french = await openBrowser({ viewport: { width, height: 820 }, locale: 'fr-FR' });
    await french.context.addCookies(await browser.context.cookies());
    await french.page.goto(`${service.url}/app/account`);
    await expectToFit(french.page);
    expect(await cutOffCells(french.page)).toEqual([]);
    await french.close();
  });

  it('selects all trips of a list without losing the driver who was chosen', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(pathOf('trips-of-driver').replace('&select=all', ''));
    await page.selectOption('.assign-several select', { index: 1 });
    const chosen = await page.inputValue('.assign-several select');
    await page.click('text="Select all on this page"');
    const boxes = page.locator('.table [type="checkbox"]');
    expect(await boxes.count()).toBeGreaterThan(1);
    for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
    expect([chosen !== '', await page.inputValue('.assign-several select')]).toEqual([true, chosen]);
  });

  it.each([390, 1280])('ticks the box of a trip wherever its cell is tapped, at %i px', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await open(pathOf('trips-of-driver').replace('&select=all', ''));
    const cell = page.locator('td.select:has([type="checkbox"])').first();
    const box = cell.locator('[type="checkbox"]');
    await cell.scrollIntoViewIfNeeded();
    const { width: wide = 0, height: high = 0 } = (await cell.boundingBox()) ?? {};
    const corners = [4, wide - 4].flatMap((x) => [4, high - 4].map((y) => ({ x, y })));
    let isTicked = false;
    for (const position of [...corners, { x: wide / 2, y: high / 2 }]) {
      await cell.click({ position });
      isTicked = !isTicked;
      expect([position, await box.isChecked()]).toEqual([position, isTicked]);
    }
  });

  it('has the box of a trip beside its label on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(pathOf('trips-of-driver'));
    const [cell, box] = [await boxOf('td.select:has([type="checkbox"])'), await boxOf('td.select [type="checkbox"]')];
    expect(box.x - cell.x).toBeLessThan(64); // “Select” has forty
  });

  it.each([1024, 1280])('breaks no word of the keys, even if none of them is restricted, at %i px', async (width) => {
    const account = await service.account();
    await service.database.query({
      text: `UPDATE api_keys SET name = 'Reservations', last_used_at = created_at, expires_at = created_at + interval '1 year'
              WHERE account_id = $1`,
      values: [account.accountId],
    });
    const desk = await openBrowser({ viewport: { width, height: 800 } });
    await enterAsOwner(desk.page, service, account);
    await desk.page.goto(`${service.url}/app/developers`);
    const broken = await brokenWords(desk.page);
    await expectToFit(desk.page);
    await desk.close();
    expect(broken).toEqual([]);
  });

  it('breaks no e-mail address within a word', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/app/riders');
    const lines = await page.$$eval('td.email', (cells) =>
      cells.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set([...text.getClientRects()].map(({ top }) => top)).size;
      }),
    );
    expect([lines.length > 3, Math.max(...lines)]).toEqual([true, 1]);
    const long = page.locator('td.email', { hasText: 'cabinet-benali' }).first();
    expect(await long.getAttribute('title')).toBe(await long.innerText());
  });

  it.each([820, 1440])(
    'breaks no e-mail address of the audit log and the members within a word at %i px',
    async (width) => {
      await service.database.query({
        text: `INSERT INTO audit_log (account_id, entry_id, actor, actor_name, action, subject)
             VALUES ($1, $2, 'MEMBER', 'owner@nord.example', 'MEMBER_INVITED', '{"email": "nobody@nowhere.example"}')`,
        values: [tour.account.accountId, newId()],
      });
      await page.setViewportSize({ width, height: 900 });
      for (const [path, addresses] of [
        ['/app/account/audit', ['owner@nord.example', 'nobody@nowhere.example']],
        ['/app/account/members', ['ines.robert@berlines.example']],
      ] as const) {
        await open(path);
        for (const address of addresses) {
          const lines = await page.$$eval(
            'td .breakable',
            (texts, shown) => {
              const text = texts.find(({ textContent }) => textContent === shown);
              const tops = [...(text?.childNodes ?? [])].map((node) => {
                const range = document.createRange();
                range.selectNodeContents(node);
                return [...range.getClientRects()].map(({ top }) => top);
              });
              return { ofParts: tops.map((each) => new Set(each).size), ofAll: new Set(tops.flat()).size };
            },
            address,
          );
          expect([address, Math.max(...lines.ofParts)]).toEqual([address, 1]);
          if (width === 1440) expect([address, lines.ofAll]).toEqual([address, 1]);
        }
      }
    },
  );

  it.each([
    [390, 'screen'],
    [794, 'print'],
    [1280, 'screen'],
  ] as const)(
    'breaks no e-mail address of a trip and of the account within its domain at %i px, on %s',
    async (width, media) => {
      const [rider, member] = [
        'charlotte.delatour@example.com',
        'reservations.paris.ouest@compagnie.des.berlines.example',
      ];
      const trip = pathOf('trip').split('/').at(-1) ?? '';
      const { clientId } = await tour.account.api.tripNow(trip);
      for (const [text, id, email] of [
        ['UPDATE trip_status_history SET member_email = $3 WHERE account_id = $1 AND trip_id = $2', trip, member],
        ['UPDATE riders SET email = $3 WHERE account_id = $1 AND client_id = $2', clientId, rider],
      ] as const)
        await service.database.query({ text, values: [tour.account.accountId, id, email] });
      await page.emulateMedia({ media });
      await page.setViewportSize({ width, height: 900 });
      for (const [path, within, address] of [
        [pathOf('trip'), '.facts dd', rider],
        [pathOf('trip'), '.timeline .hint', member],
        ['/app/account', '.facts dd', tour.account.invitation?.email ?? ''],
      ] as const) {
        await open(path);
        expect((await page.locator(within).allTextContents()).join()).toContain(address);
        // What is before the @ may be longer than its column.
        const broken = (await brokenWords(page, within)).filter((word) => word.includes('@'));
        expect.soft([path, within, broken]).toEqual([path, within, []]);
      }
      await page.emulateMedia({ media: null });
    },
  );

  it.each([
    [1280, 720],
    [1280, 800],
    [1366, 768],
  ])('shows the whole live quote with its total at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height });
    await open(schemePath);
    await page.fill('#quote-pickup', 'Gare de Lyon, Place Louis Armand, 75012 Paris');
    await page.fill('#quote-dropoff', 'Aéroport CDG Terminal 2E');
    await page.waitForSelector('#quote .total');
    const toTheEnd = await page.$eval(
      '.quote-panel',
      ({ parentElement }) => (parentElement?.getBoundingClientRect().bottom ?? 0) - innerHeight,
    );
    for (const scrolled of [0, Math.min(300, toTheEnd)]) {
      await page.evaluate((to) => scrollTo(0, to), scrolled);
      const [panel, total] = [await boxOf('.quote-panel'), await boxOf('#quote .total')];
      expect(panel.y).toBeGreaterThanOrEqual(0);
      expect(total.y + total.height).toBeLessThanOrEqual(height);
    }
    const hidden = await page.$eval('.quote-panel', (panel) => panel.scrollHeight - panel.clientHeight);
    expect(hidden).toBeLessThanOrEqual(0);
    // With a field more, beside the rates of a hire.
    await page.selectOption('#quote-type', 'AVAILABILITY');
    await page.fill('#quote-hours', '3');
    await page.waitForSelector('#quote:has-text("180 min") .total');
    await page.evaluate((to) => scrollTo(0, to), Math.min(300, toTheEnd));
    const total = await boxOf('#quote .total');
    expect(total.y + total.height).toBeLessThanOrEqual(height);
  });

  it.each([
    [1280, 720],
    [1280, 800],
    [1366, 768],
  ])('shows the total beside a booking and the button that books at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height });
    await open('/app/trips/new');
    await page.fill('#pickup', 'Gare de Lyon, Place Louis Armand, 75012 Paris');
    await page.fill('#dropoff', 'Aéroport CDG Terminal 2E');
    await page.waitForSelector('#quote .total');
    for (const scrolled of [0, 300]) {
      await page.evaluate((to) => scrollTo(0, to), scrolled);
      for (const part of ['#quote .total', 'button[value=book]']) {
        const box = await boxOf(part);
        expect([part, box.y >= 0, box.y + box.height <= height]).toEqual([part, true, true]);
      }
    }
  });

  it('keeps the quote when a time window is added, with one hint on its rates', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(schemePath);
    await page.fill('#quote-pickup', 'Gare de Lyon, Paris');
    await page.fill('#quote-dropoff', 'Aéroport CDG Terminal 2E');
    const before = await page.textContent('#quote .total dd');
    await page.click('button[value=add]');
    await page.waitForSelector('#window-0-name');
    expect(await page.textContent('#quote .total dd')).toBe(before);
    await page.fill('#window-0-name', 'Night');
    await page.waitForResponse('**/app/pricing/*');
    expect(await page.textContent('#quote .total dd')).toBe(before);
    expect(await page.locator('.field-error').count()).toBe(0);
  });

  it('warns before unsaved changes are lost, and not when they are saved or none were made', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    const riderPath = `/app/riders/${tour.account.riders[0]?.clientId}`;
    await open(riderPath);
    asked.length = 0; // what the test before left unsaved
    await page.fill('#companyName', 'Analytical Engines');
    await open('/app/riders');
    expect(asked).toEqual(['beforeunload']);
    await open(riderPath);
    await page.fill('#companyName', 'Analytical Engines');
    await page.click('main form button[type=submit]');
    await page.waitForURL('**/app/riders');
    expect(asked).toEqual(['beforeunload']);
    await open(riderPath);
    await open('/app/riders');
    expect(asked).toEqual(['beforeunload']);
    await open(schemePath);
    await page.fill('#quote-pickup', 'Lyon'); // tried, never saved
    await open('/app/riders');
    expect(asked).toEqual(['beforeunload']);
    await open(riderPath);
    await page.fill('#phone', '1');
    await page.fill('#email', '');
    await page.$eval('main form', (form: HTMLFormElement) => {
      form.noValidate = true;
      form.requestSubmit();
    });
    await page.waitForSelector('.field-error');
    await open('/app/riders');
    expect(asked).toEqual(['beforeunload', 'beforeunload']);
    page.removeAllListeners('dialog');
  });

  it.each([
    ['a name', true, '/app/account', () => page.fill('#name', 'Noor Haddad')],
    ['a choice', true, pathOf('trip-unassigned'), () => page.selectOption('#driver', { index: 1 })],
    ['a new endpoint', true, '/app/developers/webhooks/new', () => page.fill('#url', 'https://example.com')],
    ['a reason in a dialog', true, pathOf('trip-unassigned'), fillInReason],
    ['what a dialog held that was closed', false, pathOf('trip-unassigned'), fillInReasonAndClose],
    ['a password, which browsers fill in', false, '/app/account', () => page.fill('#current', PASSWORD)],
    ['a search', false, '/app/riders', () => page.fill('#q', 'Ada')],
  ])('knows what is lost with the page: %s', async (_, isLost, path, edit) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(path);
    await edit();
    let isAsked = false;
    page.on('dialog', (dialog) => {
      isAsked = true;
      return dialog.accept();
    });
    await open('/app/vehicles');
    page.removeAllListeners('dialog');
    expect(isAsked).toBe(isLost);
  });

  it.each([
    ['light', PHONE],
    ['dark', { width: 1280, height: 800 }],
  ] as const)('has no serious fault in the menu, the filters or an error: %s', async (colorScheme, viewport) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const { name, path, prepare } of tour.stops) {
      if (!['menu', 'filters', 'trips-faulty-filter', 'key-dialog', 'not-found'].includes(name)) continue;
      await open(path);
      await prepare?.(page);
      await expectNoSeriousFaults(page);
    }
  });
});
