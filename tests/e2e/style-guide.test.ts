/** `/dev/style`: every component in every state, shown on this machine alone; axe finds nothing in any of them. */
import { expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { givenBrowser } from '../support/browser.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const web = await readWebBuild();
const shop = givenShop({ web, isLocal: true });
const reachable = givenShop({ web });
const chromium = givenBrowser();

test.each(['light', 'dark'] as const)(
  'axe finds nothing in it, messages and dialog included, in %s',
  async (colorScheme) => {
    const page = await chromium.open({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${shop.url}/dev/style`);
    await page.getByRole('button', { name: 'Show the messages' }).click();
    await page.getByText('Add review').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('This order is paid').waitFor();
    expect(await findViolations(page)).toEqual([]);
  },
);

test.each([320, 1280])('nothing stands out over a window %i pixels wide', async (width) => {
  const page = await chromium.open({ viewport: { width, height: 800 } });
  await page.goto(`${shop.url}/dev/style`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [scrollWidth, clientWidth] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(scrollWidth).toBe(clientWidth);
});

test('a shop that others can reach has no such page, nor has this one for a foreign name', async () => {
  expect((await reachable.app.inject('/dev/style')).statusCode).toBe(404);
  const named = (host: string) => shop.app.inject({ url: '/dev/style', headers: { host } });
  expect((await named('shop.example')).statusCode).toBe(404);
  expect((await named('127.0.0.1:3000')).statusCode).toBe(200);
});
