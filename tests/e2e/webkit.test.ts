/** What only WebKit, Safari's engine, does: it crashed on leaving a page whose columns it had not yet laid out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogue } from '#server/demo.ts';
import { populateShop } from '#shop/catalogue/populate-shop.ts';
import { givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenPixels, makeImageForm } from '../support/pictures.ts';
import { until } from '../support/processes.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';
import { startWebKit, type WebKit, type WebKitPage, webKitIsMissing } from '../support/webkit.ts';

const shop = givenShop({ web: await readWebBuild() });

describe.skipIf(webKitIsMissing)(`WebKit${webKitIsMissing}`, () => {
  let webKit: WebKit;

  beforeAll(async () => {
    webKit = await startWebKit();
    await populateShop(shop, { ...(await readCatalogue()), at: new Date() });
    const buyer = await givenPerson(shop);
    const partId = await givenPart(shop, { name: 'Reviewed' });
    await givenPaidOrder(shop, buyer, partId);
    const picture = makeImageForm(await givenPixels(64, 64).jpeg().toBuffer());
    const { data } = (await buyer.ask('POST', '/api/image', picture)).body;
    const review = { review: 'It runs at its full speed.', rating: 5, img: data.url, partsId: partId };
    expect((await buyer.ask('POST', '/api/user_rating', review)).status).toBe(200);
  });
  afterAll(() => webKit?.close());

  test.each([
    ['the home page', '/'],
    ['the page of a part', '/parts/memory/reviewed'],
  ])('shows the reviews of %s and leaves it by a link', async (_name, path) => {
    await webKit.inNewPage(async (page) => {
      await page.go(shop.url + path);
      await untilTrue(page, 'document.querySelector(".reviews .review") !== null');
      await page.run(`document.querySelector('a[href="/delivery"]').click()`);
      await untilTrue(page, 'location.pathname === "/delivery" && document.readyState === "complete"');
    });
  });
});

function untilTrue(page: WebKitPage, condition: string): Promise<void> {
  return until(condition, () => page.run<boolean>(`return ${condition}`), 60_000);
}
