/** Lists of parts in a real Chromium: filters, sorting, pages and what is ticked. */
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { announceContentChange } from '#platform/database/announce-changes.ts';
import { findViolations } from '../support/axe.ts';
import { ask } from '../support/given.ts';
import { givenCatalogue } from '../support/given-catalogue.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, visit } = await givenVisitedShop();
const screens = { phone: { width: 375, height: 812 }, desk: { width: 1280, height: 900 } };

await givenCatalogue(shop, 3_000);
await announceContentChange(shop.db);
// on a busy machine the first request may give up before the catalogue is read
const read = async () => expect((await ask(shop, 'GET', '/api/parts/facets')).status).toBe(200);
await vi.waitFor(read, { timeout: 120_000 });

describe.each(['phone', 'desk'] as const)('with 3,000 parts on a %s', (screen) => {
  const total = async (query: string) =>
    (await ask(shop, 'GET', `/api/parts/facets?${query}`)).body.total as number;
  const open = (path: string, javaScriptEnabled: boolean) =>
    visit(path, { viewport: screens[screen], javaScriptEnabled });
  const showFilters = async (page: Page) => {
    if (screen === 'phone') await page.getByText('Filters', { exact: true }).click();
  };
  /** The sheet of a phone says how many parts there are, and goes. */
  const closeFilters = async (page: Page, count: number) => {
    if (screen === 'phone')
      await page.getByRole('button', { name: `Show ${count.toLocaleString('en-US')} part` }).click();
  };
  const counted = (page: Page, count: number) =>
    page.getByRole('status').filter({ hasText: new RegExp(`\\b${count.toLocaleString('en-US')}\\b`) });

  test('a script-less reader filters, sorts, turns pages and goes back', async () => {
    const page = await open('/parts', false);
    await counted(page, await total('')).waitFor();
    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: /^Memory/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor();
    await showFilters(page);
    await page.getByRole('checkbox', { name: /^In stock/ }).check();
    await page.getByRole('textbox', { name: 'Price, to' }).fill('150');
    await page.getByRole('button', { name: 'Show the parts' }).click();
    const expectedCount = await total('category=memory&in-stock=yes&price-max=150');
    await counted(page, expectedCount).waitFor();
    await page.getByLabel('Sort by').selectOption('price');
    await page.getByRole('button', { name: 'Sort' }).click();
    const prices = await page.locator('.part-price').allTextContents();
    const cents = prices.map((price) => Number(price.replace(/[$,]/g, '')));
    expect(cents).toEqual([...cents].sort((one, other) => one - other));
    expect(Math.max(...cents)).toBeLessThanOrEqual(150);

    await page.getByRole('link', { name: 'Next' }).click();
    await counted(page, expectedCount)
      .filter({ hasText: /^25 to/ })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('price');
    await page.getByRole('link', { name: 'Remove In stock' }).click();
    await counted(page, await total('category=memory&price-max=150')).waitFor();
    await page.goBack();
    await counted(page, expectedCount).waitFor();
  });

  test('with the small script what is chosen applies at once; the focus stays, back leads back', async () => {
    const page = await open('/parts/memory', true);
    const all = await total('category=memory');
    const generation = page.getByRole('group', { name: 'Generation' });
    await showFilters(page);
    const first = generation.getByRole('checkbox').first();
    const value = await first.getAttribute('value');
    await first.focus();
    await page.keyboard.press('Space');
    const ofGeneration = await total(`category=memory&ddr=${value}`);
    await counted(page, ofGeneration).waitFor();
    expect(new URL(page.url()).search).toBe(`?ddr=${value}`);
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name))
      .toBe('ddr');
    expect(await first.isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Show the parts' }).isVisible()).toBe(false);
    await closeFilters(page, ofGeneration);
    const back = encodeURIComponent(`/parts/memory?ddr=${value}`);
    const logIn = page.getByRole('banner').getByRole('link', { name: 'Log in' });
    expect(await logIn.getAttribute('href')).toBe(`/login?from=${back}`);
    await page.goBack();
    await counted(page, all).waitFor();
    await showFilters(page);
    expect(await first.isChecked()).toBe(false);
    const limit = page.getByRole('textbox', { name: 'Price, to' });
    await limit.fill('150');
    await limit.press('Enter');
    await counted(page, await total('category=memory&price-max=150')).waitFor();
    await showFilters(page);
    await page.getByRole('textbox', { name: 'Price, from' }).fill('cheap');
    await page.keyboard.press('Enter');
    await page.locator('.browse-meant', { hasText: ': “cheap” is left out.' }).waitFor();
    await page.goBack(); // the same list with a word that filters nothing is no step
    await counted(page, all).waitFor();
    await showFilters(page);
    expect(await limit.inputValue()).toBe('');
  });

  test('what is ticked is compared, also without a script', async () => {
    const page = await open('/parts/memory', false);
    const ticks = page.getByRole('checkbox', { name: /^Compare / });
    await ticks.nth(0).check();
    await ticks.nth(1).check();
    await page.getByRole('button', { name: 'Keep what is ticked' }).click();
    await page.waitForURL(/part=/);
    await page.getByLabel('Sort by').selectOption('name-desc');
    await page.getByRole('button', { name: 'Sort' }).click();
    await page.waitForURL(/sort=name-desc/);
    expect(await page.getByRole('list', { name: 'Chosen to compare' }).getByRole('link').count()).toBe(2);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/\/compare\/memory\?part=[^&]+&part=[^&]+$/);
    const table = page.getByRole('table');
    expect((await table.boundingBox())?.width).toBeLessThanOrEqual(screens[screen].width);
    for (const decisive of [
      page.getByRole('region', { name: 'Which is better' }),
      table.getByRole('button', { name: /^Add to basket/ }).first(),
    ])
      expect((await decisive.boundingBox())?.y).toBeLessThan(900);
    await table.getByRole('rowheader').last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    const name = table.getByRole('columnheader').first();
    await expect.poll(async () => (await name.boundingBox())?.y).toBeLessThan(100);
    expect((await name.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.getByRole('link', { name: /^Choose from the list/ }).click();
    await page.getByRole('list', { name: 'Chosen to compare' }).waitFor();
  });

  // on a phone the small script has opened its sheet of filters above
  const isApplication = screen === 'phone';
  test(`with ${isApplication ? 'the application' : 'the small script'} what is ticked stays so over filters and pages, and a fifth is refused in a sentence`, async () => {
    const page = await open(isApplication ? '/login' : '/parts/memory', true);
    if (isApplication) {
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      await page.getByRole('banner').getByRole('link', { name: 'Parts', exact: true }).click();
      await page
        .getByRole('navigation', { name: 'Categories' })
        .getByRole('link', { name: /^Memory/ })
        .click();
    }
    await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor();
    const chosen = page.getByRole('list', { name: 'Chosen to compare' }).getByRole('link');
    const ticks = page.getByRole('checkbox', { name: /^Compare / });
    const tick = async (index: number, count: number) => {
      await ticks.nth(index).check();
      await expect.poll(() => chosen.count()).toBe(count);
    };
    await tick(0, 1);
    await tick(1, 2);
    const card = await page.locator('.part').first().boundingBox();
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(screens[screen].width);
    expect(await page.getByRole('button', { name: 'Keep what is ticked' }).isVisible()).toBe(false);
    await showFilters(page);
    await page.getByRole('checkbox', { name: /^In stock/ }).check();
    await page.waitForURL(/in-stock=yes/);
    await closeFilters(page, await total('category=memory&in-stock=yes'));
    await expect.poll(() => chosen.count()).toBe(2);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    await expect.poll(() => ticks.nth(4).isVisible()).toBe(true);
    expect(await chosen.count()).toBe(2);
    await tick(4, 3);
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await tick(2, 4);
    await ticks.nth(0).click(); // it may be taken back before anybody sees it ticked
    await page.getByRole('alert').filter({ hasText: 'Four parts fit beside one another' }).waitFor();
    expect(await ticks.nth(0).isChecked()).toBe(false);
    expect(await ticks.nth(2).isChecked()).toBe(true);
    const count = await chosen.count();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/\/compare\/memory\?part=[^=]+(&part=[^=]+)+$/);
    await page.getByRole('heading', { name: `${count} parts compared` }).waitFor();
  });

  test('jargon is explained where it stands, a limit that is left out is said once, and axe finds nothing', async () => {
    const page = await open('/parts/memory?price-max=abc', true);
    const said = page.getByText('“abc” is left out').filter({ visible: true });
    expect(await said.count()).toBe(1);
    await showFilters(page);
    expect(await said.count()).toBe(1);
    await page.locator('.facet-word > summary').first().click();
    expect(await findViolations(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(screens[screen].width);
  });

  test('a value of a long filter is found by typing', async () => {
    const page = await open('/parts/motherboard', true);
    await showFilters(page);
    const chipsets = page.getByRole('group', { name: 'Chipset' });
    await chipsets.getByText(/^\d+ more$/).click();
    await chipsets.getByRole('searchbox').fill('z69');
    const hidden = chipsets.locator('.facet-more').getByRole('checkbox');
    expect(await hidden.count()).toBe(1);
    await hidden.click();
    await counted(page, await total('category=motherboard&chipset=Z690')).waitFor();
  });
});

test.each([
  { width: 375, height: 760, headEnd: 180, rowHeight: 132, prices: 4 },
  { width: 1280, height: 800, headEnd: 180, rowHeight: 60, prices: 10 },
])(
  'at $width pixels prices stand on the first screen: $prices or more',
  async ({ width, height, headEnd, rowHeight, prices }) => {
    const page = await visit('/parts/memory', { viewport: { width, height }, javaScriptEnabled: false });
    const seen = await page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
      return {
        headEnd: boxes('h1')[0]?.bottom,
        rowHeight: Math.max(...boxes('.part').map((row) => row.height)),
        prices: boxes('.part-price').filter(({ bottom }) => bottom <= innerHeight).length,
        buttonHeight: boxes('.part-ways button')[0]?.height,
        isOneLine: new Set(boxes('.browse-categories li').map(({ top }) => top)).size === 1,
      };
    });
    expect(seen.headEnd).toBeLessThanOrEqual(headEnd);
    expect(seen.rowHeight).toBeLessThanOrEqual(rowHeight);
    expect(seen.prices).toBeGreaterThanOrEqual(prices);
    expect(seen.isOneLine).toBe(true);
    if (width < 640) expect(seen.buttonHeight).toBe(44);
  },
);

test('headings sort a table, and a wide window has more of them', async () => {
  const page = await visit('/parts/memory', { viewport: screens.desk, javaScriptEnabled: false });
  const heading = (name: string) => page.getByRole('columnheader', { name });
  const countHeadings = () => page.getByRole('columnheader').count();
  const narrow = await countHeadings();
  const findBrokenWords = async (selector: string) => {
    const cells = page.locator(selector);
    expect(await cells.count()).toBeGreaterThan(0);
    return await cells.evaluateAll((all) =>
      all.flatMap((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const broken: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (range.getClientRects().length > 1) broken.push(word);
          }
        }
        return broken;
      }),
    );
  };
  for (const list of ['graphics-card', 'ssd', 'memory']) {
    await page.goto(`${shop.url}/parts/${list}`);
    expect(await findBrokenWords('.part-value'), list).toEqual([]);
    const overhang = await page
      .locator('.part-cost:has(.part-price)')
      .first()
      .evaluate((cell) => {
        const price = cell.querySelector('.part-price') as HTMLElement;
        price.textContent = '$12,345.67';
        return price.getBoundingClientRect().right - cell.getBoundingClientRect().right;
      });
    expect(overhang, 'of the price of a server').toBeLessThanOrEqual(0);
  }
  await heading('Price').getByRole('link').click();
  await page.waitForURL(/sort=price$/);
  expect(await heading('Price').getAttribute('aria-sort')).toBe('ascending');
  await heading('Price').getByRole('link').click();
  await page.waitForURL(/sort=price-desc$/);
  expect(await heading('Price').getAttribute('aria-sort')).toBe('descending');
  expect(await heading('Speed').getAttribute('aria-sort')).toBe(null);
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await countHeadings()).toBeGreaterThan(narrow);
  await page.setViewportSize(screens.phone);
  expect(await page.getByRole('table').getByRole('row').count()).toBe(25); // also where they are no lines
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await findBrokenWords('.part-per-gb')).toEqual([]);
  const sort = await page.getByLabel('Sort by').evaluate((select) => select.getBoundingClientRect());
  expect(sort.width).toBeGreaterThan(112); // as wide as its longest words
});

describe('the other view of a list', () => {
  const countColumns = (page: Page) =>
    page
      .locator('.part')
      .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);

  test('is another address without a script, and stays so over filters and pages', async () => {
    const page = await visit('/parts/memory', { viewport: screens.desk, javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Show as cards' }).click();
    await page.waitForURL(/\?view=cards$/);
    expect(await countColumns(page)).toBe(4);
    await page.getByRole('checkbox', { name: /^In stock/ }).check();
    await page.getByRole('button', { name: 'Show the parts' }).click();
    await page.waitForURL(/in-stock=yes.*view=cards/);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/in-stock=yes&view=cards&page=2/);
    await page.setViewportSize({ width: 2560, height: 1200 });
    expect(await countColumns(page)).toBe(6);
    await page.getByRole('link', { name: 'Show as table' }).click();
    await page.waitForURL((url) => !url.searchParams.has('view'));
    expect(await countColumns(page)).toBe(1);
  });

  test('is chosen by the small script without a request, and remembered before the first paint', async () => {
    const page = await visit('/parts/memory', { viewport: screens.desk });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.resourceType()));
    await page.getByRole('link', { name: 'Show as cards' }).click();
    expect(await countColumns(page)).toBe(4);
    expect(requests).not.toContain('document');
    expect(page.url()).toBe(`${shop.url}/parts/memory`);
    await page.goto(`${shop.url}/parts/ssd`, { waitUntil: 'commit' });
    expect(await page.locator('html').getAttribute('data-view')).toBe('cards');
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole('link', { name: 'Show as table' }).press('Enter');
    expect(await countColumns(page)).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Show as cards');
  });
});

test('the keyboard skips to the parts, which are not asked for again', async () => {
  const page = await visit('/parts/memory', { viewport: screens.desk });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const skip = page.getByRole('link', { name: 'Skip to the parts' });
  await skip.focus();
  expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  await skip.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.part-list') !== null)).toBe(true);
  expect(requests.filter((url) => url.includes('/parts/memory'))).toEqual([]);
});
