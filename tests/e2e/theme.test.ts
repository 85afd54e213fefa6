/** The theme: the system's unless somebody chose, right from the first moment, on public pages and hydrated ones. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { givenPerson } from '../support/given.ts';
import { applicationScript, delayRequests, signIn } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop({ hasDemoCatalogue: true });

const paper = 'rgb(255, 255, 255)';
const graphite = 'rgb(18, 17, 21)';

describe.each(['/', '/login'])('on %s', (path) => {
  test('the system decides, until somebody chooses; the choice is kept on every page', async () => {
    const page = await visit(path, { colorScheme: 'light' });
    expect(await readBackground(page)).toBe(paper);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await readBackground(page)).toBe(graphite);
    expect(await page.evaluate(countTransitions), 'with less motion').toBe(0);
    expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
    await page.getByText('Light', { exact: true }).click();
    expect(await readBackground(page)).toBe(paper);
    for (const other of path === '/' ? ['/portfolio', '/signup'] : []) {
      await page.goto(shop.url + other);
      expect(await readBackground(page)).toBe(paper);
      expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
    }
    await page.getByRole('radio', { name: 'Light' }).press('ArrowRight');
    expect(await readBackground(page)).toBe(graphite);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await readBackground(page)).toBe(graphite);
    await page.getByText('System', { exact: true }).click();
    expect(await readBackground(page)).toBe(paper);
  });

  test('theme and person are known before the page has a body, so that nothing flashes', async () => {
    const page = await visit('/terms', { colorScheme: 'light' });
    await page.evaluate(() => {
      localStorage.setItem('compact.theme', 'dark');
      localStorage.setItem('accessToken', 'a token');
      localStorage.setItem('compact.person', JSON.stringify({ name: 'Ada', email: 'ada@example.com' }));
    });
    await page.addInitScript(watchForBody);
    await page.goto(shop.url + (path === '/login' ? '/forgot_password' : path));
    expect(await page.evaluate(() => (window as unknown as { atBody: unknown }).atBody)).toEqual({
      theme: 'dark',
      person: 'signed-in',
    });
    expect(await readBackground(page)).toBe(graphite);
  });
});

test('the bar of a hydrated page shows who is signed in before React runs, and the same afterwards', async () => {
  const person = await givenPerson(shop, { name: 'Nadia Navigator' });
  const page = await signIn({ shop, chromium }, person);
  const release = await delayRequests(page, applicationScript);
  await page.goto(`${shop.url}/dashboard`, { waitUntil: 'commit' });
  const bar = page.getByRole('banner');
  await bar.getByText('Nadia Navigator').waitFor();
  expect(await bar.getByRole('link', { name: 'Log in' }).isVisible()).toBe(false);
  expect(await bar.getByRole('link', { name: 'Dashboard' }).isVisible()).toBe(true);
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await bar.getByText('Nadia Navigator').isVisible()).toBe(true);
  expect(await bar.getByRole('link', { name: 'Log in' }).isVisible()).toBe(false);
});

test('a page that shows a problem keeps the theme, and the bar still shows who is signed in', async () => {
  const person = await givenPerson(shop, { name: 'Nadia Navigator' });
  const page = await visitAs(person, '/terms', /400/);
  await page.getByText('Dark', { exact: true }).click();
  await page.goto(`${shop.url}/dashboard/payment/nothing`);
  await page.getByRole('heading', { name: 'Something is missing here' }).waitFor();
  expect(await readBackground(page)).toBe(graphite);
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  expect(await page.getByRole('banner').getByText('Nadia Navigator').isVisible()).toBe(true);
  expect(await page.getByRole('banner').getByRole('link', { name: 'Log in' }).isVisible()).toBe(false);
});

test('another tab follows the choice at once', async () => {
  const page = await visit('/terms', { colorScheme: 'light' });
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/about`);
  await other.getByText('Dark', { exact: true }).click();
  await expect.poll(() => readBackground(page)).toBe(graphite);
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
});

test('without JavaScript there is no switch, and the system decides', async () => {
  const page = await visit('/', { javaScriptEnabled: false, colorScheme: 'dark' });
  expect(await page.getByRole('group', { name: 'Theme' }).isVisible()).toBe(false);
  expect(await readBackground(page)).toBe(graphite);
});

function readBackground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

function countTransitions(): number {
  return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
}

/** Notes what the root says at the moment when the body comes into being. Runs in the page. */
function watchForBody(): void {
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    const { theme, person } = document.documentElement.dataset;
    (window as unknown as { atBody: unknown }).atBody = { theme, person };
  }).observe(document, { childList: true, subtree: true });
}
