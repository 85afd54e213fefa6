/** What pages show when something is done on them: forms that are refused, questions, lost connections, lists that wait. */

import { CARDS } from '#sandbox/testing/sandbox.ts';
import type { ShopPage } from './every-page.ts';
import {
  chooseFilters,
  openDetails,
  openDialog,
  openFilters,
  reloadUnanswered,
  sendEmpty,
  sendForm,
  submit,
  typeSearch,
} from './page-actions.ts';

const cut = /ERR_FAILED/;
const refused = /status of 4\d\d/;

/** States of public pages and of those for people who are not signed in. */
const visitorStates: readonly ShopPage[] = [
  { name: 'search, found', path: '/parts?q=ssd' },
  { name: 'search, typing error', path: '/parts?q=Coperfeild' },
  { name: 'search, suggestions', path: '/delivery', done: typeSearch },
  { name: 'category, filters open', path: '/parts/memory', done: openFilters },
  { name: 'category, filtered', path: '/parts/memory', done: chooseFilters },
  {
    name: 'log in, refused',
    path: '/login',
    done: (page) => sendForm(page, { 'E-mail': 'nobody@example.com', Password: 'wrong password' }),
    expected: refused,
  },
  {
    name: 'log in, no connection',
    path: '/login',
    done: async (page) => {
      await page.route('**/api/identity/**', (route) => route.abort());
      await sendForm(page, { 'E-mail': 'nobody@example.com', Password: 'a good password' });
    },
    expected: cut,
  },
  {
    name: 'sign up, address taken',
    path: '/signup',
    done: (page) =>
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
    done: async (page) => {
      await page.getByLabel('E-mail').fill('noa@example.com');
      await submit(page);
      await page.getByText('a mail is on its way').waitFor();
    },
  },
  { name: 'new password, errors', path: '/reset_password?token=nothing', done: sendEmpty },
];

/** States of what customers see. */
const customerStates: readonly ShopPage[] = [
  {
    name: 'purchase, errors',
    path: ({ parts }) => `/purchase/${parts.onSale._id}`,
    as: 'customer',
    done: sendEmpty,
  },
  {
    name: 'purchase, no connection',
    path: ({ parts }) => `/purchase/${parts.onSale._id}`,
    as: 'customer',
    done: async (page) => {
      await page.route('**/api/order', (route) => route.abort());
      await sendForm(page, { Location: 'The Old Mill, 1 Farm Lane', Phone: '+1 555 010 9999' });
    },
    expected: cut,
  },
  {
    name: 'purchase, loading',
    path: ({ parts }) => `/purchase/${parts.onSale._id}`,
    as: 'customer',
    done: (page) => reloadUnanswered(page, '**/api/parts/*'),
  },
  {
    name: 'my orders, loading',
    path: '/dashboard/my_profile',
    as: 'customer',
    done: async (page) => {
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
    as: 'customer',
    done: (page) => openDetails(page, '.dashboard-menu'),
  },
  {
    name: 'my orders, question',
    path: '/dashboard',
    as: 'customer',
    done: (page) => openDialog(page, /^Cancel /),
  },
  {
    name: 'my orders, fault of the server',
    path: '/dashboard',
    as: 'customer',
    done: async (page) => {
      await page.route('**/api/my_orders?*', (route) => route.fulfill({ status: 500, body: 'out of order' }));
      await page.reload();
      await page.getByRole('link', { name: 'Try again' }).waitFor();
    },
    expected: /status of 500/,
  },
  {
    name: 'payment, errors',
    path: ({ orders }) => `/dashboard/payment/${orders.unpaid}`,
    as: 'customer',
    done: sendEmpty,
  },
  {
    name: 'payment, declined',
    path: ({ orders }) => `/dashboard/payment/${orders.unpaid}`,
    as: 'customer',
    done: (page) =>
      sendForm(page, {
        'Card number': CARDS.declined.number,
        'Expires (MM / YY)': '12 / 34',
        CVC: '123',
      }),
    expected: refused,
  },
  { name: 'add review, errors', path: '/dashboard/add_review', as: 'newcomer', done: sendEmpty },
  { name: 'my profile, errors', path: '/dashboard/my_profile', as: 'newcomer', done: sendEmpty },
];

/** States of what administrators see. */
const administratorStates: readonly ShopPage[] = [
  {
    name: 'order, to be shipped',
    path: ({ orders }) => `/dashboard/order/${orders.paid}`,
    as: 'admin',
    done: (page) => openDialog(page, 'Ship the order'),
  },
  {
    name: 'order, tracking to be corrected',
    path: ({ orders }) => `/dashboard/order/${orders.shipped}`,
    as: 'admin',
    done: (page) => openDialog(page, 'Correct the tracking'),
  },
  {
    name: 'order, refund refused',
    path: ({ orders }) => `/dashboard/order/${orders.paid}`,
    as: 'admin',
    done: async (page) => {
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
    as: 'admin',
    done: (page) => openDetails(page, '.dashboard-menu'),
  },
  {
    name: 'manage products, question',
    path: '/dashboard/manage_products',
    as: 'admin',
    done: (page) => openDialog(page, /^Delete /),
  },
  {
    name: 'make admin, message',
    path: '/dashboard/make_admin',
    as: 'admin',
    done: async (page) => {
      await page.route('**/api/user/admin/**', (route) => route.fulfill({ status: 403, body: '{}' }));
      await page
        .getByRole('button', { name: /^Make Admin: / })
        .first()
        .click();
      await page.locator('.Toastify__toast').first().waitFor();
    },
    expected: refused,
  },
];

export const pageStates = [...visitorStates, ...customerStates, ...administratorStates];
