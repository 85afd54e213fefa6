/** The content policy in a real browser: which page has which, and that nothing the application does is refused. */
import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

/** A refusal of the policy is a complaint, which fails the test. */
const { shop, visit, visitAs } = await givenVisitedShop();

test('where an error takes the place of the application, it is shown, and leads on to pages that scroll', async () => {
  const part = await givenPart(shop, { name: 'Testco Found' });
  const page = await visitAs('customer', '/dashboard', /404/);
  await page.getByText(wording.myOrders.empty).waitFor();
  await goInside(page, `/purchase/${randomUUIDv7()}`);
  await page.getByRole('heading', { name: 'Something is missing here' }).waitFor();
  await page.getByText('We do not have such a part.').waitFor();
  await page.getByRole('link', { name: 'To the home page' }).waitFor();
  await goInside(page, `/purchase/${part}`);
  await page.getByText('Testco Found').first().waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await goInside(page, '/dashboard');
  await page.getByText(wording.myOrders.empty).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a page whose words something has changed before it starts is shown anew, not empty', async () => {
  const page = await visit('/', { expected: /Minified React error #418/ });
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/(<h1[^>]*>)[^<]*/, '$1Anmelden'),
    });
  });
  await page.goto(new URL('/login', shop.url).href);
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
});

test('text becomes markup or script in no page of the application', async () => {
  const page = await visitAs('customer', '/dashboard', /content policy|Trusted/);
  await page.getByText(wording.myOrders.empty).waitFor();
  const refused = await page.evaluate(() => {
    const attempts = [
      () => {
        document.body.innerHTML = '<p>';
      },
      () => {
        document.createElement('script').src = '/other.js';
      },
      () => {
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('default', {});
      },
    ];
    return attempts.filter((attempt) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    }).length;
  });
  expect(refused).toBe(3);
});

test('the payment page is a document of its own, from wherever one comes to it', async () => {
  const person = await givenPerson(shop);
  const order = await givenOrder(shop, person);
  const page = await visitAs(person, '/dashboard');
  const pay = page.getByRole('link', { name: /^Pay \$/ });
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await pay.click();
  expect(new URL((await loaded).url()).pathname).toBe(`/dashboard/payment/${order._id}`);
  await page.getByLabel('Card number').waitFor();
  await goInside(page, '/dashboard');
  await pay.waitFor();
  await page.reload();
  await pay.waitFor();
  const again = page.waitForRequest((request) => request.isNavigationRequest());
  await page.goBack();
  expect(new URL((await again).url()).pathname).toBe(`/dashboard/payment/${order._id}`);
  await page.getByLabel('Card number').waitFor();
});

/** Goes to an address of the application without loading a document. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(path: string): Promise<void> };
    };
    return router.navigate(path);
  }, path);
}
