/** Weighs the first visit of a page as it comes over the line, and measures how far the page jumps meanwhile. */
import type { CDPSession, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { everyPage, publicPages, type ShopPage } from './every-page.ts';

/** Compressed bytes and counts; `first screen` is all but the pictures that are not seen without scrolling. */
export type Weight = {
  html: number;
  css: number;
  script: number;
  pictures: number;
  font: number;
  other: number;
  'first screen': number;
  'pictures below': number;
  requests: number;
  /** The layout shift; no number of bytes. */
  shift: number;
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
  shift: 0.02,
};
const applicationBudgets: Budgets = {
  html: 14_000,
  script: 140_000,
  pictures: 60_000,
  font: 0,
  shift: 0.02,
};

/** Pages of a person that keep to the design's 120 kB of script: what checks a form comes when it is used. */
const lightPages = ['log in', 'sign up', 'purchase', 'checkout', 'my orders', 'order, unpaid', 'my profile'];

/** The design’s budgets for a whole visit, with the pictures that Chromium fetches before they are seen. */
const visitBudgets: Record<string, number> = { home: 100_000, category: 60_000, part: 45_000 };

const phone = { width: 375, height: 760, deviceScaleFactor: 2, mobile: true, dontSetVisibleSize: true };

/** What is not in the cache comes late: placeholders are seen until then, and must be as high as what takes their place. */
const line = { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: -1 };

/** Whether a page has a budget; one that is brought into a state by actions has none. */
export function hasBudgets(shopPage: ShopPage): boolean {
  return everyPage.includes(shopPage) && !shopPage.prepare && !shopPage.blockedUrl;
}

/** Expects that a page keeps to its budgets. */
export function expectWithinBudgets(shopPage: ShopPage, weight: Weight): void {
  const budgets = publicPages.includes(shopPage) ? publicBudgets : applicationBudgets;
  const light = lightPages.includes(shopPage.name) ? { script: 120_000 } : {};
  for (const [kind, budget] of Object.entries({ ...budgets, ...light }))
    expect.soft(weight[kind as keyof Weight], kind).toBeLessThanOrEqual(budget);
  const visit = weight['first screen'] + weight['pictures below'];
  expect.soft(visit, 'the visit').toBeLessThanOrEqual(visitBudgets[shopPage.name] ?? Infinity);
}

/**
 * Records requests and layout shifts from now on; the returned function weighs the page that was opened last, as if nothing
 * of it had been in the cache. `isCold`: nothing is.
 */
export async function recordWeight(page: Page, { isCold = false } = {}): Promise<() => Promise<Weight>> {
  if (isCold) await setCacheDisabled(await page.context().newCDPSession(page), true);
  const requests: Request[] = [];
  page.on('request', (request) => {
    const isVisit = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isVisit && !request.redirectedFrom()) requests.length = 0;
  });
  page.on('requestfinished', (request) => requests.push(request));
  await page.addInitScript(observeShifts);
  return async () => {
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    return { ...(await weigh(page, [...requests])), shift: Number(shift.toFixed(4)) };
  };
}

async function setCacheDisabled(session: CDPSession, cacheDisabled: boolean): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled });
}

/** Shows what a page opens next as on a phone, on a line with a delay; until the end of its test, because each change lays it out again. */
export async function showOnPhone(page: Page): Promise<void> {
  await page.goto(new URL('/robots.txt', page.url()).href); // what is shown now would load the phone's pictures
  const session = await page.context().newCDPSession(page);
  await setCacheDisabled(session, true); // Chromium forgets images, of which it prefers a larger one that it has
  await setCacheDisabled(session, false);
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setDeviceMetricsOverride', phone);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** Compressed bytes; of what was in the cache, as many as came over the line before. */
async function readBodySize(request: Request): Promise<number> {
  const { responseBodySize } = await request.sizes(); // negative when it was in the cache
  const response = await request.response();
  return responseBodySize > 0 ? responseBodySize : Number(response?.headers()['content-length'] ?? 0);
}

async function weigh(page: Page, requests: Request[]): Promise<Omit<Weight, 'shift'>> {
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
    weight[kind] += await readBodySize(request);
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
