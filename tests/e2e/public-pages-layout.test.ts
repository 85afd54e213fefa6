/** The public pages on screens of every width, in both themes: nothing is cut off, and axe finds nothing. */
import { beforeAll, describe, expect, test } from 'vitest';
import { readCatalogue } from '#server/demo.ts';
import { fillShop } from '#shop/fill-shop.ts';
import { findViolations } from '../support/axe.ts';
import { givenBrowser } from '../support/browser.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();

beforeAll(async () => {
  await fillShop(shop.db, { ...(await readCatalogue()), at: new Date() });
});

const paths = [
  '/',
  '/parts',
  '/parts?page=99',
  '/portfolio',
  '/delivery',
  '/money-back',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/nowhere',
];
const widths = [320, 375, 1280];
const themes = ['light', 'dark'] as const;

describe.each(paths)('%s', (path) => {
  test.each(widths)('fits a window %i pixels wide, signed in or not', async (width) => {
    const page = await chromium.open({ viewport: { width, height: 700 }, expected: /404/ });
    await page.goto(shop.url + path);
    expect(await page.evaluate(overflow)).toEqual([]);
    await page.evaluate(pretendToBeSignedIn);
    await page.reload();
    await page.getByText('Wilhelmina Wo-X').waitFor();
    expect(await page.evaluate(overflow)).toEqual([]);
    expect(await page.evaluate(overlapsInBar)).toEqual([]);
  });

  test.each(themes)('has nothing that axe finds, in %s', async (colorScheme) => {
    const page = await chromium.open({ colorScheme, reducedMotion: 'reduce', expected: /404/ });
    await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await findViolations(page)).toEqual([]);
  });
});

/** What stands out over the right edge of the page. Runs in the page. */
function overflow(): string[] {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > width && !element.closest('.banner-track'))
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Which things of the navigation bar cover one another. Runs in the page. */
function overlapsInBar(): string[] {
  const things = [...document.querySelectorAll('.bar :is(a, button, .bar-person)')].filter(
    (element) => element.getBoundingClientRect().width > 0,
  );
  return things.flatMap((one, index) =>
    things.slice(index + 1).flatMap((other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const isOver =
        a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
      return isOver ? [`${one.textContent} / ${other.textContent}`] : [];
    }),
  );
}

/** Leaves in the browser what logging in leaves there. Runs in the page. */
function pretendToBeSignedIn(): void {
  localStorage.setItem('accessToken', 'a token');
  localStorage.setItem('compact.person', JSON.stringify({ name: 'Wilhelmina Wo-X', email: 'w@example.com' }));
}
