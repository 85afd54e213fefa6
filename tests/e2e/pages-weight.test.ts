/** What a first visit of each page weighs, as it comes over the line, and that nothing jumps while it comes. */
import type { Page, Request } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { givenBrowser } from '../support/browser.ts';
import { accountPages, openPage, publicPages, type ShopPage, signedInPages } from '../support/every-page.ts';
import { givenPopulatedShop } from '../support/given-populated-shop.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();
const populated = givenPopulatedShop(shop);

/** Compressed bytes and counts; `first screen` is all but the pictures that are not seen without scrolling. */
type Weight = {
  html: number;
  css: number;
  script: number;
  pictures: number;
  font: number;
  other: number;
  'first screen': number;
  'pictures below': number;
  requests: number;
};
type Budgets = Partial<Weight>;

/** Source: the design's budgets for a cold public page, and for the script of a signed-in one. */
const publicBudgets: Budgets = {
  html: 14_000,
  css: 14_000,
  script: 6_000,
  pictures: 60_000,
  font: 0,
  'first screen': 100_000,
};
const applicationBudgets: Budgets = { html: 14_000, script: 150_000, pictures: 60_000, font: 0 };

const screens = {
  phone: { viewport: { width: 375, height: 760 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 } },
};
const table: Record<string, Weight & { shift: number }> = {};

const readCases = (pages: readonly ShopPage[]) =>
  pages
    .filter(({ prepare: done, blockedUrl: without }) => !done && !without)
    .flatMap((page) => (['phone', 'desk'] as const).map((screen) => ({ ...page, screen })));

test.each(readCases(publicPages))('$name on a $screen keeps to the budgets', ({ screen, ...page }) =>
  expectWithin(publicBudgets, page, screen),
);

test.each(readCases([...accountPages, ...signedInPages]))(
  '$name, of the application, on a $screen keeps to the budgets',
  ({ screen, ...page }) => expectWithin(applicationBudgets, page, screen),
);

afterAll(() => console.table(table));

async function expectWithin(budgets: Budgets, shopPage: ShopPage, screen: keyof typeof screens) {
  const { expected } = shopPage;
  const page = await chromium.open({ ...screens[screen], ...(expected ? { expected } : {}) });
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.addInitScript(observeShifts);
  await openPage(page.context(), { address: shop.url, populated }, shopPage);
  const weight = await weigh(page, requests);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  table[`${shopPage.name}, ${screen}`] = { ...weight, shift: Number(shift.toFixed(4)) };
  for (const [kind, budget] of Object.entries(budgets))
    expect.soft(weight[kind as keyof Weight], kind).toBeLessThanOrEqual(budget);
  expect.soft(shift, 'layout shift').toBeLessThanOrEqual(0.02);
}

async function weigh(page: Page, requests: Request[]): Promise<Weight> {
  const seen = new Set(await page.evaluate(picturesInView));
  const weight = { html: 0, css: 0, script: 0, pictures: 0, font: 0, other: 0, 'pictures below': 0 };
  const kinds: Record<string, keyof typeof weight> = {
    document: 'html',
    stylesheet: 'css',
    script: 'script',
    font: 'font',
  };
  for (const request of requests) {
    const type = request.resourceType();
    const ofPicture = seen.has(request.url()) ? 'pictures' : 'pictures below';
    const kind = type === 'image' ? ofPicture : (kinds[type] ?? 'other');
    weight[kind] += (await request.sizes()).responseBodySize;
  }
  const { 'pictures below': below, ...first } = weight;
  const sum = Object.values(first).reduce((total, bytes) => total + bytes, 0);
  return { ...first, 'first screen': sum, 'pictures below': below, requests: requests.length };
}

/** The addresses of the pictures that are at least partly seen without scrolling. Runs in the page. */
function picturesInView(): string[] {
  return [...document.images]
    .filter((image) => {
      const { top, left, bottom, right } = image.getBoundingClientRect();
      return top < innerHeight && left < innerWidth && bottom > 0 && right > 0;
    })
    .map((image) => image.currentSrc);
}

/** Adds up how far the page has jumped. Runs in the page. */
function observeShifts(): void {
  const counted = window as unknown as { shift: number };
  counted.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) counted.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}
