/** States of pages after an action: refused forms, dialogs, lost connections, loading lists. */
import type { Page } from 'playwright-core';
import { CARDS } from '#sandbox/testing/sandbox.ts';
import type { ShopPage } from '../tests/support/every-page.ts';
import { sendEmpty, submit } from '../tests/support/page-actions.ts';

const cut = /ERR_FAILED/;
const refused = /status of 4\d\d/;

/** States of pages for visitors. */
const visitorStates: readonly ShopPage[] = [
  { name: 'search, found', path: '/parts?q=ssd' },
  { name: 'search, typing error', path: '/parts?q=Coperfeild' },
  { name: 'search, suggestions', path: '/delivery', prepare: typeSearch },
  { name: 'category, filters open', path: '/parts/memory', prepare: openFilters },
  { name: 'category, filtered', path: '/parts/memory', prepare: chooseFilters },
  {
    name: 'log in, refused',
    path: '/login',
    prepare: (page) => sendForm(page, { 'E-mail': 'nobody@example.com', Password: 'wrong password' }),
    expected: refused,
  },
  {
    name: 'log in, no connection',
    path: '/login',
    prepare: async (page) => {
      await page.route('**/api/identity/**', (route) => route.abort());
      await sendForm(page, { 'E-mail': 'nobody@example.com', Password: 'a good password' });
    },
    expected: cut,
  },
  {
    name: 'sign up, address taken',
    path: '/signup',
    prepare: (page) =>
      sendForm(page, {
        Name: 'Noa New',
        'E-mail': 'noa@example.com',
        Password: 'a good password',
        'Confirm password': 'a good password',
      }),
    expected: refused,
  },
  {
    name: 'forgotten password, sent',
    path: '/forgot_password',
    prepare: async (page) => {
      await page.getByLabel('E-mail').fill('noa@example.com');
      await submit(page);
      await page.getByText('If there is an account').waitFor();
    },
  },
  { name: 'new password, errors', path: '/reset_password?token=nothing', prepare: sendEmpty },
];

/** Of this person, unless a state names another. */
function seenBy(as: 'customer' | 'admin', states: ShopPage[]): ShopPage[] {
  return states.map((state) => ({ as, ...state }));
}

/** States of pages for customers. */
const customerStates = seenBy('customer', [
  { name: 'purchase, errors', path: ({ parts }) => `/purchase/${parts.onSale._id}`, prepare: sendEmpty },
  {
    name: 'purchase, no connection',
    path: ({ parts }) => `/purchase/${parts.onSale._id}`,
    prepare: async (page) => {
      await page.route('**/api/order', (route) => route.abort());
      await sendForm(page, {
        Location: 'The Old Mill',
        Town: 'Little Village',
        Postcode: '3100',
        Phone: '+1 555 010 9999',
      });
    },
    expected: cut,
  },
  {
    name: 'purchase, loading',
    path: ({ parts }) => `/purchase/${parts.onSale._id}`,
    prepare: (page) => reloadUnanswered(page, '**/api/parts/*'),
  },
  {
    name: 'my orders, loading',
    path: '/dashboard/my_profile',
    prepare: async (page) => {
      await page.route('**/api/my_orders?*', () => undefined); // is never answered
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('nav a[href="/dashboard"].bar-link')?.click(),
      );
      await page.locator('.loading-circle').waitFor();
    },
  },
  {
    name: 'my orders, menu open',
    path: '/dashboard',
    prepare: (page) => openDetails(page, '.dashboard-menu'),
  },
  { name: 'my orders, question', path: '/dashboard', prepare: (page) => openDialog(page, /^Cancel /) },
  {
    name: 'my orders, fault of the server',
    path: '/dashboard',
    prepare: async (page) => {
      await page.route('**/api/my_orders?*', (route) => route.fulfill({ status: 500, body: 'out of order' }));
      await page.reload();
      await page.getByRole('link', { name: 'Try again' }).waitFor();
    },
    expected: /status of 500/,
  },
  {
    name: 'payment, errors',
    path: ({ orders }) => `/dashboard/payment/${orders.unpaid}`,
    prepare: sendEmpty,
  },
  {
    name: 'payment, declined',
    path: ({ orders }) => `/dashboard/payment/${orders.unpaid}`,
    prepare: (page) =>
      sendForm(page, { 'Card number': CARDS.declined.number, 'Expires (MM / YY)': '12 / 34', CVC: '123' }),
    expected: refused,
  },
  { name: 'add review, errors', path: '/dashboard/add_review', as: 'newcomer', prepare: sendEmpty },
  { name: 'my profile, errors', path: '/dashboard/my_profile', as: 'newcomer', prepare: sendEmpty },
]);

/** States of pages for administrators. */
const administratorStates = seenBy('admin', [
  {
    name: 'order, to be shipped',
    path: ({ orders }) => `/dashboard/order/${orders.paid}`,
    prepare: (page) => openDialog(page, 'Ship the order'),
  },
  {
    name: 'order, tracking to be corrected',
    path: ({ orders }) => `/dashboard/order/${orders.shipped}`,
    prepare: (page) => openDialog(page, 'Correct the tracking'),
  },
  {
    name: 'order, refund refused',
    path: ({ orders }) => `/dashboard/order/${orders.paid}`,
    prepare: async (page) => {
      await openDialog(page, 'Refund');
      await page.getByRole('dialog').getByLabel('Amount (US dollars)').fill('99999');
      await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
      await page.locator('[aria-invalid="true"], .form-problem').first().waitFor();
    },
    expected: refused,
  },
  {
    name: 'manage orders, menu open',
    path: '/dashboard/manage_orders?q=zzzzzz',
    prepare: (page) => openDetails(page, '.dashboard-menu'),
  },
  {
    name: 'manage products, question',
    path: '/dashboard/manage_products',
    prepare: (page) => openDialog(page, /^Delete /),
  },
  {
    name: 'make admin, message',
    path: '/dashboard/make_admin',
    prepare: async (page) => {
      await page.route('**/api/user/admin/**', (route) => route.fulfill({ status: 403, body: '{}' }));
      await page
        .getByRole('button', { name: /^Make Admin: / })
        .first()
        .click();
      await page.locator('.toast-card').first().waitFor();
    },
    expected: refused,
  },
]);

export const pageStates = [...visitorStates, ...customerStates, ...administratorStates];

/** Fills and submits the form and waits for its problem. */
async function sendForm(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await submit(page);
  await page.locator('.form-problem, [aria-invalid="true"]').first().waitFor();
}

/** Reloads the page while a request that it needs gets no response. */
async function reloadUnanswered(page: Page, call: string): Promise<void> {
  await page.route(call, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.loading-circle').waitFor();
}

/** Presses the button and waits for its dialog. */
async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** Opens it, unless the window is so wide that it is always open. */
async function openDetails(page: Page, selector: string): Promise<void> {
  const summary = page.locator(`${selector} > summary`);
  if (await summary.isVisible()) await summary.click();
}

/** Types into the search box and waits for suggestions. */
async function typeSearch(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Search all parts' }).fill('graph');
  await page.getByRole('option').first().waitFor();
}

/** Opens the filters, the explanation of one of them, and its hidden values. */
async function openFilters(page: Page): Promise<void> {
  await openDetails(page, '.filters');
  await page.locator('.facet-word > summary').first().click();
  await page.locator('.facet-more > summary').first().click();
}

/** Chooses the first value of the first two facets. */
async function chooseFilters(page: Page): Promise<void> {
  for (const facet of [0, 1]) {
    await openDetails(page, '.filters:not([open])');
    const chosen = page.locator('.chosen li');
    const before = await chosen.count();
    await page.locator('fieldset.facet:has(.tick)').nth(facet).locator('.tick').first().click();
    await chosen.nth(before).waitFor({ state: 'attached' }); // behind the sheet of a phone
    const show = page.locator('.filters-apply button');
    if (await show.isVisible()) await show.click();
  }
}
