/** The walk: the public pages, a visitor's choice of parts, a buyer's journey and an administrator's, in one window. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoAccounts } from '#app/demo.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { accountPages, publicPages } from '../tests/support/every-page.ts';
import type { PopulatedShop } from '../tests/support/populate-test-shop.ts';
import type { Client, Window } from './client.ts';
import { type Hands, makeHands } from './hands.ts';

const { dashboard, toasts, messages } = wording;

export type Walk = {
  client: Client;
  window: Window;
  address: string;
  populated: PopulatedShop;
  /** Where its screenshots are kept. */
  folder: string;
};

type Walker = Hands & {
  /** The dashboard's links are in a menu, and the filters of lists in a sheet. */
  isNarrow: boolean;
  /** Keeps a screenshot of the whole page, and fails if the page has logged an unexpected error. */
  look(name: string, expected?: RegExp): Promise<void>;
};

type Buyer = { name: string; email: string; password: string };

/** Throws at the first step that is not possible; returns the number of its screenshots. */
export async function walk(given: Walk): Promise<number> {
  let looks = 0;
  const hands = makeHands(given.client, given.address);
  const walker: Walker = {
    ...hands,
    isNarrow: given.window.width < 1024,
    look: async (name, expected) => {
      looks += 1;
      await hands.untilReady();
      await keepScreenshot(given, `${String(looks).padStart(2, '0')}-${name.replaceAll(/\W+/g, '-')}`);
      await expectNoErrors(given.client, name, expected);
    },
  };
  try {
    await walkAll(walker, given);
  } catch (error) {
    // both fail when the engine has crashed
    await keepScreenshot(given, 'failed').catch(() => {});
    const errors = await given.client.takeErrors().catch(() => []);
    throw errors.length > 0 ? new Error([String(error), ...errors].join('\n  ')) : error;
  }
  return looks;
}

async function walkAll(walker: Walker, { client, window, populated }: Walk): Promise<void> {
  const { theme, width, height } = window;
  const buyer = {
    name: `Bea ${theme} ${width}`,
    email: `bea-${theme}-${width}-${Date.now()}@example.com`,
    password: 'another engine',
  };
  await visitPages(walker, populated);
  await client.resize(width, height);
  await compareParts(walker);
  await buyBuild(walker);
  await signUp(walker, buyer);
  const part = populated.parts.onSale;
  await order(walker, paths.part(part));
  await pay(walker, part.name);
  await orderAgain(walker, part.name);
  await logIn(walker, demoAccounts[0]);
  await ship(walker, part.name);
  await editPart(walker, part.name);
}

async function visitPages({ open, look }: Walker, populated: PopulatedShop): Promise<void> {
  for (const { name, path, prepare, expected } of [...publicPages, ...accountPages]) {
    if (prepare) continue; // for Playwright only
    await open(typeof path === 'string' ? path : path(populated));
    await look(name, expected);
  }
}

/** Of a list in both views and by its filters. */
async function compareParts({ isNarrow, open, click, see, look }: Walker): Promise<void> {
  await open(paths.category('ssd'));
  await click('link', 'Show as cards');
  await look('list, as cards');
  await open(paths.category('ssd'));
  await click('link', 'Show as table');
  if (isNarrow) await click('button', 'Filters');
  await click('label', 'Samsung', '');
  await see('7 SSDs');
  await look('list, filters');
  if (isNarrow) await click('button', 'Show 7 parts', '');
  for (const name of ['990 PRO 2 TB', '990 PRO 4 TB']) await click('label', 'Compare', name);
  await click('button', 'Compare');
  await see('Which is better', 'heading');
  await look('comparison, which is better');
}

/** A ready build within a budget, with another case. */
async function buyBuild({ open, click, fill, pressEnter, see, look }: Walker): Promise<void> {
  await open(paths.build);
  await fill({ 'Budget in dollars': '1200' });
  await pressEnter();
  await see('Ready builds up to $1,200', 'heading');
  await look('build, budget');
  await click('link', 'Gaming computer', '');
  await see('of $1,200 is left');
  await look('build, ready');
  await click('link', 'Choose another Case');
  await see('Cases', 'heading');
  await look('list, for a build');
  await click('link', 'Add to build', '');
  await see('Total', 'heading');
  await look('build, another case');
  await click('button', 'Put it into the basket');
  await see('Basket', 'heading');
  await look('basket, of a build');
}

async function signUp({ open, click, fill, see, look }: Walker, buyer: Buyer): Promise<void> {
  await open(paths.home);
  await click('link', 'Log in');
  await see(wording.logIn.heading, 'heading');
  await click('link', wording.logIn.toSignUp);
  await see(wording.signUp.heading, 'heading');
  await click('button', 'Sign up');
  await see(messages.name);
  await look('sign up, errors');
  await fill({ Name: buyer.name, 'E-mail': buyer.email, Password: buyer.password });
  await fill({ 'Confirm password': buyer.password });
  await click('button', 'Sign up');
  await see(wording.productsHeading, 'heading');
  await see(toasts.userCreated);
  await look('home, signed up');
}

async function order({ open, click, fill, see, look }: Walker, partPage: string): Promise<void> {
  await open(partPage);
  await click('button', wording.product.purchase, '');
  await see(wording.productDetails.purchaser, 'heading');
  await fill({ Location: '1 Farm Lane', Town: 'Little Village', Postcode: '3100', Phone: '+1 555 010 9999' });
  await look('order form');
  await click('button', 'Place the order');
  await see(toasts.ordered);
  await look('ordered');
}

async function pay({ click, fill, see, look }: Walker, part: string): Promise<void> {
  await click('link', 'Dashboard');
  await see(wording.myOrders.heading, 'heading');
  await look('my orders');
  await click('link', wording.myOrders.pay, part);
  await see(wording.payment.pay.trim());
  const card = { 'Expires (MM / YY)': '12 / 34', CVC: '123' };
  await fill({ 'Card number': '4000 0000 0000 0002', ...card });
  await click('button', wording.payment.button, '$');
  await see('Your card was declined.');
  await look('card declined', /402/);
  await fill({ 'Card number': '4242 4242 4242 4242', ...card });
  await click('button', wording.payment.button, '$');
  await see(wording.payment.complete);
  await look('paid');
}

/** With the build, which is in the basket, to the address of before. */
async function orderAgain({ click, see, look }: Walker, part: string): Promise<void> {
  await click('link', 'Dashboard');
  await see(wording.myOrders.heading, 'heading');
  await click('button', 'Order again', part);
  await see('What you had ordered is in your basket again');
  await look('basket, ordered again');
  await click('link', 'Check out');
  await see('Checkout', 'heading');
  await look('checkout');
  await click('button', 'Place the order');
  await see(wording.payment.pay.trim());
  await look('payment, of a basket');
}

async function logIn(walker: Walker, account: { email: string; password: string }): Promise<void> {
  const { click, fill, pressEnter, see, look } = walker;
  await click('button', wording.navigation.logOut);
  await see(wording.productsHeading, 'heading');
  await click('link', 'Log in');
  await see(wording.logIn.heading, 'heading');
  await fill({ 'E-mail': account.email, Password: account.password });
  await pressEnter();
  await see(wording.productsHeading, 'heading');
  await click('link', 'Dashboard');
  await see('Overview', 'heading');
  await look('overview');
}

async function ship(walker: Walker, part: string): Promise<void> {
  const { click, see, look } = walker;
  await openInDashboard(walker, dashboard.manageOrders);
  await look('manage orders');
  await click('button', wording.manageOrders.pending, part);
  await see(toasts.shipped);
  await look('shipped');
}

async function editPart(walker: Walker, part: string): Promise<void> {
  const { click, fill, pressEnter, see, look } = walker;
  await openInDashboard(walker, dashboard.manageProducts);
  await fill({ 'Name, brand, SKU or id': part });
  await pressEnter();
  await see('1 to ');
  await look('manage products');
  await click('link', `Edit ${part}`);
  await see(wording.addProduct.heading, 'heading');
  await fill({ 'Price in dollars': '0' });
  await pressEnter();
  await see('The price must be above 0');
  await look('edit product, error');
  await fill({ 'Price in dollars': '39.95' });
  await click('button', 'Save');
  await see('Product saved');
  await look('product saved');
}

/** Follows a link of the dashboard, on a phone by its menu. */
async function openInDashboard({ isNarrow, click, see }: Walker, page: string): Promise<void> {
  if (isNarrow) await click('button', 'Menu', '');
  await click('link', page);
  await see(page, 'heading');
}

/** The whole page: the window becomes as high as the page, and images below the fold are loaded. */
async function keepScreenshot({ client, window, folder }: Walk, name: string): Promise<void> {
  const { theme, width, height } = window;
  await client.run(loadImages);
  const pageHeight = await client.run(() => document.documentElement.scrollHeight);
  await client.resize(width, Math.min(Math.max(height, pageHeight), 6000));
  await client.run(waitForPaint);
  await writeFile(join(folder, `${name}-${width}-${theme}.png`), await client.takeScreenshot());
  await client.resize(width, height);
}

async function expectNoErrors(client: Client, name: string, expected = /^$/): Promise<void> {
  const errors = (await client.takeErrors()).filter((text) => !expected.test(text));
  if (errors.length > 0) throw new Error(`Errors on the page “${name}”:\n  ${errors.join('\n  ')}`);
}

/** Runs in the page. */
async function loadImages(): Promise<void> {
  const laidOut = new CSSStyleSheet(); // what is far from the window would be blank
  laidOut.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(laidOut);
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  const late = new Promise((resolve) => setTimeout(resolve, 5000));
  await Promise.race([Promise.all(images.map((image) => image.decode().catch(() => {}))), late]);
}

/** Waits until the page has been painted in its new size. Runs in the page. */
async function waitForPaint(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
