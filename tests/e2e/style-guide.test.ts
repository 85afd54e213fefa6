/** `/dev/style`: every component in every state, shown on this machine alone; axe finds nothing in any of them. */
import { expect, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const web = await readWebBuild();
const { shop, visit } = await givenVisitedShop({ isLocal: true });
const reachable = await givenShop({ web });

test.each(['light', 'dark'] as const)(
  'axe finds nothing in it, messages and dialog included, in %s',
  async (colorScheme) => {
    const page = await visit('/dev/style', { colorScheme, reducedMotion: 'reduce' });
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
  const page = await visit('/dev/style', { viewport: { width, height: 800 } });
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
