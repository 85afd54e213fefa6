/** The list of all pages: full, empty and with errors, for both roles. */
import type { BrowserContext, Page } from 'playwright-core';
import type { Part } from '#catalogue/contract/parts.ts';
import { sendEmpty } from './page-actions.ts';
import type { PopulatedShop } from './populate-test-shop.ts';
import { addSession, loadInBrowser } from './visitor.ts';

export type ShopPage = {
  /** Its name in tables and on contact sheets. */
  name: string;
  path: string | ((populated: PopulatedShop) => string);
  /** The viewer; without one nobody is logged in. */
  as?: keyof PopulatedShop['people'];
  /** Actions after loading that bring the page into its state. */
  prepare?: (page: Page) => Promise<void>;
  /** The address that is unreachable while it loads. */
  blockedUrl?: string;
  /** Errors that it may log. */
  expected?: RegExp;
};

const nowhere = '00000000-0000-7000-8000-000000000000';
const notFound = /404/;
const unreachable = /ERR_FAILED/;

/** Pages rendered on the server and sent without React's scripts. */
export const publicPages: readonly ShopPage[] = [
  { name: 'home', path: '/' },
  { name: 'parts', path: '/parts' },
  { name: 'parts, past the end', path: '/parts?page=99', expected: notFound },
  { name: 'category', path: '/parts/memory' },
  { name: 'category, nothing found', path: '/parts/memory?q=zzzzzz' },
  { name: 'part', path: ({ parts }) => partPage(parts.onSale) },
  { name: 'part, long name', path: ({ parts }) => partPage(parts.longName) },
  { name: 'part, sold out', path: ({ parts }) => partPage(parts.soldOut) },
  { name: 'part, not found', path: '/parts/memory/nothing-of-the-kind', expected: notFound },
  {
    name: 'comparison',
    path: ({ parts }) => `/compare/memory?part=${parts.longName.slug}&part=${parts.soldOut.slug}`,
  },
  { name: 'comparison, empty', path: '/compare/memory' },
  { name: 'basket', path: '/basket', as: 'customer' },
  { name: 'basket, empty', path: '/basket?note=changed' },
  { name: 'build, empty', path: '/build' },
  { name: 'build, left out', path: '/build?parts=nonsense&budget=abc&ready=nonsense' },
  { name: 'build, full', path: ({ build }) => `/build?parts=${build},up-to-3000` },
  { name: 'kept builds', path: '/builds', as: 'customer' },
  { name: 'portfolio', path: '/portfolio' },
  { name: 'all reviews', path: '/reviews' },
  { name: 'delivery', path: '/delivery' },
  { name: 'money back', path: '/money-back' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'not found', path: '/nowhere', expected: notFound },
];

/** Pages of the hydrated application for visitors. */
export const accountPages: readonly ShopPage[] = [
  { name: 'checkout, empty', path: '/checkout' },
  { name: 'log in', path: '/login' },
  { name: 'log in, errors', path: '/login', prepare: sendEmpty },
  { name: 'sign up', path: '/signup' },
  { name: 'sign up, errors', path: '/signup', prepare: sendEmpty },
  { name: 'forgotten password', path: '/forgot_password' },
  { name: 'new password', path: '/reset_password?token=nothing' },
  { name: 'e-mail verified, error', path: '/verify_email?token=nothing', expected: /40\d/ },
];

/** Pages for people who are logged in. */
const signedInPages: readonly ShopPage[] = [
  { name: 'purchase', path: ({ parts }) => `/purchase/${parts.onSale._id}`, as: 'customer' },
  { name: 'purchase, long name', path: ({ parts }) => `/purchase/${parts.longName._id}`, as: 'customer' },
  { name: 'purchase, sold out', path: ({ parts }) => `/purchase/${parts.soldOut._id}`, as: 'customer' },
  { name: 'purchase, no such part', path: `/purchase/${nowhere}`, as: 'customer', expected: notFound },
  { name: 'checkout', path: '/checkout', as: 'customer' },
  { name: 'checkout, errors', path: '/checkout', as: 'customer', prepare: placeBasket, expected: /409/ },
  { name: 'my orders', path: '/dashboard', as: 'customer' },
  { name: 'my orders, none', path: '/dashboard', as: 'newcomer' },
  {
    name: 'my orders, unreachable',
    path: '/dashboard',
    as: 'customer',
    blockedUrl: '**/api/my_orders?*',
    expected: unreachable,
  },
  { name: 'add review', path: '/dashboard/add_review', as: 'customer' },
  { name: 'my profile', path: '/dashboard/my_profile', as: 'customer' },
  { name: 'payment', path: ({ orders }) => `/dashboard/payment/${orders.unpaid}`, as: 'customer' },
  { name: 'payment, paid', path: ({ orders }) => `/dashboard/payment/${orders.paid}`, as: 'customer' },
  { name: 'order, unpaid', path: ({ orders }) => `/dashboard/order/${orders.unpaid}`, as: 'customer' },
  { name: 'order, shipped', path: ({ orders }) => `/dashboard/order/${orders.shipped}`, as: 'customer' },
  { name: 'order, cancelled', path: ({ orders }) => `/dashboard/order/${orders.cancelled}`, as: 'customer' },
  { name: 'order, refunded', path: ({ orders }) => `/dashboard/order/${orders.refunded}`, as: 'admin' },
  { name: 'order, not found', path: `/dashboard/order/${nowhere}`, as: 'customer', expected: notFound },
  { name: 'invoice', path: ({ orders }) => `/dashboard/invoice/${orders.paid}`, as: 'customer' },
  { name: 'overview', path: '/dashboard', as: 'admin' },
  { name: 'manage orders', path: '/dashboard/manage_orders', as: 'admin' },
  { name: 'manage orders, none found', path: '/dashboard/manage_orders?q=zzzzzz', as: 'admin' },
  { name: 'packing table', path: '/dashboard/packing', as: 'admin' },
  { name: 'manage products', path: '/dashboard/manage_products', as: 'admin' },
  { name: 'manage products, none found', path: '/dashboard/manage_products?q=zzzzzz', as: 'admin' },
  { name: 'edit product', path: ({ parts }) => `/dashboard/edit_product/${parts.longName._id}`, as: 'admin' },
  { name: 'add product', path: '/dashboard/add_product', as: 'admin' },
  { name: 'add product, errors', path: '/dashboard/add_product', as: 'admin', prepare: sendEmpty },
  { name: 'import products', path: '/dashboard/import', as: 'admin' },
  { name: 'make admin', path: '/dashboard/make_admin', as: 'admin' },
  { name: 'manage reviews', path: '/dashboard/manage_reviews', as: 'admin' },
  { name: 'manage reviews, hidden', path: '/dashboard/manage_reviews?status=hidden', as: 'admin' },
  { name: 'refunds', path: '/dashboard/refunds', as: 'admin' },
  { name: 'accounts', path: '/dashboard/accounts', as: 'admin' },
  { name: 'disputes', path: '/dashboard/disputes', as: 'admin' },
  { name: 'letters to the CEO', path: '/dashboard/ceo_letters', as: 'admin' },
  { name: 'audit log', path: '/dashboard/audit_log', as: 'admin' },
  { name: 'audit log, none found', path: '/dashboard/audit_log?by=zzzzzz', as: 'admin' },
  { name: 'stock ledger', path: ({ parts }) => `/dashboard/stock_ledger/${parts.onSale._id}`, as: 'admin' },
  { name: 'settings', path: '/dashboard/settings', as: 'admin' },
  { name: 'settings, company', path: '/dashboard/settings/company', as: 'admin' },
  { name: 'settings, mails', path: '/dashboard/settings/mails', as: 'admin' },
  { name: 'settings, pages', path: '/dashboard/settings/pages', as: 'admin' },
  { name: 'settings, a text', path: '/dashboard/settings/pages/terms', as: 'admin' },
  { name: 'settings, portfolio', path: '/dashboard/settings/portfolio', as: 'admin' },
  { name: 'settings, delivery', path: '/dashboard/settings/delivery', as: 'admin' },
  { name: 'settings, begin for real', path: '/dashboard/settings/begin', as: 'admin' },
  { name: 'disputes, none closed', path: '/dashboard/disputes?status=closed', as: 'admin' },
];

export const everyPage = [...publicPages, ...accountPages, ...signedInPages];

/** Opens a page in a browser context and brings it into its state. */
export async function openPage(
  context: BrowserContext,
  { address, populated }: { address: string; populated: PopulatedShop },
  { path, as, prepare: done, blockedUrl: without }: ShopPage,
): Promise<Page> {
  if (as) await addSession(context, address, populated.people[as]);
  const page = context.pages()[0] ?? (await context.newPage());
  if (without) {
    await loadInBrowser(page);
    await page.route(without, (route) => route.abort());
  }
  const place = typeof path === 'string' ? path : path(populated);
  await page.goto(address + place, { waitUntil: 'networkidle' });
  await page.getByRole('heading').first().waitFor();
  // the frame may have come from the server, and the page not yet from the browser's calls
  await page.locator('.loading-screen').first().waitFor({ state: 'detached' });
  await done?.(page);
  return page;
}

/** Some of its parts cannot be ordered. */
async function placeBasket(page: Page): Promise<void> {
  await page.getByLabel('Town').fill('Little Village');
  await page.getByLabel('Postcode').fill('3100');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.locator('.form-problem').first().waitFor();
}

function partPage({ category, slug }: Part): string {
  return `/parts/${category}/${slug}`;
}
