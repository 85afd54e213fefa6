/** An administrator without a mouse: adds, prices, ships, promotes and takes off sale by the keyboard alone, on a phone’s width. */
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import type { Order } from '#orders/contract/orders.ts';
import { ask, givenPaidOrder, givenPart, givenPerson, type Person } from '../support/given.ts';
import { followInDashboard, heading, type Keyboard, makeKeyboard, toast } from '../support/keyboard.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium } = await givenVisitedShop({ runsJobs: true });

const { dashboard, toasts, messages, manageOrders, manageProducts, makeAdmin } = wording;

/** Axe sees here only what `pages-layout` does not give it. */
test('an administrator does the day’s work with the keyboard alone', { timeout: 480_000 }, async () => {
  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  const buyer = await givenPerson(shop, { name: 'Bea Buyer' });
  const orders = [
    await givenPaidOrder(shop, buyer, await givenPart(shop, { name: 'Testco Quick Nova' })),
    await givenPaidOrder(shop, buyer, await givenPart(shop, { name: 'Testco Tracked Nova' })),
  ] as const;
  const page = await chromium.open({ viewport: { width: 375, height: 800 } });
  const keys = await makeKeyboard(page);
  const part = 'Testco Photo Nova 8 GB';

  await logsIn(keys, admin);
  await addsAPart(keys, part);
  await editsItsPrice(keys, part);
  await shipsOrders(keys, ...orders);
  await promotes(keys, buyer);
  await takesOffSale(keys, part);

  expect((await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`)).body).toMatchObject([
    { status: 'shipped', carrier: 'Farm Post', tracking: 'FP 1234' },
    { status: 'shipped', carrier: null, tracking: null },
  ]);
  expect((await buyer.ask('GET', `/api/admin/${buyer.email}`)).body).toEqual({ admin: true });
});

async function logsIn(keys: Keyboard, { email, password }: Person): Promise<void> {
  const { page } = keys;
  await keys.open(`${shop.url}/dashboard`);
  await heading(page, wording.logIn.heading).waitFor();
  await keys.to('button', wording.logIn.button);
  await keys.press('Enter', page.getByText(messages.email));
  await keys.glance('log in, with what is missing');
  await keys.write('E-mail', email);
  await keys.write('Password', password);
  await keys.press('Enter', heading(page, 'Overview'));
  await keys.isAt('heading', 'Overview');
  await keys.glance('the overview');
}

async function addsAPart(keys: Keyboard, name: string): Promise<void> {
  const { page } = keys;
  await followInDashboard(keys, dashboard.addProduct, wording.addProduct.heading);
  await keys.glance('Add Product');
  await keys.to('button', 'Add product');
  await keys.press('Enter', page.getByText(messages.productName));
  await keys.isAt('field', 'Name');
  await keys.glance('Add Product, with what is missing');
  await keys.write('Name', name);
  await keys.write('Description', 'One module, in its maker’s own packing.');
  await keys.choose('Category', 'Memory');
  await keys.write('Brand', 'Testco');
  await keys.write('Available quantity', '12');
  await keys.write('Minimum order', '1');
  await keys.write('Price in dollars', '45.50');
  await keys.takePhoto(/^Image/);
  await keys.to('button', 'Add product');
  await keys.press('Enter', toast(page, toasts.partAdded));
  await keys.isAt('field', 'Name');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  await keys.look('Add Product, ready for the next one');
}

async function editsItsPrice(keys: Keyboard, name: string): Promise<void> {
  const { page } = keys;
  await followInDashboard(keys, dashboard.manageProducts, dashboard.manageProducts);
  await keys.glance('Manage Products');
  await keys.choose('Sort by', 'Newest first');
  await page.waitForURL(/sort=newest/);
  await keys.isAt('choice', 'Sort by');
  await keys.write('Name, brand, SKU or id', name);
  await keys.press('Enter', page.getByText('1 to 1 of 1'));
  await keys.isAt('field', 'Name, brand, SKU or id');
  await keys.glance('Manage Products, searched');
  await keys.to('link', `Edit ${name}`);
  await keys.press('Enter', page.getByRole('button', { name: 'Save' }));
  await keys.glance('the part to be edited');
  await keys.write('Price in dollars', '0');
  await keys.press('Enter', page.getByText('The price must be above 0'));
  await keys.look('the part to be edited, with what is wrong');
  await keys.write('Price in dollars', '39.95');
  await keys.to('button', 'Save');
  await keys.press('Enter', toast(page, 'Product saved'));
  await keys.isAt('heading', dashboard.manageProducts);
  const { body: parts } = await ask(shop, 'GET', `/api/parts?q=${encodeURIComponent(name)}`);
  expect(parts).toMatchObject([{ name, price: 39.95, img: expect.stringMatching(/^\/images\//) }]);
}

/** One at once, as it stands in the list; the other on its own page, with its carrier and tracking number. */
async function shipsOrders(keys: Keyboard, direct: Order, tracked: Order): Promise<void> {
  const { page } = keys;
  await followInDashboard(keys, dashboard.manageOrders, dashboard.manageOrders);
  await keys.glance('Manage Orders');
  await keys.to('button', new RegExp(`^${manageOrders.pending}.*${direct.partsName}`));
  await keys.press('Enter', toast(page, toasts.shipped));
  await page.getByText(manageOrders.shipped, { exact: true }).first().waitFor();
  await keys.isAt('rowheader', new RegExp(direct.partsName));
  await keys.look('Manage Orders, after shipping');

  const dialog = page.getByRole('dialog', { name: 'Ship the order' });
  await keys.to('link', new RegExp(tracked.partsName));
  await keys.press('Enter', page.getByRole('heading', { name: tracked.partsName }));
  await keys.isAt('heading', tracked.partsName);
  await keys.glance('an order');
  await keys.to('button', 'Ship the order');
  await keys.press('Enter', dialog);
  await keys.look('how the order travels');
  await keys.press('Escape', page.getByRole('button', { name: 'Ship the order' }));
  await keys.isAt('button', 'Ship the order');
  await keys.press('Space', dialog);
  await keys.write('Carrier', 'Farm Post');
  await keys.write('Tracking number', 'FP 1234');
  await keys.to('button', 'Ship it');
  await keys.press('Enter', toast(page, toasts.shipped));
  await page.getByText('Tracking number: FP 1234').waitFor();
  await keys.isAt('heading', tracked.partsName);
  await keys.look('a shipped order');
}

async function promotes(keys: Keyboard, { name, email }: Person): Promise<void> {
  const { page } = keys;
  await followInDashboard(keys, dashboard.makeAdmin, dashboard.makeAdmin);
  await keys.write('Name or e-mail', email);
  await keys.press('Enter', page.getByText('1 to 1 of 1'));
  await keys.glance('Make Admin');
  await keys.to('button', `${makeAdmin.button}: ${name}`);
  await keys.press('Enter', toast(page, toasts.adminCreated));
  await page.getByRole('button', { name: `Remove admin: ${name}` }).waitFor();
  await keys.look('Make Admin, after promoting');
}

async function takesOffSale(keys: Keyboard, part: string): Promise<void> {
  const { page } = keys;
  const question = page.getByRole('dialog', { name: manageProducts.question });
  await followInDashboard(keys, dashboard.manageProducts, dashboard.manageProducts);
  await keys.write('Name, brand, SKU or id', part);
  await keys.press('Enter', page.getByText('1 to 1 of 1'));
  await keys.to('button', `Delete ${part}`);
  await keys.press('Enter', question);
  await keys.look('the question before a part goes off sale');
  await keys.to('button', 'No, keep it');
  await keys.press('Enter', heading(page, dashboard.manageProducts));
  await keys.isAt('button', `Delete ${part}`);
  await keys.press('Enter', question);
  await keys.to('button', manageProducts.yes);
  await keys.press('Enter', toast(page, toasts.deleted));
  await page.getByRole('button', { name: `Delete ${part}` }).waitFor({ state: 'detached' });
  await keys.isAt('rowheader', /^Testco/); // of a part with most of the words that were searched for
  await keys.glance('Manage Products, without the part');
  const { body: listed } = await ask(shop, 'GET', `/api/parts?q=${encodeURIComponent(part)}`);
  expect(listed.map(({ name }) => name)).not.toContain(part);
}
