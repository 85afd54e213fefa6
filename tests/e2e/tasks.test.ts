/** What usual tasks cost, counted on a phone and on a desk: at most what docs/design-language.md says of them. */
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { composeReadyBuilds } from '#fit/use-cases/compose-ready-builds.ts';
import { givenPaidOrder, givenPerson } from '../support/given.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';
import { addSession } from '../support/visitor.ts';

const { shop, visit } = await givenVisitedShop({ hasDemoCatalogue: true });
await composeReadyBuilds(shop, { at: new Date() });

const screens = {
  phone: { viewport: { width: 375, height: 760 } },
  desk: { viewport: { width: 1280, height: 800 } },
} as const;

const tasks: Record<string, (options: BrowserContextOptions) => Promise<Cost>> = {
  'the cheapest 2 × 16 GB DDR5-6000 CL30 of a list into the basket': async (options) => {
    const page = await visit('/parts/memory', options);
    const { tap, cost } = countTask(page);
    const sheet = page.getByText('Filters', { exact: true });
    if (await sheet.isVisible()) await tap(sheet);
    await tap(page.getByRole('group', { name: 'CAS latency' }).getByRole('checkbox', { name: '30' }));
    const show = page.getByRole('button', { name: 'Show 4 parts' });
    if (await sheet.isVisible()) await tap(show);
    await page.getByRole('button', { name: /^Add / }).nth(4).waitFor({ state: 'detached' }); // the four are listed
    await tap(page.getByRole('button', { name: /^Add .*T-Create Expert 32 GB/ }));
    await expectInBasket(page);
    return cost;
  },
  'which of two SSDs is better': async (options) => {
    const page = await visit('/', options);
    const { tap, find, cost } = countTask(page);
    await tap(page.getByRole('main').getByRole('link', { name: 'SSDs' }).first());
    const ticks = page.getByRole('checkbox', { name: /compare/i });
    await tap(ticks.nth(0));
    await tap(ticks.nth(1));
    await tap(page.getByRole('button', { name: /compare/i }));
    await find(page.getByRole('region', { name: 'Which is better' }));
    return cost;
  },
  'a PC for $1,200 into the basket': async (options) => {
    const page = await visit('/', options);
    const { tap, find, cost } = countTask(page);
    await tap(page.getByRole('banner').getByRole('link', { name: 'Build' }));
    await tap(page.getByRole('main').getByRole('link', { name: /^Gaming computer/ }));
    await page.getByText(/\$\d+\.\d\d of \$1,200 is left/).waitFor();
    await tap(page.getByRole('button', { name: 'Put it into the basket' }));
    await find(page.getByRole('heading', { level: 1, name: 'Basket' }));
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(7);
    return cost;
  },
  'order again': async (options) => {
    const buyer = await givenPerson(shop);
    await givenPaidOrder(shop, buyer, undefined, 2);
    const page = await visit('/', options);
    await addSession(page.context(), shop.url, { ...buyer, cookies: buyer.cookie.split('; ') });
    await page.reload();
    const { tap, cost } = countTask(page);
    await tap(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }));
    await tap(page.getByRole('button', { name: /^Order again/ }));
    await expectInBasket(page);
    return cost;
  },
};

async function expectInBasket(page: Page) {
  const count = page.locator('[data-counts=basket] > :last-child');
  await expect.poll(() => count.textContent(), { timeout: 10_000 }).toContain('1');
}

const claims = readClaims(readFileSync(new URL('../../docs/design-language.md', import.meta.url), 'utf8'));

test('the table of tasks names each that is counted', () => {
  expect(claims.map(({ task }) => task)).toEqual(Object.keys(tasks));
});

describe.each(['phone', 'desk'] as const)('on a %s', (screen) => {
  test.each(claims)('$task', async ({ task, ...said }) => {
    const cost = Object.values((await tasks[task]?.(screens[screen])) ?? {});
    const more = cost.filter((figure, at) => figure > (said[screen][at] ?? 0));
    expect(more, `of ${cost.join(', ')}`).toEqual([]);
    expect(cost).toHaveLength(said[screen].length);
  });
});

/** Taps, pages, pixels scrolled, lowest edge. */
function readClaims(page: string) {
  const row = /^\| (\S[^|]*?) +\| (\d+), (\d+), (\d+), (\d+) +\| (\d+), (\d+), (\d+), (\d+) +\|/gm;
  return [...page.matchAll(row)].map(([, task = '', ...figures]) => {
    const numbers = figures.map(Number);
    return { task, phone: numbers.slice(0, 4), desk: numbers.slice(4) };
  });
}

type Cost = {
  taps: number;
  /** With the one where it begins. */
  pages: number;
  /** What has to be scrolled to see whole what is tapped or read; a page begins where the browser shows it. */
  pixels: number;
  /** The lowest edge of what is tapped or read, as the page stands then, in pixels from the top of the window. */
  lowest: number;
};

/** Begins on the page that is open; what is typed is not a tap, and no task of the table types. */
function countTask(page: Page) {
  const cost: Cost = { taps: 0, pages: 1, pixels: 0, lowest: 0 };
  let path = new URL(page.url()).pathname;
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame !== page.mainFrame() || pathname === path) return;
    path = pathname;
    cost.pages += 1;
  });

  /** Scrolls as little as shows it whole, or its beginning where it is higher than the window. */
  async function find(target: Locator): Promise<void> {
    await target.waitFor();
    // a sheet that still moves would count as scrolled
    await page.evaluate(() => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      return Promise.allSettled(ending.map(({ finished }) => finished));
    });
    const { lowest, pixels } = await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      element.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'nearest' });
      const moved = Math.abs(element.getBoundingClientRect().top - top); // by the window, or by a sheet in it
      return { lowest: Math.round(bottom), pixels: Math.round(moved) };
    });
    cost.lowest = Math.max(cost.lowest, lowest);
    cost.pixels += pixels;
  }

  return {
    cost,
    find,
    async tap(target: Locator): Promise<void> {
      await find(target);
      await target.click();
      cost.taps += 1;
    },
  };
}
