/** What was crooked once: check boxes, prices beside each other, cropped pictures, and lists with nothing in them. */
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { populateShop, readCatalogue } from '#app/demo.ts';
import { findMisfits } from '../support/fit.ts';
import { givenPart, givenPerson, readRow } from '../support/given.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop();

describe('on its first day', () => {
  test('lists of an administrator say what is not there yet, with a way on, and a page has one main button', async () => {
    const page = await visitAs('admin', '/dashboard/my_profile');
    await page.getByRole('button', { name: 'Change the password' }).waitFor();
    expect(await page.locator('main .btn-primary').allTextContents()).toEqual(['Save']);
    const state = page.locator('.empty');
    for (const [list, says, way] of [
      ['manage_orders', 'There are no orders yet', ['See what is on sale', 'manage_products']],
      ['manage_products', 'No part is on sale', ['Add Product', 'add_product']],
      ['manage_reviews', 'Nobody has reviewed the shop yet'],
      ['manage_reviews?of=parts', 'Nobody has reviewed a part yet'],
      ['manage_reviews?status=hidden', 'No review is hidden'],
      ['manage_reviews?status=waiting', 'No review waits to be shown'],
      ['refunds', 'Nothing was refunded yet'],
      ['disputes', 'No bank asks for anything back'],
    ] as const) {
      await page.locator(`[href="/dashboard/${list}"]:visible`).first().click();
      await state.getByRole('heading', { name: says }).waitFor();
      if (!way) continue;
      expect(await state.locator('picture').count()).toBe(1);
      await state.getByRole('link', { name: way[0] }).click();
      await page.waitForURL(`${shop.url}/dashboard/${way[1]}`);
    }
  });

  test('home, the list of parts and a comparison show a picture and a way on', async () => {
    const page = await chromium.open();
    for (const path of ['/', '/parts', '/compare/memory']) {
      await page.goto(shop.url + path);
      const state = page.locator('.empty');
      expect(await state.locator('picture').count(), path).toBe(1);
      expect(await state.getByRole('link').count(), path).toBe(1);
    }
  });
});

describe('with parts', () => {
  beforeAll(async () => {
    await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
  });

  test('check boxes have the ground and the edge of fields in both themes, and are the browser’s own where the reader’s colours rule', async () => {
    const page = await visit('/parts/memory');
    const read = (box: Locator) =>
      box.evaluate((element) => {
        const { backgroundColor, borderTopColor, appearance } = getComputedStyle(element);
        return { background: backgroundColor, edge: borderTopColor, appearance };
      });
    const field = page.getByRole('textbox', { name: 'Price, to' });
    const chosen = page.getByRole('checkbox', { name: /^Corsair/ });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { background, edge } = await read(field);
      for (const box of [chosen, page.getByRole('checkbox', { name: /^Compare/ }).first()])
        expect(await read(box), colorScheme).toMatchObject({ background, edge });
    }
    await chosen.check();
    await page.mouse.move(0, 0);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const { background } = await read(field);
      await expect.poll(async () => (await read(chosen)).background).not.toBe(background);
    }
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await read(chosen)).toMatchObject({ appearance: 'auto' });
  });

  test('forced colors show which page of the bar and which theme is chosen', async () => {
    const page = await visit('/parts', { forcedColors: 'active' });
    const read = (selector: string, property: string) =>
      page
        .locator(selector)
        .evaluateAll(
          (all, name) => all.map((each) => getComputedStyle(each).getPropertyValue(name)),
          property,
        );
    // none in Canvas either, which would cut the line below the bar
    expect(await read('.bar-pages .bar-link', 'border-bottom-width')).toEqual(['0px', '2px', '0px']);
    expect(await read('.scheme label', 'outline-style')).toEqual(['solid', 'none', 'none']);
  });

  test('the bar and the footer fit a phone at 150 %', async () => {
    for (const page of [await visit('/terms'), await visitAs('customer', '/terms')]) {
      await page.setViewportSize({ width: 250, height: 467 });
      expect(await findMisfits(page)).toEqual([]);
    }
  });

  test.each([320, 375])('the account has one line in a window of %d pixels', async (width) => {
    const page = await visitAs('customer', '/terms');
    await page.setViewportSize({ width, height: 700 });
    expect(await page.locator('.bar-account').evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(50);
  });

  test('prices stand on one line across each row, in windows of 1280 and 700 pixels', async () => {
    const page = await visit('/parts?view=cards');
    const prices = page.locator('.part-list .part:nth-child(-n + 6) .part-price');
    for (const width of [1280, 700]) {
      await page.setViewportSize({ width, height: 900 });
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
    }
  });

  test('a part’s picture takes the file of its size on the screen', async () => {
    const page = await visit('/terms');
    const session = await page.context().newCDPSession(page);
    const picture = page.locator('.offer .part-picture img');
    // larger and larger files: Chromium takes a large one that it has
    for (const [width, deviceScaleFactor, file] of [
      [375, 1, 320],
      [375, 2, 640],
      [1280, 1, 640],
      [1600, 1, 640],
      [768, 1, 960],
      [2200, 1, 960],
    ] as const) {
      const metrics = { width, height: 900, deviceScaleFactor, mobile: false };
      await session.send('Emulation.setDeviceMetricsOverride', metrics);
      await page.goto(`${shop.url}/parts/memory/corsair-vengeance-rgb-32-gb-2-x-16-gb-ddr5-6000-cl36`);
      const { taken, shown } = await picture.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return { taken: image.currentSrc, shown: image.getBoundingClientRect().width };
      });
      expect(taken, `${width} pixels`).toContain(`-${file}.`);
      expect(file / (shown * deviceScaleFactor)).toBeGreaterThan(0.92); // hardly less than there is room for
    }
  });
});

test('beside a very long name the picture of a part stays at the top', async () => {
  const name = `Testco ${'Overland Expedition '.repeat(9)}128 GB`;
  const id = await givenPart(shop, { name });
  const { slug } = await readRow(shop, 'parts', { id });
  const page = await visit(`/parts/memory/${slug}`);
  const picture = await page.locator('.offer .part-picture').boundingBox();
  const words = await page.locator('.offer-words').boundingBox();
  expect(picture?.y).toBeLessThanOrEqual((words?.y ?? 0) + 1);
});

test('the picture beside the log in is not cut off, and keeps its crop while messages come', async () => {
  const page = await visit('/login');
  const frame = page.locator('.account-picture');
  const picture = frame.locator('img');
  for (const width of [960, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await frame.boundingBox();
    const ratio = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth / image.naturalHeight;
    });
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(ratio, 1);
    expect(await picture.boundingBox()).toEqual(box);
  }
  const before = await frame.boundingBox();
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByText('Insert password').waitFor();
  expect(await frame.boundingBox()).toEqual(before);
});

test('a long name of the shop leaves what stands beside it in narrow windows', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  const { version } = (await admin.ask('GET', '/api/settings')).body;
  await admin.ask('PATCH', '/api/settings', { version, name: 'Parts of Town and Country' });
  const page = await visitAs(admin, '/parts');
  const name = page.locator('.bar .wordmark-letters');
  for (const width of [320, 375, 480]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await name.boundingBox();
    const next = await page.locator('.bar-account a:visible').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? width), `${width} pixels`).toBeLessThanOrEqual(next?.x ?? 0);
  }
});
