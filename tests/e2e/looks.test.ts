/** What was crooked once: check boxes, prices beside each other, cropped pictures, and lists with nothing in them. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { populateShop, readCatalogue } from '#app/demo.ts';
import { givenPart, givenPerson } from '../support/given.ts';
import { signIn } from '../support/pages.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const web = await readWebBuild();
const { shop, chromium, visit, visitAs } = await givenVisitedShop();
const empty = givenShop({ web });

beforeAll(async () => {
  await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
});

describe('check boxes', () => {
  const open = async (options: Parameters<typeof chromium.open>[0]) => {
    const page = await visit('/parts/memory', { ...options, reducedMotion: 'reduce' });
    return page;
  };
  const readLook = (box: Locator) =>
    box.evaluate((element) => {
      const { backgroundColor, borderTopColor, appearance } = getComputedStyle(element);
      return { ground: backgroundColor, edge: borderTopColor, appearance };
    });

  test.each(['light', 'dark'] as const)(
    'have the ground and the edge of fields, in %s',
    async (colorScheme) => {
      const page = await open({ colorScheme });
      const field = await readLook(page.getByRole('textbox', { name: 'Price, to' }));
      for (const name of [/^Corsair/, /^Compare/]) {
        const box = page.getByRole('checkbox', { name }).first();
        expect(await readLook(box)).toMatchObject({ ground: field.ground, edge: field.edge });
      }
      const chosen = page.getByRole('checkbox', { name: /^Corsair/ });
      await chosen.check();
      await page.mouse.move(0, 0);
      await expect.poll(async () => (await readLook(chosen)).ground).not.toBe(field.ground);
    },
  );

  test('are the browser’s own where the reader’s colours rule', async () => {
    const page = await open({ forcedColors: 'active' });
    const box = page.getByRole('checkbox', { name: /^Corsair/ });
    expect(await readLook(box)).toMatchObject({ appearance: 'auto' });
  });
});

test.each([700, 1280])('prices stand on one line across each row, %i pixels wide', async (width) => {
  const page = await visit('/parts?view=cards', { viewport: { width, height: 900 } });
  const prices = page.locator('.part-list .part:nth-child(-n + 6) .part-price');
  const places = await prices.evaluateAll((all) =>
    all.map((price) => ({
      row: price.closest('.part')?.getBoundingClientRect().top,
      line: price.getBoundingClientRect().top,
    })),
  );
  expect(places).toHaveLength(6);
  for (const row of Map.groupBy(places, (place) => place.row).values()) {
    expect(row.length).toBeGreaterThan(1);
    for (const { line } of row) expect(line).toBeCloseTo(row[0]?.line ?? 0, 0);
  }
});

test.each([
  { width: 375, file: 320, scale: 1 },
  { width: 375, file: 640, scale: 2 },
  { width: 768, file: 960, scale: 1 },
  { width: 1280, file: 640, scale: 1 },
  { width: 1600, file: 640, scale: 1 },
  { width: 2200, file: 960, scale: 1 },
])('a part’s picture takes the file of $file pixels on a screen of $width at $scale', async (screen) => {
  const page = await visit('/parts/memory/corsair-vengeance-rgb-32-gb-2-x-16-gb-ddr5-6000-cl36', {
    viewport: { width: screen.width, height: 900 },
    deviceScaleFactor: screen.scale,
  });
  const picture = page.locator('.offer .part-picture img');
  const { taken, shown } = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { taken: image.currentSrc, shown: image.getBoundingClientRect().width };
  });
  expect(taken).toContain(`-${screen.file}.`);
  expect(screen.file / (shown * screen.scale)).toBeGreaterThan(0.92); // hardly less than there is room for
});

test('beside a very long name the picture of a part stays at the top', async () => {
  const name = `Testco ${'Overland Expedition '.repeat(9)}128 GB`;
  const id = await givenPart(shop, { name });
  const { slug } = await shop.db
    .selectFrom('parts')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const page = await visit(`/parts/memory/${slug}`);
  const picture = await page.locator('.offer .part-picture').boundingBox();
  const words = await page.locator('.offer-words').boundingBox();
  expect(picture?.y).toBeLessThanOrEqual((words?.y ?? 0) + 1);
});

test('the picture beside the log in keeps its crop while messages come', async () => {
  const page = await visit('/login');
  const picture = page.locator('.account-picture');
  const before = await picture.boundingBox();
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByText('Insert password').waitFor();
  expect(await picture.boundingBox()).toEqual(before);
});

test.each([960, 1280, 1920])('the picture beside the log in is not cut off in %i pixels', async (width) => {
  const page = await visit('/login', { viewport: { width, height: 900 } });
  const box = await page.locator('.account-picture').boundingBox();
  const picture = page.locator('.account-picture img');
  const ratio = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth / image.naturalHeight;
  });
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(ratio, 1);
  expect(await picture.boundingBox()).toEqual(box);
});

test('a page of the dashboard has one main button', async () => {
  const page = await visitAs('customer', '/dashboard/my_profile');
  await page.getByRole('button', { name: 'Change the password' }).waitFor();
  expect(await page.locator('main .btn-primary').allTextContents()).toEqual(['Save']);
});

describe('on its first day', () => {
  let page: Page;
  const open = async (path: string) => {
    page = await signIn({ shop: empty, chromium }, await givenPerson(empty, { role: 'admin' }));
    await page.goto(empty.url + path);
  };

  test.each([
    {
      list: 'orders',
      says: 'There are no orders yet',
      way: 'See what is on sale',
      to: '/dashboard/manage_products',
    },
    { list: 'products', says: 'No part is on sale', way: 'Add Product', to: '/dashboard/add_product' },
  ])('the list of $list shows a picture, a sentence and a way on', async ({ list, says, way, to }) => {
    await open(`/dashboard/manage_${list}`);
    const state = page.locator('.empty');
    await state.getByRole('heading', { name: says }).waitFor();
    expect(await state.locator('picture').count()).toBe(1);
    await state.getByRole('link', { name: way }).click();
    await page.waitForURL(empty.url + to);
  });

  test.each([
    { list: 'manage_reviews', says: 'Nobody has reviewed the shop yet' },
    { list: 'manage_reviews?of=parts', says: 'Nobody has reviewed a part yet' },
    { list: 'manage_reviews?status=hidden', says: 'No review is hidden' },
    { list: 'manage_reviews?status=waiting', says: 'No review waits to be shown' },
    { list: 'refunds', says: 'Nothing was refunded yet' },
    { list: 'disputes', says: 'No bank asks for anything back' },
  ])('$list says: $says', async ({ list, says }) => {
    await open(`/dashboard/${list}`);
    await page.locator('.empty').getByRole('heading', { name: says }).waitFor();
  });

  test.each(['/', '/parts', '/compare/memory'])('%s shows a picture and a way on', async (path) => {
    const visitor = await chromium.open();
    await visitor.goto(empty.url + path);
    const state = visitor.locator('.empty');
    expect(await state.locator('picture').count()).toBe(1);
    expect(await state.getByRole('link').count()).toBe(1);
  });
});
