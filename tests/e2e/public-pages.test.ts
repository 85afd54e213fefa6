/** The public pages in a real Chromium: whole without a script, and livelier with the small one. */

import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFirstPartsOnSale } from '#database/catalogue/parts.ts';
import { announceContentChange } from '#database/content-version.ts';
import { homeWording } from '#domain/home-wording.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { defaultSettings, makePortfolio } from '#domain/settings.ts';
import { wording } from '#domain/wording.ts';
import { readCatalogue } from '#server/demo.ts';
import { populateShop } from '#shop/catalogue/populate-shop.ts';
import { withMotion } from '../support/browser.ts';
import { givenPart, givenPerson } from '../support/given.ts';
import { enterApplication } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop();

beforeAll(async () => {
  await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
});

describe('without JavaScript', () => {
  const open = async (path: string, expected?: RegExp) => {
    const page = await chromium.open({ javaScriptEnabled: false, ...(expected ? { expected } : {}) });
    const answer = await page.goto(shop.url + path);
    return { page, status: answer?.status() };
  };

  test('home shows the banner, the counters, six parts to buy, and the reviews [S1.12 S2.1 S2.34 S2.36 S9.1 S9.4]', async () => {
    const { page } = await open('/');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(wording.intro);
    expect(await page.locator('.banner-slide').count()).toBe(4);
    for (const { value, label } of homeWording.counters) {
      const counter = page.locator('.counter').filter({ hasText: label });
      expect(await counter.locator('dd').textContent()).toBe(value);
    }
    const { rows } = await findFirstPartsOnSale(shop.db, 6);
    const products = page.getByRole('region', { name: wording.productsHeading }).getByRole('article');
    expect(await products.getByRole('heading').allTextContents()).toEqual(
      rows.map(({ name }) => withNonBreakingSpaces(name)),
    );
    for (const [index, part] of rows.entries()) {
      const card = products.nth(index);
      const text = await card.textContent();
      expect(text).toContain(`$${(part.price_cents / 100).toFixed(2)}`);
      for (const shown of [wording.product.perUnit, String(part.stock), String(part.minimum_order)])
        expect(text).toContain(shown);
      expect(await card.getByRole('link', { name: wording.product.purchase }).getAttribute('href')).toBe(
        `/purchase/${part.id}`,
      );
    }
    const reviews = page.getByRole('region', { name: homeWording.reviewsHeading }).getByRole('article');
    expect(await reviews.count()).toBe(12);
    await reviews
      .filter({ hasText: 'Lars Eriksen' })
      .getByRole('img', { name: '4.5 out of 5 stars' })
      .waitFor();
  });

  test('a question opens and closes by a click, one at a time, and none is open at first [S2.42 S2.43 S2.44 S2.45 S4.21]', async () => {
    const { page } = await open('/');
    const question = (index: number) => page.getByText(homeWording.questions[index]?.question ?? '');
    const answers = page.locator('.question p:visible');
    expect(await answers.count()).toBe(0);
    for (const [index, { answer }] of homeWording.questions.entries()) {
      await question(index).click();
      expect(await answers.allInnerTexts()).toEqual([answer]);
    }
    await question(2).click();
    expect(await answers.count()).toBe(0);
  });

  test('all parts are found, page by page, each once [S0.3 S1.1]', async () => {
    const { total } = await findFirstPartsOnSale(shop.db, 1);
    const { page } = await open('/parts');
    const seen = new Set<string | undefined>();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('25 to 48 of').waitFor();
    const lastPage = Math.ceil(total / 24);
    for (let number = 1; number <= lastPage; number += 1) {
      const html = await (await fetch(`${shop.url}/parts?page=${number}`)).text();
      for (const [, path] of html.matchAll(/href="(\/purchase\/[^"]+)"/g)) seen.add(path);
    }
    await page.getByRole('link', { name: `Page ${lastPage}`, exact: true }).click();
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);
    expect(seen.size).toBe(total - (await soldOutCount()));
    expect(page.url()).toBe(`${shop.url}/parts?page=${Math.ceil(total / 24)}`);
    await page.getByText(`to ${total} of ${total}`).waitFor();
    await page.getByRole('link', { name: 'Page 1', exact: true }).click();
    await page.getByText(`1 to 24 of ${total}`).waitFor();
  });

  test.each(['99', '99999'])('page %s of the parts is not there, and says so', async (number) => {
    const { page, status } = await open(`/parts?page=${number}`, /404/);
    expect(status).toBe(404);
    await page.getByText('There is no such page').waitFor();
    await page.getByRole('link', { name: 'To the first page' }).click();
    await page.getByText('1 to 24 of').waitFor();
  });

  test('a part of which too few are left says so and cannot be bought', async () => {
    await givenPart(shop, { name: 'Testco Rare 64 GB', stock: 1, minimumOrder: 2 });
    await announceContentChange(shop.db);
    const path = '/parts?sort=newest';
    await expect.poll(async () => await (await fetch(shop.url + path)).text()).toContain('Testco Rare');
    const { page } = await open(path);
    const card = page.getByRole('article').filter({ hasText: 'Testco Rare 64 GB' });
    await card.getByText(wording.product.soldOut).waitFor();
    expect(await card.getByRole('link', { name: wording.product.purchase }).count()).toBe(0);
  });

  test('an unknown address answers 404 with a picture and ways on [S2.15]', async () => {
    const { page, status } = await open('/no/such/page', /404/);
    expect(status).toBe(404);
    const width = await page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(width).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Look at our parts' }).click();
    await page.waitForURL(`${shop.url}/parts`);
  });

  test('the portfolio shows a photo, a biography, a contact and three projects that exist [S2.2]', async () => {
    const { page } = await open('/portfolio');
    const portfolio = makePortfolio(defaultSettings);
    await page.getByRole('figure').getByRole('img').waitFor();
    await page.getByRole('heading', { level: 1, name: portfolio.name }).waitFor();
    for (const paragraph of portfolio.biography) await page.getByText(paragraph).waitFor();
    await page.getByRole('link', { name: /@/ }).waitFor();
    const projects = page.getByRole('region', { name: 'Sample projects' }).getByRole('link');
    const addresses = await projects.evaluateAll((links) =>
      links.map((link) => (link as HTMLAnchorElement).href),
    );
    expect(addresses).toHaveLength(3);
    for (const address of addresses) expect((await fetch(address)).status).toBe(200);
  });

  test('every link of the bar and the footer leads to a page with a title and a description of its own [S2.50]', async () => {
    const { page } = await open('/');
    const links = page.locator('header a, footer a');
    const addresses = await links.evaluateAll((elements) =>
      elements.map((link) => (link as HTMLAnchorElement).href),
    );
    const pages = [...new Set(addresses)].filter((address) => !/login|dashboard/.test(address));
    expect(pages.length).toBeGreaterThanOrEqual(9);
    const heads: string[] = [];
    for (const address of pages) {
      expect((await page.goto(address))?.status(), address).toBe(200);
      expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1);
      heads.push(
        await page.title(),
        (await page.locator('meta[name=description]').getAttribute('content')) ?? '',
      );
    }
    expect(new Set(heads).size).toBe(heads.length);
    expect(await page.locator('footer').getByText(wording.footer.social).count()).toBe(0);
  });
});

describe('with the small script', () => {
  test('no page loads any other, nor has one in itself, nor an inline style', async () => {
    for (const path of ['/', '/parts', '/portfolio', '/terms', '/nowhere']) {
      const page = await chromium.open({ expected: /404/ });
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
      });
      const answer = await page.goto(shop.url + path, { waitUntil: 'networkidle' });
      expect(scripts).toEqual([expect.stringMatching(/^\/assets\/public-script-[\w-]+\.js$/)]);
      const html = (await answer?.text()) ?? '';
      expect(html.match(/<script(?![^>]* src=)/g)).toBeNull();
      expect(html.match(/ style=/g)).toBeNull();
    }
  });

  test('the banner goes on every 5 seconds, round and round [S2.28 S2.30 S9.2]', async () => {
    const page = await openWithStoppedClock();
    await page.goto(`${shop.url}/`);
    await page.mouse.move(5, 5);
    let shown = 0;
    for (const next of [1, 2, 3, 0, 1]) {
      await page.clock.runFor(4900);
      await settle(page);
      expect(await shownSlide(page)).toBe(shown);
      await page.clock.runFor(100);
      await expect.poll(() => shownSlide(page)).toBe(next);
      await settle(page);
      shown = next;
    }
  });

  test('the arrow keys turn the banner both ways, and it waits while it has the focus or the mouse [S2.31]', async () => {
    const page = await openWithStoppedClock();
    await page.goto(`${shop.url}/`);
    await page.locator('.banner-track').focus();
    for (const [key, next] of [
      ['ArrowLeft', 3],
      ['ArrowLeft', 2],
      ['ArrowRight', 3],
      ['ArrowRight', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => shownSlide(page)).toBe(next);
      await settle(page);
    }
    await page.clock.runFor(20_000);
    await settle(page);
    expect(await shownSlide(page)).toBe(0);
    await page.locator('.banner').hover();
    await page.locator('.banner-track').blur();
    await page.clock.runFor(20_000);
    await settle(page);
    expect(await shownSlide(page)).toBe(0);
    await page.mouse.move(5, 5);
    await page.clock.runFor(5000);
    await expect.poll(() => shownSlide(page)).toBe(1);
  });

  test('the banner can be stopped, and stands still for those who want less motion', async () => {
    const page = await openWithStoppedClock();
    await page.goto(`${shop.url}/`);
    await page.getByRole('button', { name: homeWording.banner.pause }).click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(20_000);
    await settle(page);
    expect(await shownSlide(page)).toBe(0);
    const calm = await openWithStoppedClock({ reducedMotion: 'reduce' });
    await calm.goto(`${shop.url}/`);
    await calm.clock.runFor(20_000);
    expect(await shownSlide(calm)).toBe(0);
    await calm.getByRole('button', { name: homeWording.banner.play }).waitFor();
  });

  test('the counters count up once they are seen: for 1 second, after 0.3 [S2.33 S2.35]', async () => {
    const page = await openWithStoppedClock();
    await page.goto(`${shop.url}/`);
    const numbers = () => page.locator('.counter dd').allTextContents();
    const truth = homeWording.counters.map(({ value }) => value);
    expect(await numbers()).toEqual(truth);
    await page.locator('.counters').scrollIntoViewIfNeeded();
    await expect.poll(numbers).toEqual(['0', '0M+', '0', '0+']);
    await page.clock.runFor(250);
    expect(await numbers()).toEqual(['0', '0M+', '0', '0+']);
    await page.clock.runFor(400);
    const midway = (await numbers()).map((text) => Number.parseInt(text, 10));
    for (const [index, number] of midway.entries()) {
      expect(number).toBeGreaterThan(0);
      expect(number).toBeLessThan(Number.parseInt(truth[index] ?? '', 10));
    }
    await page.clock.runFor(750);
    expect(await numbers()).toEqual(truth);
  });

  test('the bar shows who is signed in, and logs out [S2.23 S2.24 S2.26 S4.1]', async () => {
    const person = await givenPerson(shop, { name: 'Nadia Navigator' });
    const visitor = await visit('/');
    const findLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });
    for (const [name, address] of [
      ['Home', '/'],
      ['My Portfolio', '/portfolio'],
      ['Log in', '/login'],
    ] as const)
      expect(await findLink(visitor, name).getAttribute('href')).toBe(address);
    expect(await findLink(visitor, 'Dashboard').count()).toBe(0);
    const page = await visitAs(person, '/parts');
    expect(await findLink(page, 'Dashboard').getAttribute('href')).toBe('/dashboard');
    const bar = page.getByRole('banner');
    await bar.getByText('Nadia Navigator').waitFor();
    await bar.getByRole('link', { name: wording.navigation.dashboard }).waitFor();
    expect(await bar.getByRole('link', { name: wording.navigation.logIn }).isVisible()).toBe(false);
    const toPay = bar.getByText('to pay');
    expect(await toPay.count()).toBe(0);
    await page.evaluate(() => {
      // as it was known last: one order can still be paid, one has expired
      localStorage.setItem('compact.unpaid', '2999-01-01T00:00:00.000Z 2020-01-01T00:00:00.000Z');
      dispatchEvent(new StorageEvent('storage'));
    });
    expect(await toPay.textContent()).toBe('1 to pay');
    await page.reload();
    await toPay.waitFor({ state: 'detached' }); // the shop knows better
    await bar.getByRole('button', { name: wording.navigation.logOut }).click();
    await page.waitForURL(`${shop.url}/`);
    await bar.getByRole('link', { name: wording.navigation.logIn }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    expect(await bar.getByText('Nadia Navigator').count()).toBe(0);
  });
});

test('the hydrated application comes to every public page without loading the document again', async () => {
  const { page, documents } = await enterApplication({ shop, chromium }, withMotion);
  const go = async (place: 'banner' | 'contentinfo', link: string) => {
    await page.getByRole(place).getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  await go('banner', wording.navigation.home);
  await page.getByRole('button', { name: homeWording.banner.pause }).waitFor();
  await page.locator('.banner-track').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shownSlide(page)).toBe(1);
  const counts = await page.locator('.counter dd').first().evaluateHandle(noteTexts);
  await page.locator('.counters').scrollIntoViewIfNeeded();
  await expect.poll(() => counts.evaluate((texts) => texts.at(-1))).toBe('59');
  expect(await counts.evaluate((texts) => texts[0])).toBe('0');
  await go('banner', wording.navigation.parts);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(`${shop.url}/parts?page=2`);
  await go('banner', wording.navigation.portfolio);
  await go('contentinfo', 'Terms');
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  expect(documents).toEqual([]);
});

/** What an element says from now on, one text after the other. Runs in the page. */
function noteTexts(element: Element): string[] {
  const texts: string[] = [];
  new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return texts;
}

/** A page whose time goes on only when the test says so. */
async function openWithStoppedClock(options: BrowserContextOptions = withMotion): Promise<Page> {
  const page = await chromium.open(options);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  return page;
}

async function soldOutCount(): Promise<number> {
  const { rows } = await findFirstPartsOnSale(shop.db, 1000);
  return rows.filter(({ stock, minimum_order }) => stock < minimum_order).length;
}

/** Which of the four pictures stands in the banner; the copy behind the last one is the first again. */
function shownSlide(page: Page): Promise<number> {
  return page
    .locator('.banner-track')
    .evaluate((track) => Math.round(track.scrollLeft / track.clientWidth) % 4);
}

/** Waits until the banner has come to rest. */
async function settle(page: Page): Promise<void> {
  const place = () => page.locator('.banner-track').evaluate((track) => track.scrollLeft);
  for (let last = -1, now = await place(); last !== now; ) {
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 150));
    now = await place();
  }
}
