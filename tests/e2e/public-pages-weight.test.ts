/** What a first visit of a public page weighs, as it comes over the line, and that nothing jumps while it comes. */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '#server/demo.ts';
import { fillShop } from '#shop/fill-shop.ts';
import { givenBrowser } from '../support/browser.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();

beforeAll(async () => {
  await fillShop(shop.db, { ...(await readCatalogue()), at: new Date() });
});

/** Compressed bytes; source: the design's 'Budgets for a cold public page'. */
const budgets = { html: 14_000, css: 14_000, script: 6_000, 'pictures above the fold': 60_000, font: 0 };
type Weight = Record<keyof typeof budgets, number>;

const screens = {
  phone: { viewport: { width: 375, height: 760 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 } },
};
const paths = ['/', '/parts', '/portfolio', '/delivery', '/terms', '/nowhere'];
const cases = paths.flatMap((path) => (['phone', 'desk'] as const).map((screen) => ({ path, screen })));
const table: Record<string, Weight & { shift: number }> = {};

test.each(cases)('$path on a $screen keeps to the budgets', async ({ path, screen }) => {
  const page = await chromium.open({ ...screens[screen], expected: /404/ });
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.addInitScript(observeShifts);
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  const weight = await weigh(page, requests);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  table[`${path} ${screen}`] = { ...weight, shift };
  for (const [kind, budget] of Object.entries(budgets))
    expect(weight[kind as keyof Weight], kind).toBeLessThanOrEqual(budget);
  expect(shift, 'layout shift').toBeLessThanOrEqual(0.02);
});

afterAll(() => console.table(table));

async function weigh(page: Page, requests: Request[]): Promise<Weight> {
  const seen = new Set(await page.evaluate(picturesInView));
  const weight: Weight = { html: 0, css: 0, script: 0, 'pictures above the fold': 0, font: 0 };
  const kinds: Record<string, keyof Weight> = {
    document: 'html',
    stylesheet: 'css',
    script: 'script',
    font: 'font',
  };
  for (const request of requests) {
    const isSeen = request.resourceType() === 'image' && seen.has(request.url());
    const kind = isSeen ? 'pictures above the fold' : kinds[request.resourceType()];
    if (kind) weight[kind] += (await request.sizes()).responseBodySize;
  }
  return weight;
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
