/** The account's pages in a real Chromium, without a script and with a link that is cut off. */
import { expect, test } from 'vitest';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { visit } = await givenVisitedShop();

test.each(['/login', '/signup', '/forgot_password', '/reset_password?token=abc'])(
  '%s sends no form before the application runs: sent by the browser alone, it would lead nowhere',
  async (path) => {
    const page = await visit(path, { javaScriptEnabled: false });
    await page.getByText(/needs JavaScript/).waitFor();
    expect(await page.locator('.loading-screen').isVisible()).toBe(false); // a veil over the sentence
    expect(await page.locator('main button[type=submit]:enabled').count()).toBe(0);
  },
);

test('a link that is cut off says so, and how to get another', async () => {
  const page = await visit('/verify_email?token=abc', { expected: /40[01]/ });
  await page.getByText('This link is incomplete. Please copy all of it from the mail.').waitFor();
  await page.getByText('ask for a new mail').waitFor();
  expect(await page.getByRole('main').locator('img').count()).toBe(0); // no seal with a tick
});
