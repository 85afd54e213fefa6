/** What only WebKit, Safari's engine, does: it crashes, scrolls, columns and dialogs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { populateShop, readCatalogue } from '#app/demo.ts';
import { givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { uploadPicture } from '../support/pictures.ts';
import { until } from '../support/processes.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';
import { startWebKit, type WebKit, type WebKitPage, webKitIsMissing } from '../support/webkit.ts';

const shop = await givenShop({ web: await readWebBuild(), isLocal: true });

describe.skipIf(webKitIsMissing)(`WebKit${webKitIsMissing}`, () => {
  let webKit: WebKit;

  beforeAll(async () => {
    webKit = await startWebKit();
    await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
    const buyer = await givenPerson(shop);
    const partId = await givenPart(shop, { name: 'Reviewed' });
    await givenPaidOrder(shop, buyer, partId);
    const img = await uploadPicture(buyer);
    const review = { review: 'It runs at its full speed.', rating: 5, img, partsId: partId };
    expect((await buyer.ask('POST', '/api/user_rating', review)).status).toBe(200);
  });
  afterAll(() => webKit?.close());

  test.each([
    ['the home page', '/'],
    ['the page of a part', '/parts/memory/reviewed'],
  ])('shows the reviews of %s and leaves it by a link', async (_name, path) => {
    await webKit.inNewPage(async (page) => {
      await page.go(shop.url + path);
      await untilTrue(page, 'document.querySelector(".review") !== null');
      await page.run(`document.querySelector('a[href="/delivery"]').click()`);
      await untilTrue(page, 'location.pathname === "/delivery" && document.readyState === "complete"');
    });
  });

  test('shows the banner’s slides round and round, and columns of reviews that begin side by side', async () => {
    await webKit.inNewPage(async (page) => {
      await page.go(`${shop.url}/`);
      await untilTrue(page, 'document.querySelector(".banner-slide[inert]") !== null');
      await page.run('document.querySelector("[data-pause]").click()');
      for (const slide of [1, 2, 3, 0]) {
        await page.run(
          `document.querySelector('.banner').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))`,
        );
        const track = 'document.querySelector(".banner-track")';
        await untilTrue(page, `Math.abs(${track}.scrollLeft - ${slide} * ${track}.clientWidth) < 1`);
      }
      await page.go(`${shop.url}/reviews`);
      const tops = await page.run<number[]>(`
        const cards = [...document.querySelectorAll('.review')].map((card) => card.getBoundingClientRect());
        return [...new Set(cards.map(({ left }) => left))].map((left) =>
          Math.min(...cards.filter((card) => card.left === left).map(({ top }) => top)));`);
      expect(tops.length).toBeGreaterThan(1);
      expect(new Set(tops).size).toBe(1);
    });
  });

  test('a dialog takes the focus', async () => {
    await webKit.inNewPage(async (page) => {
      await page.go(`${shop.url}/dev/style`);
      const button = `[...document.querySelectorAll('button')].find((each) => each.textContent === 'Open a dialog')`;
      await untilTrue(page, `(${button}.click(), document.querySelector('dialog[open]') !== null)`);
      await untilTrue(page, `document.querySelector('dialog[open]').contains(document.activeElement)`);
    });
  });
});

function untilTrue(page: WebKitPage, condition: string): Promise<void> {
  return until(condition, () => page.run<boolean>(`return ${condition}`), 60_000);
}
