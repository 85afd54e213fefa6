/** Every page of both roles in each of its states: axe finds nothing in either theme, narrow windows and large words lose nothing, and first visits on a desk and on a phone keep to their budgets. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { findContrastViolations, findViolations } from '../support/axe.ts';
import { everyPage, openPage, type ShopPage } from '../support/every-page.ts';
import { findLost, findMisfits, readWords } from '../support/fit.ts';
import { givenPart } from '../support/given.ts';
import { findFocusFaults } from '../support/keyboard.ts';
import {
  expectWithinBudgets,
  hasBudgets,
  recordWeight,
  showOnPhone,
  type Weight,
} from '../support/page-weight.ts';
import { givenPopulatedShop } from '../support/populate-test-shop.ts';
import { listenHere } from '../support/processes.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';
import { showWhole } from '../support/whole-page.ts';

const { shop, chromium } = await givenVisitedShop({ hasDemoCatalogue: true });
const populated = await givenPopulatedShop(shop);
await givenPart(shop, { name: 'Without a price', price: null });

const onDesk: Record<string, Weight> = {};
const onPhones: Record<string, Weight> = {};
afterAll(() => {
  console.table(onDesk);
  console.table(onPhones);
});

const desk = { width: 1280, height: 800 };
/** What a window of 1280 by 800 pixels has room for at 200 %. */
const zoomed = { width: 640, height: 400 };
const tablet = { width: 1024, height: 700 };
const phone = { width: 375, height: 700 };
const narrowest = { width: 320, height: 700 };
/** Pixels, of a folded row of a list on a phone. */
const maxRowHeight = 120;
/** Bytes of a piece of a page that comes in pieces; what comes after so many of them comes at once. */
const pieceSize = 700;
const pieceCount = 40;

const more: ShopPage[] = [
  // the bar of the small script with a person in it, on its fullest page
  { name: 'home, signed in', path: '/', as: 'customer' },
  { name: 'part, without a price', path: '/parts/memory/without-a-price' },
];

describe.each([...everyPage, ...more])('$name', (shopPage) => {
  test('has a header, a footer and toasts, and is legible in both themes, in narrow windows, at 200 %, and with words twice as large [S2.16 S2.17]', async () => {
    const { page, readWeight } = await open(shopPage);
    await expectFrame(page);
    const words = await readWords(page);
    const expectFit = async (where: string) => {
      await settle(page);
      expect.soft([...(await findMisfits(page)), ...(await findLost(page, words))], where).toEqual([]);
    };
    expect.soft(await findMisfits(page), 'on a desk').toEqual([]);
    expect.soft(await findImageFaults(page), 'pictures on a desk').toEqual([]);
    expect.soft(await findViolations(page), 'on a desk').toEqual([]);
    expect.soft(await findFocusFaults(page), 'the focus on a desk').toEqual([]);
    if ((await page.locator('.data-table').count()) > 0) {
      await page.setViewportSize(tablet);
      expect.soft(await findMisfits(page), 'a table on a tablet').toEqual([]);
      await page.setViewportSize(desk);
    }
    await show(page, 'dark');
    expect.soft(await findContrastViolations(page), 'in the dark').toEqual([]);

    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await expectFit('with words twice as large');
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await page.setViewportSize(zoomed);
    await expectFit('at 200 %');
    await page.setViewportSize(phone);
    await expectFit('on a phone');
    expect.soft(await findFocusFaults(page), 'the focus on a phone').toEqual([]);
    await page.setViewportSize(narrowest);
    await expectFit('on the narrowest phone');
    expect.soft(await findViolations(page), 'on the narrowest phone, in the dark').toEqual([]);
    await show(page, 'light');
    expect.soft(await findContrastViolations(page), 'on the narrowest phone').toEqual([]);

    if (!hasBudgets(shopPage)) return;
    await showOnPhone(page);
    await visit(page, shopPage);
    const weight = await readWeight();
    onPhones[shopPage.name] = weight;
    expectWithinBudgets(shopPage, weight);
    expect.soft(await findHighRows(page), `rows above ${maxRowHeight} px`).toEqual([]);
  });
});

const inPieces: (ShopPage & { viewport: typeof desk })[] = [
  { name: 'home', path: '/', viewport: desk },
  { name: 'past the end', path: '/parts?page=99', expected: /404/, viewport: phone },
  { name: 'memory', path: '/parts/memory', viewport: phone },
  { name: 'hard disks', path: '/parts/hard-disk', viewport: desk },
  { name: 'my orders', path: '/dashboard', as: 'customer', viewport: desk },
  { name: 'my orders', path: '/dashboard', as: 'customer', viewport: phone },
  { name: 'overview', path: '/dashboard', as: 'admin', viewport: desk },
  { name: 'purchase', path: ({ parts }) => `/purchase/${parts.onSale._id}`, as: 'customer', viewport: phone },
];

test.each(inPieces)(
  '$name comes in pieces and does not jump at $viewport.width px',
  async ({ viewport, ...shopPage }) => {
    const page = await chromium.open({ viewport, expected: /404/ });
    const readWeight = await recordWeight(page);
    await openPage(page.context(), { address: await servePieces(shop.url), populated }, shopPage);
    expect((await readWeight()).shift).toBeLessThanOrEqual(0.02); // the design's
  },
);

/** Starts a server until the end of the test that answers as the shop does, but sends a page piece by piece, each of which a browser has time to paint; returns its address. */
async function servePieces(shop: string): Promise<string> {
  const server = createServer(async ({ url = '/', headers: sent }, answer) => {
    const { accept = '', cookie = '', authorization = '' } = sent;
    const whole = await fetch(shop + url, { headers: { accept, cookie, authorization } });
    const type = whole.headers.get('content-type') ?? '';
    answer.writeHead(whole.status, { 'content-type': type });
    const body = Buffer.from(await whole.arrayBuffer());
    const slow = type.startsWith('text/html') ? Math.min(body.length, pieceSize * pieceCount) : 0;
    for (let at = 0; at < slow; at += pieceSize) {
      answer.write(body.subarray(at, Math.min(at + pieceSize, slow)));
      await pause(40);
    }
    answer.end(body.subarray(slow));
  });
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${await listenHere(server)}`;
}

async function open(shopPage: ShopPage): Promise<{ page: Page; readWeight: () => Promise<Weight> }> {
  const { expected } = shopPage;
  const empty = await chromium.open({
    viewport: desk,
    colorScheme: 'light',
    ...(expected ? { expected } : {}),
  });
  const readWeight = await recordWeight(empty);
  const page = await visit(empty, shopPage);
  if (hasBudgets(shopPage)) {
    const weight = await readWeight();
    onDesk[shopPage.name] = weight;
    expectWithinBudgets(shopPage, weight);
  }
  expect.soft(await findLateColumns(page), 'columns that are laid out later').toEqual([]);
  await showWhole(page);
  return { page, readWeight };
}

function visit(page: Page, shopPage: ShopPage): Promise<Page> {
  return openPage(page.context(), { address: shop.url, populated }, shopPage);
}

async function findHighRows(page: Page): Promise<(string | null)[]> {
  const rows = await page
    .locator('.data-table tbody tr')
    .evaluateAll((rows) => rows.map((row) => [row.getBoundingClientRect().height, row.textContent] as const));
  return rows.filter(([height]) => height > maxRowHeight).map(([, text]) => text);
}

async function expectFrame(page: Page): Promise<void> {
  for (const frame of ['banner', 'contentinfo'] as const)
    expect.soft(await page.getByRole(frame).isVisible(), frame).toBe(true);
  expect.soft(await page.getByRole('region', { name: /^Notifications/ }).count(), 'toasts').toBe(1);
}

/** WebKit 2.50 crashes on leaving a page whose columns `content-visibility: auto` has kept from being laid out. */
function findLateColumns(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).contentVisibility === 'auto')
      .flatMap((late) => [late, ...late.querySelectorAll('*')])
      .filter((element) => {
        const { columnCount, columnWidth } = getComputedStyle(element);
        return columnCount !== 'auto' || columnWidth !== 'auto';
      })
      .map((element) => element.className),
  );
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await settle(page);
}

/** Waits until the page has its new shape and colors, which it takes at once for somebody who wants less motion. */
function settle(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** A sentence for each image without a size or placeholder color, or loaded eagerly below the window. */
function findImageFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const isSized = image.hasAttribute('width') && image.hasAttribute('height');
      const isBelow = image.getBoundingClientRect().top >= innerHeight;
      // or an ancestor has the color
      const frames = [image, image.parentElement, image.parentElement?.parentElement];
      const hasGround = frames.some((each) => each && !/, 0\)$/.test(getComputedStyle(each).backgroundColor));
      return [
        ...(isSized ? [] : ['has no size']),
        ...(isBelow && image.loading !== 'lazy' ? ['is fetched before it is seen'] : []),
        ...(hasGround ? [] : ['has no ground']),
      ].map((what) => `${what}: ${image.outerHTML.slice(0, 140)}`);
    }),
  );
}
