/** Measures the paint of pages on a phone with a slow connection, emulated by Chromium, and kept pages while others order. */
import { availableParallelism, loadavg } from 'node:os';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { launchOptions } from '../tests/support/chromium.ts';
import { everyPage, openPage, publicPages, type ShopPage } from '../tests/support/every-page.ts';
import type { PopulatedShop } from '../tests/support/populate-test-shop.ts';
import { computeMedian } from './measure.ts';
import { comparePageRates } from './page-rates.ts';
import { ignoresSignals, populateDemoShop, withThrowAwayShop } from './throw-away-shop.ts';

const runs = 3;

const measured = [
  ...['home', 'category', 'part', 'log in', 'purchase', 'basket', 'checkout', 'my orders', 'order, unpaid'],
  ...['my profile', 'overview'],
];

/** Milliseconds before each response, bits per second, and the slowdown of the processor. Source: the design's budgets. */
const lines = {
  'Slow 4G': { latency: 150, throughput: 1_600_000, processor: 4, aim: 700, aimOfPersons: undefined },
  '400 kbit/s': { latency: 400, throughput: 400_000, processor: 4, aim: 1700, aimOfPersons: 2500 },
};
type Line = keyof typeof lines;

const phone = { viewport: { width: 375, height: 760 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

type RunningShop = { browser: Browser; address: string; populated: PopulatedShop };
/** Milliseconds since the start of the visit; `what` is the largest paint. */
type Paint = { first: number; largest: number; what: string };

/** Measures a shop with the demo catalogue and the parts of the files; returns the section of `results.md`. */
export async function benchPages(files: string[]): Promise<string> {
  const browser = await chromium.launch({ ...(await launchOptions()), ...ignoresSignals });
  const loadBefore = load();
  try {
    return await withThrowAwayShop(async ({ address, database, command }) => {
      if (files.length > 0) command('import', '--stock', '25', ...files);
      const rates = await comparePageRates({ address, database });
      const shop = { browser, address, populated: await populateDemoShop(address) };
      const rows: string[][] = [];
      for (const page of everyPage.filter(({ name }) => measured.includes(name)))
        for (const line of Object.keys(lines) as Line[]) rows.push(await measure(shop, page, line));
      const { total } = await (await fetch(`${address}/api/parts/facets`)).json();
      return [...explain(total, loadBefore), '', ...formatTable(rows), '', rates].join('\n');
    });
  } finally {
    await browser.close();
  }
}

async function measure(shop: RunningShop, page: ShopPage, line: Line): Promise<string[]> {
  await visit(shop, page, line); // not counted: fills the page cache
  const paints: Paint[] = [];
  while (paints.length < runs) paints.push(await visit(shop, page, line));
  const firsts = paints.map(({ first }) => first);
  const byLargest = paints.toSorted((a, b) => a.largest - b.largest);
  const middle = Math.floor(runs / 2);
  const aim = publicPages.includes(page) && !page.as ? lines[line].aim : lines[line].aimOfPersons;
  return [
    page.name,
    line,
    seconds(computeMedian(firsts)),
    seconds(Math.max(...firsts)),
    seconds(byLargest[middle]?.largest),
    seconds(byLargest.at(-1)?.largest),
    aim ? seconds(aim) : '',
    byLargest[middle]?.what ?? '',
  ];
}

/** One visit with an empty profile. */
async function visit({ browser, ...shop }: RunningShop, shopPage: ShopPage, line: Line): Promise<Paint> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await slowDown(context, page, line);
    await page.addInitScript(observePaints);
    await openPage(context, shop, shopPage);
    return await lastPaint(page);
  } finally {
    await context.close();
  }
}

async function slowDown(context: BrowserContext, page: Page, line: Line): Promise<void> {
  const { latency, throughput, processor } = lines[line];
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput / 8,
    uploadThroughput: throughput / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
}

type Watched = { paint: Paint };

/** Records the first and the largest paint. Runs in the page. */
function observePaints(): void {
  const watched = window as unknown as Watched;
  watched.paint = { first: 0, largest: 0, what: '' };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') watched.paint.first = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { element, url } = entry as unknown as { element?: Element; url?: string };
      watched.paint.largest = entry.startTime;
      watched.paint.what = url ? new URL(url).pathname : `words (${element?.localName ?? 'gone'})`;
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** The paints, after a second without a larger one. */
async function lastPaint(page: Page): Promise<Paint> {
  const read = () => page.evaluate(() => (window as unknown as Watched).paint);
  for (let paint = await read(); ; ) {
    await page.waitForTimeout(1000);
    const later = await read();
    if (later.largest === paint.largest && later.largest > 0) return later;
    paint = later;
  }
}

function explain(parts: number, loadBefore: string): string[] {
  const month = new Date().toLocaleDateString('en', { month: 'long', year: 'numeric' });
  const node = process.versions.node.split('.')[0];
  const { width, height } = phone.viewport;
  return [
    `${month}, ${availableParallelism()} cores of a shared machine (load ${loadBefore} before, ${load()} after), Node ${node}, the production build,`,
    `${parts.toLocaleString('en-US')} parts on sale. Chromium, ${width} × ${height} at 2×, an empty profile for each visit; the median and the worst of`,
    `${runs} visits, after one that is not counted. "Slow 4G" is 150 ms before each answer, 1.6 Mbit/s and a processor 4 times`,
    'slower; so it is on the other line, with 400 ms before each answer. Both are emulated by Chromium, which knows no connection set-up:',
    'TCP and TLS would add two times the 150 or 400 ms to each figure. Compression, keep-alive and the order in which files',
    'come are as the shop sends them (HTTP/1.1, at most six connections). The aims are those of the design.',
  ];
}

function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}

function formatTable(rows: string[][]): string[] {
  const head = [
    'page',
    'line',
    'first paint',
    'worst',
    'largest paint',
    'worst',
    'design',
    'what is largest',
  ];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? title.length)),
  );
  const formatRow = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [formatRow(head), formatRow(widths.map((width) => '-'.repeat(width))), ...rows.map(formatRow)];
}

function seconds(milliseconds = Number.NaN): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
