/** The whole sale in a real Chromium: sign up, order, pay, ship. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { wording } from '#kernel/wording.ts';
import { confirmAddress, givenPart, givenPerson, insertRows } from '../support/given.ts';
import { fill, fillSignUp, payWith, placeOrder, sendLogIn, toast, typedAddress } from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visit } = await givenVisitedShop({ runsJobs: true });

test('a visitor signs up, orders and pays, an administrator ships [S0.4 S1.4 S2.62]', {
  timeout: 120_000,
}, async () => {
  const part = await givenPart(shop, { name: 'Testco Swift 32 GB', price: 4_999, stock: 9, minimumOrder: 2 });
  const page = await chromium.open({ expected: /402/ });
  await page.addInitScript(recordLowToasts);
  await page.goto(`${shop.url}/purchase/${part}`);
  await page.waitForURL(`${shop.url}/login?from=**`);
  await page.getByText(withNonBreakingSpaces('Log in to order Testco Swift 32 GB.')).waitFor();
  await page.getByRole('link', { name: wording.logIn.toSignUp }).click();
  await fillSignUp(page, 'Bea Buyer', 'bea@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await toast(page, wording.toasts.userCreated);
  await confirmAddress(shop, { email: 'bea@example.com' });

  await page.waitForURL(`${shop.url}/purchase/${part}`);
  expect(await page.getByLabel('E-mail').inputValue()).toBe('bea@example.com');
  expect(await page.getByLabel('Quantity').inputValue()).toBe('2');
  await fill(page, { ...typedAddress, Quantity: '3' });
  await page.getByText('Total: $149.97').waitFor();
  await placeOrder(page);
  await page.waitForURL(`${shop.url}/`);
  const payNow = page.getByRole('alert').getByRole('link', { name: 'Pay now' });
  expect(await payNow.getAttribute('href')).toMatch(/^\/dashboard\/payment\/[\w-]{36}$/);
  await expectCalm(page);

  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: '1 to pay' }).waitFor();
  await page.goto(`${shop.url}/parts`); // a cached page: the same bytes for everybody
  await bar.getByRole('link', { name: '1 to pay' }).click();
  await page.getByText('1 to pay: $149.97').waitFor();
  expect(await page.getByRole('link', { name: /^Pay now/ }).getAttribute('href')).toMatch(/\/payment\//);
  await page.getByRole('heading', { name: wording.myOrders.heading }).waitFor();
  await page.getByRole('link', { name: /^Pay \$/ }).click();
  await payWith(page, '4000 0000 0000 0002');
  await page.getByText('Your card was declined.').waitFor();
  expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 0002');
  await payWith(page, '4242 4242 4242 4242');
  await page.getByText(wording.payment.complete).waitFor();
  await bar.getByText('to pay').waitFor({ state: 'detached' });
  expect(await page.getByText(wording.payment.transaction).textContent()).toMatch(/Transaction Id : pi_\w+/);
  await page.reload();
  await page.getByText(wording.payment.complete).waitFor();
  await page.getByRole('link', { name: 'Invoice' }).waitFor();
  expect(await page.getByLabel('Card number').count()).toBe(0);
  await page.goto(`${shop.url}/purchase/${part}`); // knows where the last order went
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe('1 Farm Lane');
  expect(await page.getByLabel('Phone').inputValue()).toBe('+1 555 010 9999');

  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  const office = await visit('/dashboard/manage_orders');
  await sendLogIn(office, admin);
  await office.getByRole('button', { name: /PENDING/ }).click();
  await toast(office, wording.toasts.shipped);
  await office.getByText(wording.manageOrders.shipped, { exact: true }).waitFor();

  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('cell').getByText('Shipped', { exact: true }).waitFor();
  expect(await page.getByText(wording.myOrders.alreadyPaid).count()).toBe(1);
  // of the order, its payment and its shipment
  const orderMails = () => shop.mails.filter(({ subject }) => subject.includes('Testco')).map(({ to }) => to);
  await expect.poll(orderMails, { timeout: 50_000 }).toEqual(Array(3).fill('bea@example.com'));
});

test('on a phone, too, an order leads home without a frame, a jump or a toast at the bottom', async () => {
  const buyer = await givenPerson(shop);
  const delivery = { location: '7 Mill Road\nLittle Village', phone: '+1 555 010 7777' };
  const profile = { education: 'School', link: '/pictures/none', updated_at: new Date(), ...delivery };
  await insertRows(shop, 'profiles', { person_id: buyer.id, ...profile });
  const page = await chromium.open({
    viewport: { width: 375, height: 760 },
    isMobile: true,
    hasTouch: true,
  });
  await page.addInitScript(recordLowToasts);
  await page.goto(`${shop.url}/login?from=/purchase/${await givenPart(shop)}`);
  await page.getByRole('heading', { name: wording.logIn.heading }).waitFor();
  await fill(page, { 'E-mail': buyer.email, Password: buyer.password });
  await page.getByRole('button', { name: wording.logIn.button }).tap();
  await page.getByRole('heading', { name: wording.productDetails.heading }).waitFor();
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe(delivery.location);
  expect(await page.getByLabel('Phone').inputValue()).toBe(delivery.phone);
  await fill(page, { Town: 'Little Village', Postcode: '3100' });
  await page.getByRole('button', { name: 'Place the order' }).tap();
  await toast(page, wording.toasts.ordered);
  await expectCalm(page);

  // redirected in a new document: still no frame, until somebody uses the keyboard
  await page.getByRole('button', { name: wording.navigation.logOut }).click();
  await page.getByRole('link', { name: wording.navigation.logIn }).waitFor();
  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('heading', { name: wording.logIn.heading }).waitFor();
  await expect.poll(() => page.locator(':focus').count()).toBe(1);
  expect(await readFrame(page)).toBe('none');
  await page.keyboard.press('Shift');
  await page.goto(`${shop.url}/dashboard/my_profile`);
  await page.getByText('Log in to see your profile.').waitFor();
  await expect.poll(() => page.locator(':focus').count()).toBe(1);
  expect(await readFrame(page)).toBe('solid');
});

/** The heading has the focus, without a frame; nothing has jumped, and no toast was at the bottom. */
async function expectCalm(page: Page): Promise<void> {
  await expect.poll(() => page.locator(':focus').evaluate(({ tagName }) => tagName)).toBe('H1');
  expect(await readFrame(page)).toBe('none');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.dataset.lowToasts)).toBeUndefined();
}

function readFrame(page: Page): Promise<string> {
  return page.locator(':focus').evaluate((focused) => getComputedStyle(focused).outlineStyle);
}

/** Runs in the page. */
function recordLowToasts(): void {
  const record = () => {
    if (document.querySelector('[data-low] .toast-card')) document.documentElement.dataset.lowToasts = '';
  };
  new MutationObserver(record).observe(document, { attributes: true, childList: true, subtree: true });
}
