/** Contact sheets: each page in each state, on a phone and a desktop, light and dark, in one image. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { launchOptions } from '../tests/support/chromium.ts';
import { everyPage, openPage, type ShopPage } from '../tests/support/every-page.ts';
import type { PopulatedShop } from '../tests/support/populate-test-shop.ts';
import { logInVisitor, signUpVisitor } from '../tests/support/visitor.ts';
import { showWhole } from '../tests/support/whole-page.ts';
import { pageStates } from './page-states.ts';
import {
  ignoresSignals,
  populateDemoShop,
  type ThrowAwayShop,
  withThrowAwayShop,
} from './throw-away-shop.ts';

const screens = [
  { viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true },
  { viewport: { width: 1280, height: 800 } },
];
const themes = ['light', 'dark'] as const;

/** Pixels: longer pages continue in another column. */
const columnHeight = 1800;
const gap = 24;

/** Pages of a shop without parts. */
const emptyShopPages: readonly ShopPage[] = [
  { name: 'first day, home', path: '/' },
  { name: 'first day, parts', path: '/parts' },
  { name: 'first day, category', path: '/parts/memory' },
  { name: 'first day, overview', path: '/dashboard', as: 'admin' },
  { name: 'first day, manage orders', path: '/dashboard/manage_orders', as: 'admin' },
  { name: 'first day, manage reviews', path: '/dashboard/manage_reviews', as: 'admin' },
  { name: 'first day, manage products', path: '/dashboard/manage_products', as: 'admin' },
];

type Sheets = { browser: Browser; folder: string; only: RegExp };

/** Makes the sheets of all pages, or of pages whose names match, in the folder. */
export async function makeSheets([folder = 'data/sheets', only = '']: string[]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ ...(await launchOptions()), ...ignoresSignals });
  const sheets = { browser, folder, only: new RegExp(only) };
  try {
    const full = await withThrowAwayShop(async ({ address }) => {
      const populated = await populateDemoShop(address);
      const pages = [...everyPage, ...pageStates, { name: 'style guide', path: '/dev/style' }];
      return await makeAllSheets(sheets, { address, populated }, pages);
    });
    const empty = await withThrowAwayShop(
      async (shop) => makeAllSheets(sheets, await openEmptyShop(shop), emptyShopPages),
      { DEMO: 'off' },
    );
    return `${full + empty} sheets in ${folder}`;
  } finally {
    await browser.close();
  }
}

type RunningShop = { address: string; populated: PopulatedShop };

/** A shop with only an administrator. */
async function openEmptyShop({ address, command }: ThrowAwayShop): Promise<RunningShop> {
  const account = { name: 'Ada Owner', email: 'ada@example.com', password: 'a good password' };
  await signUpVisitor(address, account);
  command('make-admin', account.email);
  const admin = await logInVisitor(address, account);
  return { address, populated: { people: { admin } } as PopulatedShop };
}

/** Reports pages that fail and continues with the others. */
async function makeAllSheets(sheets: Sheets, shop: RunningShop, pages: readonly ShopPage[]): Promise<number> {
  const wanted = pages.filter(({ name }) => sheets.only.test(name));
  let made = 0;
  for (const page of wanted) {
    const file = `${page.name.replaceAll(/[^\w]+/g, '-')}.jpg`;
    try {
      const shots = await Promise.all(
        screens.map((screen) => takeScreenshots(sheets.browser, shop, page, screen)),
      );
      await composeSheet(shots, join(sheets.folder, file));
      made += 1;
      console.log(file);
    } catch (error) {
      process.exitCode = 1;
      console.error(`${page.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return made;
}

/** The full page in each theme; with a dialog or while loading, only the window. */
async function takeScreenshots(
  browser: Browser,
  shop: RunningShop,
  shopPage: ShopPage,
  screen: (typeof screens)[number],
): Promise<Buffer[]> {
  const context = await browser.newContext({ ...screen, reducedMotion: 'reduce' });
  try {
    const page = await openPage(context, shop, shopPage);
    await showWhole(page);
    await page.evaluate(loadImages);
    const shots: Buffer[] = [];
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      shots.push(await takeScreenshot(page));
    }
    return shots;
  } finally {
    await context.close();
  }
}

async function takeScreenshot(page: Page): Promise<Buffer> {
  await page.waitForTimeout(300); // until colour transitions end
  const fillsTheWindow = (await page.locator('dialog[open], .loading-screen').count()) > 0;
  return await page.screenshot({ fullPage: !fillsTheWindow, timeout: 60_000 });
}

/** Loads images below the fold, and scrolls to the top. Runs in the page. */
async function loadImages(): Promise<void> {
  const laidOut = new CSSStyleSheet(); // parts far from the window would be blank
  laidOut.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(laidOut);
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  const late = new Promise((resolve) => setTimeout(resolve, 5000));
  await Promise.race([Promise.all(pictures.map((picture) => picture.decode().catch(() => {}))), late]);
  scrollTo(0, 0); // else the bar is in the middle
}

type Piece = { shot: Buffer; top: number; width: number; height: number };

/** Composes a row for each theme, the phone at the left, long pages in columns. */
async function composeSheet(shots: Buffer[][], file: string): Promise<void> {
  let [width, top] = [0, gap];
  const places: { input: Buffer; left: number; top: number }[] = [];
  for (const theme of themes.keys()) {
    const pieces = (await Promise.all(shots.map((shot) => cutIntoColumns(shot[theme] as Buffer)))).flat();
    let left = gap;
    for (const { shot, ...piece } of pieces) {
      const input = await sharp(shot)
        .extract({ left: 0, ...piece })
        .png({ compressionLevel: 0 })
        .toBuffer();
      places.push({ input, left, top });
      left += piece.width + gap;
    }
    width = Math.max(width, left);
    top += Math.max(...pieces.map(({ height }) => height)) + gap;
  }
  const sheet = sharp({ create: { width, height: top, channels: 3, background: '#808080' } });
  await sheet.composite(places).jpeg({ quality: 84 }).toFile(file);
}

/** The columns of a page, of about equal height. */
async function cutIntoColumns(shot: Buffer): Promise<Piece[]> {
  const { width, height } = await sharp(shot).metadata();
  const count = Math.ceil(height / columnHeight);
  const each = Math.ceil(height / count);
  return Array.from({ length: count }, (_, column) => {
    const top = column * each;
    return { shot, top, width, height: Math.min(each, height - top) };
  });
}
