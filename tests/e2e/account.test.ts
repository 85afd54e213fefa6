/** An account in a real Chromium: confirmed by the mail's link, its password forgotten, replaced and changed. */
import { expect, test, vi } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { findViolations } from '../support/axe.ts';
import { givenPerson } from '../support/given.ts';
import { fill, logInByForm, readMessage } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit, visitAs } = await givenVisitedShop({ runsJobs: true });

test('an address is confirmed by the mail’s link; until then the dashboard says so and sends it again', async () => {
  const person = await givenPerson(shop, { isConfirmed: false });
  const page = await visitAs(person, '/dashboard');
  const notice = page.getByRole('region', { name: 'Your e-mail address' });
  await notice.getByText(person.email).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await notice.getByRole('button', { name: 'Send again' }).click();
  await notice.getByText('The mail is on its way.').waitFor();
  await page.goto(await linkMailedTo(person.email, 'verification', 2));
  await page.getByText('Thank you. Your e-mail address is confirmed.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'To your dashboard' }).click();
  await page.getByText(wording.myOrders.empty).waitFor();
  expect(await notice.count()).toBe(0);
});

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

test('a forgotten password is replaced by the mail’s link, with the keyboard alone', async () => {
  const person = await givenPerson(shop);
  const page = await visit('/login', { expected: /40[01]/ });
  await page.getByRole('link', { name: 'Forgot your password?' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.url}/forgot_password`);
  await page.getByLabel('E-mail').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => readMessage(page, 'E-mail')).toBe(wording.messages.email);
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await page.getByText('If there is an account with this e-mail address').waitFor();
  expect(await findViolations(page)).toEqual([]);

  const link = await linkMailedTo(person.email, 'password-reset');
  await page.goto(link);
  await page.getByLabel('New password').focus();
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect.poll(() => readMessage(page, 'New password')).toBe(wording.messages.shortPassword);
  await fill(page, { 'New password': 'quite new' });
  await expect.poll(() => readMessage(page, 'Confirm password')).toBe(wording.messages.passwordsDiffer);
  expect(await findViolations(page)).toEqual([]);
  await fill(page, { 'Confirm password': 'quite new' });
  await page.keyboard.press('Enter');
  await page.getByText('Your new password counts from now on.').waitFor();

  await page.goto(link);
  await fill(page, { 'New password': 'once more', 'Confirm password': 'once more' });
  await page.keyboard.press('Enter');
  await page.getByText('This link does not count any more. Please ask for a new one.').waitFor();
  await logInByForm({ shop, chromium }, { email: person.email, password: 'quite new' });
});

async function linkMailedTo(email: string, kind: string, count = 1): Promise<string> {
  return await vi.waitFor(
    () => {
      const mails = shop.mails.filter(({ id, to }) => to === email && id.startsWith(kind));
      if (mails.length < count) throw new Error(`only ${mails.length} mails to ${email}`);
      return /https?:\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    },
    { timeout: 50_000, interval: 100 },
  );
}
