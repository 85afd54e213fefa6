/** What a task costs who does it: taps, pages, and pixels that are scrolled, counted while a browser does it. */
import type { Locator, Page } from 'playwright-core';

export type Cost = {
  taps: number;
  /** With the one where it begins. */
  pages: number;
  /** What has to be scrolled to see whole what is tapped or read; a page begins where the browser shows it. */
  pixels: number;
  /** The lowest edge of what is tapped or read, as the page stands then, in pixels from the top of the window. */
  lowest: number;
};

/** Begins on the page that is open; what is typed is not a tap, and no task of the table types. */
export function countTask(page: Page) {
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
