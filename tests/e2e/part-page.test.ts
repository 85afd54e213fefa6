/** A part's page and comparisons in a real Chromium: the same with and without a script, on a phone and on a desk. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { readCatalogue } from '#server/demo.ts';
import { populateShop } from '#shop/catalogue/populate-shop.ts';
import { givenBrowser } from '../support/browser.ts';
import { enterApplication } from '../support/pages.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();
const slug = 'corsair-vengeance-rgb-32-gb-2-x-16-gb-ddr5-6000-cl36';
const part = `/parts/memory/${slug}`;
const screens = { phone: { width: 375, height: 760 }, desk: { width: 1280, height: 800 } };

beforeAll(async () => {
  await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
});

const cases = (['phone', 'desk'] as const).flatMap((screen) =>
  [true, false].map((javaScriptEnabled) => ({
    screen,
    javaScriptEnabled,
    scripted: javaScriptEnabled ? 'with' : 'without',
  })),
);

describe.each(cases)('on a $screen $scripted JavaScript', ({ screen, javaScriptEnabled }) => {
  const open = async (path: string) => {
    const page = await chromium.open({ viewport: screens[screen], javaScriptEnabled });
    await page.goto(shop.url + path);
    return page;
  };

  test('a part leads to its order form, to its list, to similar ones and to a comparison with them', async () => {
    const page = await open(part);
    const name = withNonBreakingSpaces('Corsair Vengeance RGB 32 GB (2 × 16 GB) DDR5-6000 CL36');
    const heading = page.getByRole('heading', { level: 1, name: 'Corsair Vengeance RGB 32 GB' });
    expect(await heading.textContent()).toBe(name);
    const purchase = page.getByRole('link', { name: 'Purchase' });
    expect(await purchase.getAttribute('href')).toMatch(/^\/purchase\/[0-9a-f-]{36}$/);
    const crumbs = page.getByRole('navigation', { name: 'Where you are' });
    expect(await crumbs.getByRole('listitem').last().textContent()).toBe(name);
    expect(await crumbs.getByRole('link', { name: 'Memory' }).getAttribute('href')).toBe('/parts/memory');
    expect(await page.getByRole('region', { name: 'Similar parts' }).getByRole('listitem').count()).toBe(6);
    await page.getByRole('link', { name: 'Compare with similar ones' }).click();
    await page.getByRole('heading', { level: 1, name: '4 parts compared' }).waitFor();
    await page
      .getByRole('columnheader')
      .getByRole('link', { name: 'Corsair Vengeance RGB 32 GB' })
      .first()
      .click();
    await page.waitForURL(shop.url + part);
  });

  test('parts are taken out of a comparison one by one, and others are put into it', async () => {
    const page = await open(part);
    await page.getByRole('link', { name: 'Compare with similar ones' }).click();
    const columns = page.getByRole('columnheader').filter({ has: page.getByRole('link') });
    for (const left of [3, 2, 1]) {
      await page
        .getByRole('link', { name: /^Remove/ })
        .last()
        .click();
      await expect.poll(() => columns.count()).toBe(left);
    }
    await page.getByText('A comparison needs two parts at least').waitFor();
    expect(await page.getByRole('link', { name: /^Remove/ }).count()).toBe(0);
    const others = page.getByRole('region', { name: 'Add another' }).getByRole('listitem').getByRole('link');
    expect(await others.count()).toBe(3);
    await others.first().click();
    await expect.poll(() => columns.count()).toBe(2);
    await page.getByRole('link', { name: 'Choose from the list: Memory' }).click();
    await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor();
  });

  test('ticked in the list, parts stand side by side', async () => {
    const page = await open('/parts/memory');
    const ticks = page.getByRole('checkbox', { name: /compare/i });
    await ticks.nth(0).check();
    await ticks.nth(1).check();
    await page.getByRole('button', { name: /compare/i }).click();
    await page.getByRole('heading', { level: 1, name: '2 parts compared' }).waitFor();
  });
});

test('a comparison wider than the phone scrolls by keyboard, and what each line is about stays in view', async () => {
  const page = await chromium.open({ viewport: screens.phone });
  await page.goto(shop.url + part);
  await page.getByRole('link', { name: 'Compare with similar ones' }).click();
  const table = page.getByRole('region', { name: /^The comparison/ });
  await table.focus();
  const label = page.getByRole('rowheader', { name: 'Capacity' });
  const before = await readLeft(label);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(40);
  expect(await readLeft(label)).toBe(before);
});

test('the columns of a comparison have their widths before all of its head has come', async () => {
  const page = await chromium.open();
  await page.goto(shop.url + part);
  await page.getByRole('link', { name: 'Compare with similar ones' }).click();
  const heads = page.getByRole('columnheader');
  await expect.poll(() => heads.count()).toBe(4);
  const whole = await heads.first().boundingBox();
  await page.getByRole('region', { name: /^The comparison/ }).evaluate((table) => {
    for (const later of table.querySelectorAll('th[scope="col"] ~ th, tbody')) later.remove();
  });
  expect(await heads.count()).toBe(1);
  expect(await heads.first().boundingBox()).toMatchObject({ x: whole?.x, width: whole?.width });
});

test('the hydrated application comes to a part and to comparisons without loading the document again', async () => {
  const { page, documents } = await enterApplication({ shop, chromium });
  await page.getByRole('banner').getByRole('link', { name: 'Parts' }).click();
  await page.getByRole('article').getByRole('heading').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Compare with similar ones' }).click();
  await page.getByRole('heading', { level: 1, name: '4 parts compared' }).waitFor();
  await page.getByRole('link', { name: 'Show only what differs' }).click();
  await page.getByRole('link', { name: 'Show all lines' }).waitFor();
  expect(documents).toEqual([]);
});

async function readLeft(place: ReturnType<Page['locator']>): Promise<number | undefined> {
  return (await place.boundingBox())?.x;
}
