/** What a page of the dashboard could not load is told in the page's place: the links stay, and there is a way on. */
import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#domain/wording.ts';
import { givenBrowser } from '../support/browser.ts';
import { givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { signIn } from '../support/pages.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });
const chromium = givenBrowser();
/** What the browser itself says of calls that were cut off or refused. */
const expected = /ERR_FAILED|404|502|503/;
const { dashboard } = wording;

test('a page whose call is cut off keeps the links, says so with the focus on it, and comes when it is tried again', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop), expected);
  await page.goto(`${shop.url}/dashboard`);
  await page.getByText(wording.myOrders.empty).waitFor();
  await page.route('**/api/user_info/*', (route) => route.abort());
  await link(page, dashboard.myProfile).click();
  await expectProblem(page, 'This page could not be shown', [dashboard.addReview, dashboard.myProfile]);
  await page.getByText('The shop cannot be reached.').waitFor();

  await page.unroute('**/api/user_info/*');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByLabel('Education').waitFor();
  expect(await page.title()).toBe(`${dashboard.myProfile} – COMPACT`);
  await expect.poll(() => focused(page)).toBe(dashboard.myProfile);
});

test('a page for which a server in front of the shop answers does not send the person to their own connection', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop), expected);
  await page.route('**/api/user_info/*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.goto(`${shop.url}/dashboard/my_profile`);
  await expectProblem(page, 'This page could not be shown', [dashboard.addReview]);
  await page.getByText('The shop cannot answer at the moment.').waitFor();
  expect(await page.getByText('check your connection').count()).toBe(0);
});

test('trying again while nothing answers keeps the links, and so does a page that is loaded anew', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop), expected);
  await page.route('**/api/user_info/*', (route) => route.abort());
  await page.goto(`${shop.url}/dashboard/my_profile`);
  await expectProblem(page, 'This page could not be shown', [dashboard.addReview]);
  await page.route('**/api/**', (route) => route.abort());
  for (let tries = 0; tries < 2; tries += 1) {
    const request = page.waitForRequest('**/api/user_info/*');
    await page.getByRole('link', { name: 'Try again' }).click();
    await request;
    await expectProblem(page, 'This page could not be shown', [dashboard.addReview]);
  }
  await page.unroute('**/api/**');
  await page.unroute('**/api/user_info/*');
  await link(page, dashboard.addReview).click();
  await page.getByRole('heading', { name: wording.addReview.heading }).waitFor();
});

test('an order that is not there says so beside the links, which lead on', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop), expected);
  await page.goto(`${shop.url}/dashboard/order/${randomUUIDv7()}`);
  await expectProblem(page, 'Something is missing here', [dashboard.myOrders]);
  await page.getByText('There is no such order.').waitFor();
  expect(await page.getByRole('link', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'To your dashboard' }).click();
  await page.getByText(wording.myOrders.empty).waitFor();
});

test('whose role cannot be found out sees their page all the same, and gets their links when it is tried again', async () => {
  const admin = await givenPerson(shop, { role: 'admin' });
  await givenOrder(shop, admin, await givenPart(shop, { name: 'Testco Mine' }));
  const page = await signIn({ shop, chromium }, admin, expected);
  await page.route('**/api/admin/*', (route) => route.abort());
  await page.goto(`${shop.url}/dashboard/my_profile`);
  await page.getByLabel('Education').fill('School of life');
  await page.unroute('**/api/admin/*');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await link(page, dashboard.manageOrders).waitFor();
  expect(await page.getByLabel('Education').inputValue()).toBe('School of life');
});

test('an administrator keeps all links where one of their lists cannot be loaded', async () => {
  const page = await signIn({ shop, chromium }, await givenPerson(shop, { role: 'admin' }), expected);
  await page.route('**/api/manage_orders?*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${shop.url}/dashboard/manage_orders`);
  await expectProblem(page, 'This page could not be shown', [dashboard.manageOrders, dashboard.makeAdmin]);
  await page.unroute('**/api/manage_orders?*');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: dashboard.manageOrders }).waitFor();
});

function link(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });
}

/** The problem stands in the page's place, focused and in the title; the frame and these links are there. */
async function expectProblem(page: Page, heading: string, links: string[]): Promise<void> {
  await page.locator('[data-page]').getByRole('heading', { name: heading, level: 2 }).waitFor();
  await page.getByRole('heading', { name: dashboard.heading, level: 1 }).waitFor();
  for (const name of links) await link(page, name).waitFor();
  await expect.poll(() => page.title()).toBe(`${heading} – COMPACT`);
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^(${heading}|Try again)$`));
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}
