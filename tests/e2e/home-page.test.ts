/** The home page as the specification describes it, block by block, and what the pages of the footer promise. */

import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { readCatalogue } from '#server/demo.ts';
import { populateShop } from '#shop/catalogue/populate-shop.ts';
import { withMotion } from '../support/browser.ts';
import { givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { delayRequests, enterApplication, expectPicture } from '../support/pages.ts';
import { givenPixels, makeImageForm } from '../support/pictures.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit } = await givenVisitedShop();

beforeAll(async () => {
  await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
  await sql`update reviews set created_at = '2020-01-01' where id = ${await givenBuyersReview()}`.execute(
    shop.db,
  );
});

const openHome = async (options: Parameters<typeof chromium.open>[0] = {}) => {
  const page = await visit('/', { javaScriptEnabled: false, ...options });
  return page;
};

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
  [1280, 1280],
  [1366, 1280],
  [1600, 1280],
  [1920, 1680],
  [2560, 1680],
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

test('the intro says that the shop supplies authentic parts quickly [S1.13]', async () => {
  const page = await openHome();
  const intro = await page.getByRole('heading', { level: 1 }).textContent();
  expect(intro).toMatch(/supplies authentic .*parts quickly/);
});

test('each card of a part shows its image, name, description, quantities, price per unit and a button to buy it [S1.18 S2.38]', async () => {
  const page = await openHome();
  const cards = page.getByRole('region', { name: 'OUR PRODUCTS' }).getByRole('article');
  expect(await cards.count()).toBe(6);
  const parts = (await (await fetch(`${shop.url}/api/parts?limit=6`)).json()) as Record<string, string>[];
  for (const [index, part] of parts.entries()) {
    const card = cards.nth(index);
    expect(await card.locator('img').getAttribute('src')).toContain('/pictures/');
    expect(await card.getByRole('heading').textContent()).toBe(withNonBreakingSpaces(part.name ?? ''));
    await card.getByText(part.description ?? '').waitFor();
    expect(await readFact(card, 'Available quantity')).toBe(String(part.available_quantity));
    expect(await readFact(card, 'Minimum order')).toBe(String(part.minimum_order));
    expect(await card.textContent()).toContain(`$${Number(part.price).toFixed(2)} per unit`);
    const button = card.getByRole('link', { name: 'Purchase' });
    expect(await button.getAttribute('href')).toBe(`/purchase/${part._id}`);
  }
});

test.each([
  [375, 1],
  [800, 2],
  [1280, 3],
])('at %i pixels the parts stand in columns: %i [S2.37]', async (width, columns) => {
  const page = await openHome({ viewport: { width, height: 800 } });
  const lefts = await page
    .locator('.part')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
  expect(lefts).toHaveLength(6);
  expect(new Set(lefts).size).toBe(columns);
});

test('Meet Our CEO asks for one e-mail address and has a Submit button [S2.39 S5.10]', async () => {
  const page = await openHome();
  const section = page.getByRole('region', { name: 'Meet Our CEO' });
  expect(await section.locator('input').count()).toBe(1);
  expect(await section.locator('input').getAttribute('type')).toBe('email');
  expect(await section.getByRole('button').allTextContents()).toEqual(['Submit']);
});

test('the three questions stand over a photo [S2.41]', async () => {
  const page = await openHome();
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
    expect(await card.getByRole('button').count()).toBe(0);
    expect(await card.locator('input').count()).toBe(0);
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

test('the footer lists services and the company’s pages; without any configured there is no social list [S2.49]', async () => {
  const page = await openHome();
  const footer = page.getByRole('contentinfo');
  for (const list of ['Services', 'Company'])
    expect(await footer.getByRole('navigation', { name: list }).getByRole('link').count()).toBeGreaterThan(1);
  expect(await footer.getByRole('navigation', { name: 'Social' }).count()).toBe(0);
});

describe('the pages of the footer', () => {
  const words = async (path: string) => {
    const page = await visit(path, { javaScriptEnabled: false });
    return (await page.getByRole('main').textContent()) ?? '';
  };

  test('promise delivery to the door, in town and country [S0.2 S1.15]', async () => {
    expect(await words('/delivery')).toMatch(
      /Delivery to town and country.*We bring every part to your door/,
    );
  });

  test('promise one price, the cheapest rate, and no offers [S1.16]', async () => {
    expect(await words('/about')).toMatch(/at the cheapest rate.*There are no offers/);
  });

  test('promise the money back for a part that is not authentic [S1.17]', async () => {
    expect(await words('/money-back')).toMatch(
      /Every part that we sell is authentic\. Should one not be, we return all that you paid/,
    );
  });
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

/** The API lists it first. */
async function givenBuyersReview(): Promise<string> {
  const buyer = await givenPerson(shop);
  await givenPaidOrder(shop, buyer, await givenPart(shop));
  const form = makeImageForm(await givenPixels(400, 300).jpeg().toBuffer());
  const { body: image } = await buyer.ask('POST', '/api/image', form);
  const review = { review: 'It came in a day.', rating: 4.5, img: image.data.url };
  return (await buyer.ask('POST', '/api/user_rating', review)).body._id;
}

async function readNewestReviews() {
  const answer = await fetch(`${shop.url}/api/ratings?limit=100`);
  const reviews = (await answer.json()) as {
    name: string;
    review: string;
    rating: number;
    postedAt: string;
  }[];
  return reviews.toSorted((one, other) => Date.parse(other.postedAt) - Date.parse(one.postedAt));
}

/** What stands beside a label in a card of a part. */
function readFact(card: Locator, label: string): Promise<string | null> {
  return card
    .locator('dl > div', { has: card.page().getByText(label, { exact: true }) })
    .locator('dd')
    .textContent();
}
