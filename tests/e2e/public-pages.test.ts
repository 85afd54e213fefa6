/** The public pages in a real Chromium: whole without a script, livelier with the small one, and there before one looks. */
import { sql } from 'kysely';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findFirstPartsOnSale } from '#catalogue/database/part-lists.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { wording } from '#kernel/wording.ts';
import { homeWording } from '#settings/rules/home-wording.ts';
import { defaultSettings, makePortfolio } from '#settings/rules/settings.ts';
import { withMotion } from '../support/browser.ts';
import { ask, givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { delayRequests, enterApplication, expectPicture } from '../support/pages.ts';
import { uploadPicture } from '../support/pictures.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';
import { showWhole } from '../support/whole-page.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop({ hasDemoCatalogue: true });

const requests: { url: string; purpose: string | undefined }[] = [];

await sql`update reviews set created_at = '2020-01-01' where id = ${await givenBuyersReview()}`.execute(
  shop.db,
);
shop.app.server.prependListener('request', ({ url = '', headers }) =>
  requests.push({ url, purpose: headers['sec-purpose']?.toString() }),
);

describe('without JavaScript', () => {
  const open = async (path: string, expected?: RegExp) => {
    const page = await chromium.open({ javaScriptEnabled: false, ...(expected ? { expected } : {}) });
    const answer = await page.goto(shop.url + path);
    return { page, status: answer?.status() };
  };

  test('home shows the banner, the counters, and six parts with image, name, description, quantities, price per unit and a button to buy them [S1.12 S1.13 S1.18 S2.1 S2.34 S2.36 S2.38 S9.1 S9.4]', async () => {
    const { page } = await open('/');
    const intro = await page.getByRole('heading', { level: 1 }).textContent();
    expect(intro).toBe(wording.intro);
    expect(intro).toMatch(/supplies authentic .*parts quickly/);
    expect(await page.locator('.banner-slide').count()).toBe(4);
    for (const { value, label } of homeWording.counters) {
      const counter = page.locator('.counter').filter({ hasText: label });
      expect(await counter.locator('dd').textContent()).toBe(value);
    }
    const { rows } = await findFirstPartsOnSale(shop.db, 6);
    const cards = page.getByRole('region', { name: wording.productsHeading }).getByRole('article');
    expect(await cards.count()).toBe(6);
    for (const [index, part] of rows.entries()) {
      const card = cards.nth(index);
      expect(await card.locator('img').getAttribute('src')).toContain('/pictures/');
      expect(await card.getByRole('heading').textContent()).toBe(withNonBreakingSpaces(part.name));
      await card.getByText(part.description).waitFor();
      expect(await readFact(card, 'Available quantity')).toBe(String(part.stock));
      expect(await readFact(card, 'Minimum order')).toBe(String(part.minimum_order));
      expect(await card.textContent()).toContain(`$${(part.price_cents / 100).toFixed(2)} per unit`);
      const button = card.getByRole('link', { name: wording.product.purchase });
      expect(await button.getAttribute('href')).toBe(`/purchase/${part.id}`);
    }
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

  test('every link of the bar and the footer, which lists services and the company’s pages and no social ones, leads to a page with a title and a description of its own [S2.49 S2.50]', async () => {
    const { page } = await open('/');
    const links = page.locator('header a, footer a');
    const addresses = await links.evaluateAll((elements) =>
      elements.map((link) => (link as HTMLAnchorElement).href),
    );
    const pages = [...new Set(addresses)].filter((address) => !/login|dashboard/.test(address));
    expect(pages.length).toBeGreaterThanOrEqual(9);
    const heads: string[] = [];
    for (const address of pages) {
      const answer = await fetch(address);
      expect(answer.status, address).toBe(200);
      const html = await answer.text();
      expect(html.match(/<h1[ >]/g), address).toHaveLength(1);
      heads.push(...(html.match(/<title>[^<]+|<meta name="description" content="[^"]+/g) ?? []));
    }
    expect(heads).toHaveLength(2 * pages.length);
    expect(new Set(heads).size).toBe(heads.length);
    const footer = page.getByRole('contentinfo');
    for (const list of ['Services', 'Company'])
      expect(await footer.getByRole('navigation', { name: list }).getByRole('link').count()).toBeGreaterThan(
        1,
      );
    expect(await footer.getByRole('navigation', { name: 'Social' }).count()).toBe(0);
    expect(await footer.getByText(wording.footer.social).count()).toBe(0);
  });
});

describe('with the small script', () => {
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

const openHome = (options: BrowserContextOptions = {}) =>
  visit('/', { javaScriptEnabled: false, ...options });

test('the banner has four pictures, and neither small ones to choose from nor a count of them [S2.29 S2.32 S9.3]', async () => {
  const page = await openHome({ javaScriptEnabled: true });
  const banner = page.locator('.banner');
  await banner.getByRole('button').waitFor(); // the script runs
  const shown = banner.locator('li:not([inert]) img');
  expect(await shown.count()).toBe(4);
  const sources = await shown.evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  expect(new Set(sources).size).toBe(4);
  expect(await banner.getByRole('img').count()).toBe(0); // all four say nothing that their words do not say
  expect(await banner.getByRole('button').count()).toBe(1); // the one that stops it
  expect(await banner.getByRole('tab').count()).toBe(0);
  expect(await banner.textContent()).not.toMatch(/\d\s*(\/|of)\s*\d/);
});

test.each([
  [800, 1280],
  [1280, 640],
  [1366, 640],
  [2560, 640],
])(
  'at %i pixels the banner takes the file of %i pixels, which is as wide as it is shown',
  async (width, file) => {
    const page = await openHome({ viewport: { width, height: 900 } });
    const first = page.locator('.banner img').first();
    await expectPicture(first);
    const { source, said, shown } = await first.evaluate((image: HTMLImageElement) => ({
      source: image.currentSrc,
      said: image.naturalWidth, // of a picture with widths to choose from, what its `sizes` came to
      shown: image.clientWidth,
    }));
    expect(source).toMatch(new RegExp(`-${file}\\.avif$`));
    expect(file).toBeGreaterThanOrEqual(shown);
    if (width > 1312) expect(Math.abs(said - shown)).toBeLessThanOrEqual(1);
  },
);

test('the parts stand in one column, two and three in windows of 375, 800 and 1280 pixels [S2.37]', async () => {
  const page = await openHome();
  for (const [width, columns] of [
    [1280, 3],
    [800, 2],
    [375, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const lefts = await page
      .locator('.part')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
    expect(lefts).toHaveLength(6);
    expect(new Set(lefts).size, `at ${width} pixels`).toBe(columns);
  }
  await showWhole(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height / 760, 'screens of a phone').toBeLessThanOrEqual(6);
});

test('Meet Our CEO asks for one e-mail address and has a Submit button; three questions stand over a photo, each opens and closes by a click, one at a time, and none is open at first [S2.39 S2.41 S2.42 S2.43 S2.44 S2.45 S4.21 S5.10]', async () => {
  const page = await openHome();
  const ceo = page.getByRole('region', { name: 'Meet Our CEO' });
  expect(await ceo.locator('input').count()).toBe(1);
  expect(await ceo.locator('input').getAttribute('type')).toBe('email');
  expect(await ceo.getByRole('button').allTextContents()).toEqual(['Submit']);
  const section = page.getByRole('region', { name: 'Frequently asked questions' });
  expect(await section.locator('details').count()).toBe(3);
  await section.scrollIntoViewIfNeeded();
  const photo = section.locator('img');
  await expectPicture(photo);
  // once the section, which has come near, has its true height
  await expect
    .poll(() =>
      section.evaluate((whole) => {
        const placeholder = whole.querySelector('img') as HTMLImageElement;
        return [placeholder.clientWidth - whole.clientWidth, placeholder.clientHeight - whole.clientHeight];
      }),
    )
    .toEqual([0, 0]);
  expect(await section.locator('details').last().isVisible()).toBe(true);
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

test('each review shows a face, a name, a text and stars in half steps, which cannot be changed [S1.14 S2.46 S2.47 S9.7]', async () => {
  const page = await openHome();
  const cards = page.getByRole('region', { name: 'See what our users say' }).getByRole('article');
  const reviews = (await readNewestReviews()).slice(0, 12);
  expect(await cards.count()).toBe(12);
  for (const [index, { name, review, rating }] of reviews.entries()) {
    const card = cards.nth(index);
    expect(await card.locator('img').getAttribute('src')).toMatch(/\.(jpg|webp|avif)$/);
    expect(await card.getByRole('heading').textContent()).toBe(name);
    await card.getByText(review).waitFor();
    const stars = card.getByRole('img', { name: `${rating} out of 5 stars` });
    const share = await stars.evaluate((drawing) => {
      const [all, given] = [...drawing.querySelectorAll('rect')].map((part) => part.width.baseVal.value);
      return (given ?? 0) / (all ?? 1);
    });
    expect(share).toBeCloseTo(rating / 5);
    expect(await card.locator('input, select, [role=slider], [role=radio]').count()).toBe(0); // nobody rates here
  }
  expect(new Set(reviews.map(({ rating }) => rating % 1))).toEqual(new Set([0, 0.5]));
});

test('all reviews are reached from there, a page of them at a time, the newest first [S1.14 S2.47]', async () => {
  const page = await openHome();
  const newest = await readNewestReviews();
  expect(newest.length).toBeGreaterThan(12);
  await page.getByRole('link', { name: `All ${newest.length} reviews` }).click();
  const shown: (string | null)[] = [];
  for (;;) {
    shown.push(
      ...(await page.getByRole('main').getByRole('article').locator('.review-text').allTextContents()),
    );
    const next = page.getByRole('link', { name: 'Next' });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  expect(shown).toEqual(newest.map(({ review }) => review));
  const beyond = await fetch(`${shop.url}/reviews?page=99`);
  expect(beyond.status).toBe(404);
});

test('the pages of the footer promise delivery to the door, the cheapest rate without offers, and the money back for what is not authentic [S0.2 S1.15 S1.16 S1.17]', async () => {
  for (const [path, promise] of [
    ['/delivery', /Delivery to town and country.*We bring every part to your door/],
    ['/about', /at the cheapest rate.*There are no offers/],
    ['/money-back', /Every part that we sell is authentic\. Should one not be, we return all that you paid/],
  ] as const) {
    const html = await (await fetch(shop.url + path)).text();
    expect(/<main.*<\/main>/s.exec(html)?.[0].replace(/<[^>]+>/g, '')).toMatch(promise);
  }
});

test('a bouncing purple circle amid the screen stands in while the reviews are loading [S2.48 S2.51]', async () => {
  const { page } = await enterApplication({ shop, chromium }, withMotion);
  const answer = await delayRequests(page, /\.data/);
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click();
  const circle = page.locator('.loading-circle');
  await circle.waitFor();
  const look = await circle.evaluate((element) => {
    const { borderRadius, backgroundColor, animationName, animationIterationCount } =
      getComputedStyle(element);
    const screen = (element.parentElement as HTMLElement).getBoundingClientRect();
    return {
      borderRadius,
      animationName,
      animationIterationCount,
      colour: backgroundColor.match(/\d+/g)?.map(Number) ?? [],
      isWholeScreen: screen.width === innerWidth && screen.height === innerHeight,
    };
  });
  expect(look).toMatchObject({
    borderRadius: '50%',
    animationName: 'bounce-circle',
    animationIterationCount: 'infinite',
    isWholeScreen: true,
  });
  const [red = 0, green = 0, blue = 0] = look.colour;
  expect(blue > red && red > green, `purple: ${look.colour}`).toBe(true);
  answer();
  await page.getByRole('heading', { name: 'See what our users say' }).waitFor();
  await circle.waitFor({ state: 'detached' });
});

test('a public page is fetched while the mouse rests on its link, and not again when it is followed; none of a person', async () => {
  const page = await visitAs('customer', '/terms');
  await page.waitForLoadState('networkidle');
  requests.length = 0;
  for (const name of ['Dashboard', 'Basket']) {
    await page.getByRole('banner').getByRole('link', { name }).hover();
    await page.waitForTimeout(500);
  }
  await page.getByRole('banner').getByRole('link', { name: 'Parts', exact: true }).hover();
  await expect
    .poll(() => requests.filter(({ url }) => url === '/parts'))
    .toEqual([{ url: '/parts', purpose: 'prefetch' }]);
  await page.getByRole('banner').getByRole('link', { name: 'Parts', exact: true }).click();
  await page.waitForURL(`${shop.url}/parts`);
  expect(requests.filter(({ url }) => url === '/parts')).toHaveLength(1);
  // it would be shown as it was then, up to five minutes later
  expect(requests.filter(({ url }) => /^\/(dashboard|basket)/.test(url))).toEqual([]);
});

test.each(['/', '/parts/memory', '/login'])(
  'the head of %s is named in a header, all that keeps the page from being painted, and sent for once',
  async (path) => {
    const page = await chromium.open();
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    const answer = await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    const named = [...(answer?.headers().link ?? '').matchAll(/<([^>]+)>; rel=preload; as=(style|script)/g)];
    const inHead = await page.evaluate(() =>
      [
        ...document.head.querySelectorAll<HTMLElement>(
          'link[rel=stylesheet], script[src]:not([async], [type])',
        ),
      ]
        .map((file) => file.getAttribute('href') ?? file.getAttribute('src'))
        .filter(Boolean),
    );
    expect(named.map(([, file]) => file).sort()).toEqual(inHead.sort());
    expect(inHead.length).toBeGreaterThan(1);
    for (const file of inHead) expect(files.filter((requests) => requests === file)).toHaveLength(1);
  },
);

test('whoever saves data is offered nothing; neither are hydrated pages, which fetch by themselves', async () => {
  const readRules = async (url: string, headers = {}) =>
    (await shop.app.inject({ url, headers })).headers['speculation-rules'];
  expect(await readRules('/parts')).toBe('"/speculation-rules.json"');
  expect(await readRules('/parts', { 'save-data': 'on' })).toBeUndefined();
  expect(await readRules('/login')).toBeUndefined();
  const rules = await shop.app.inject('/speculation-rules.json');
  expect(rules.headers['content-type']).toMatch(/^application\/speculationrules\+json\b/);
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

/** The API lists it first. */
async function givenBuyersReview(): Promise<string> {
  const buyer = await givenPerson(shop);
  await givenPaidOrder(shop, buyer, await givenPart(shop));
  const review = { review: 'It came in a day.', rating: 4.5, img: await uploadPicture(buyer) };
  return (await buyer.ask('POST', '/api/user_rating', review)).body._id;
}

async function readNewestReviews() {
  const { body } = await ask(shop, 'GET', '/api/ratings?limit=100');
  return body.toSorted((one, other) => Date.parse(other.postedAt) - Date.parse(one.postedAt));
}

/** What stands beside a label in a card of a part. */
function readFact(card: Locator, label: string): Promise<string | null> {
  return card
    .locator('dl > div', { has: card.page().getByText(label, { exact: true }) })
    .locator('dd')
    .textContent();
}
