/** What a first visit of each page weighs on a phone, that nothing jumps while it comes, and how high rows of lists are; pages-layout weighs it on a desk. */
import { afterAll, expect, test } from 'vitest';
import { givenBrowser } from '../support/browser.ts';
import { everyPage, openPage } from '../support/every-page.ts';
import { givenPopulatedShop } from '../support/given-populated-shop.ts';
import { expectWithinBudgets, hasBudgets, recordWeight, type Weight } from '../support/page-weight.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();
const populated = givenPopulatedShop(shop);

const phone = { viewport: { width: 375, height: 760 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Pixels, of a folded row of a list. */
const maxRowHeight = 120;
const table: Record<string, Weight> = {};

test.each(everyPage.filter(hasBudgets))('$name keeps to its budgets on a phone', async (shopPage) => {
  const { expected, name } = shopPage;
  const page = await chromium.open({ ...phone, ...(expected ? { expected } : {}) });
  const readWeight = await recordWeight(page, { isCold: true });
  await openPage(page.context(), { address: shop.url, populated }, shopPage);
  const weight = await readWeight();
  table[name] = weight;
  expectWithinBudgets(shopPage, weight);
  const rows = await page
    .locator('.data-table tbody tr')
    .evaluateAll((rows) => rows.map((row) => [row.getBoundingClientRect().height, row.textContent] as const));
  expect
    .soft(
      rows.filter(([height]) => height > maxRowHeight),
      `rows above ${maxRowHeight} px`,
    )
    .toEqual([]);
});

afterAll(() => console.table(table));
