/** The pages of an order as the specification describes them: its form, My Orders, its payment, Manage Orders. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import { wording } from '#kernel/wording.ts';
import {
  confirmAddress,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
} from '../support/given.ts';
import {
  delayRequests,
  expectBelow,
  expectPicture,
  expectRed,
  fill,
  findEdges,
  payButton,
  payWith,
  signIn,
  toast,
} from '../support/pages.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const web = await readWebBuild();
const { shop, chromium, visitAs } = await givenVisitedShop();
const strict = await givenShop({ web, beside: shop, unpaidOrdersPerPerson: 3 });

test('the order form shows the part, knows the buyer, and limits the quantity; the order leads home with a toast [S1.18 S2.5 S2.18 S2.19 S2.20 S2.21 S2.64 S2.71 S2.72 S7.9 S8.15 S9.8]', async () => {
  const part = await givenPart(shop, { name: 'Testco Shown 8 GB', price: 1_999, stock: 9, minimumOrder: 2 });
  const buyer = await givenPerson(shop, { name: 'Bea Buyer' });
  const page = await visitAs(buyer, `/purchase/${part}`);
  await page.getByRole('heading', { name: 'Product Details' }).waitFor();
  const facts = {
    'Product name': withNonBreakingSpaces('Testco Shown 8 GB'),
    Description: 'Two modules for a board with DDR5 slots. Check the board’s list first.',
    'Available quantity': '9',
    'Minimum order quantity': '2',
    Price: '$19.99',
  };
  for (const [label, value] of Object.entries(facts)) expect(await readFact(page, label)).toBe(value);
  await expectPicture(page.locator('main img').first());

  await page.getByRole('heading', { name: 'Purchaser Information' }).waitFor();
  for (const [label, value] of Object.entries({ Name: 'Bea Buyer', 'E-mail': buyer.email })) {
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    expect(await page.getByLabel(label, { exact: true }).isDisabled()).toBe(true);
  }
  const tag = (label: string) => page.getByLabel(label).evaluate(({ tagName }) => tagName);
  expect(await Promise.all(['Country', 'Location', 'Town', 'Phone'].map(tag))).toEqual([
    ...['SELECT', 'TEXTAREA', 'INPUT', 'INPUT'],
  ]);
  expect(await page.getByLabel('Location').getAttribute('autocomplete')).toBe('shipping street-address');
  const quantity = page.getByLabel('Quantity', { exact: true });
  const attributes = ['type', 'min', 'max'].map((name) => quantity.getAttribute(name));
  expect(await Promise.all(attributes)).toEqual(['number', '2', '9']);

  const address = {
    Location: '1 Farm Lane\nBlue gate, behind the mosque',
    Town: 'Little Village',
    Postcode: '3100',
  };
  await fill(page, { ...address, Phone: '+1 555 010 9999', Quantity: '3' });
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/order'));
  await page.getByRole('button', { name: 'Place the order' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    partsId: part,
    quantity: 3,
    address: { line1: '1 Farm Lane\nBlue gate, behind the mosque' },
  });
  await page.waitForURL(`${shop.url}/`);
  await toast(page, wording.toasts.ordered);
  const { body: orders } = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`);
  expect(orders).toMatchObject([
    { location: expect.stringContaining('1 Farm Lane\nBlue gate, behind the mosque\n') },
  ]);
});

test('a quantity that the part’s page sends is checked as a typed one, and gives way to what is typed', async () => {
  const part = await givenPart(shop, { stock: 9, minimumOrder: 2 });
  const page = await visitAs('customer', `/purchase/${part}?quantity=12`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await expect.poll(() => quantity.inputValue()).toBe('12');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.getByText('At most 9 is possible').waitFor();
  await quantity.fill('4');
  await page.reload();
  await expect.poll(() => quantity.inputValue()).toBe('4');
  await page.goto(`${shop.url}/purchase/${part}?quantity=3`);
  await expect.poll(() => quantity.inputValue()).toBe('3');
  const other = await givenPart(shop, { stock: 9, minimumOrder: 2 });
  for (const senseless of ['', '2.5', 'many']) {
    await page.goto(`${shop.url}/purchase/${other}?quantity=${senseless}`);
    await expect.poll(() => quantity.inputValue(), { message: senseless }).toBe('2');
  }
  await page.setViewportSize({ width: 375, height: 760 });
  const picture = await page.locator('main img').first().boundingBox();
  expect(picture?.width, 'the picture on a phone').toBe(96);
  const stock = await page.getByText('Available quantity').boundingBox();
  expect(stock?.height, 'a name on a phone, on one line').toBeLessThan(30);
  const form = await page.getByRole('heading', { name: 'Purchaser Information' }).boundingBox();
  expect(form?.y, 'the form on a phone').toBeLessThan(640);
});

test('an order too many says under the form what to do, and leads there', async () => {
  const buyer = await givenPerson(strict, { isConfirmed: false });
  for (let i = 0; i < 2; i++) await givenOrder(strict, buyer);
  const page = await signIn({ shop: strict, chromium }, buyer, /409 \(Conflict\)/);
  const part = await givenPart(shop);
  const place = async () => {
    await page.goto(`${strict.url}/purchase/${part}`);
    const address = { Location: '1 Farm Lane', Town: 'Little Village', Postcode: '3100' };
    await fill(page, { ...address, Phone: '+1 555 010 9999', Quantity: '1' });
    await page.getByRole('button', { name: 'Place the order' }).click();
  };
  await place();
  const form = page.locator('main form');
  await form
    .getByText('You can have at most 2 unpaid purchases until your e-mail address is confirmed.')
    .waitFor();
  await form.getByRole('button', { name: 'Send again' }).click();
  await form.getByText('The link is in a new mail.').waitFor();

  await confirmAddress(strict, buyer);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.waitForURL(`${strict.url}/`);
  await place();
  await form.getByText('You can have at most 3 unpaid purchases. Please pay or cancel one').waitFor();
  await form.getByRole('link', { name: 'To My Orders' }).click();
  await page.getByRole('heading', { name: 'All orders list' }).waitFor();
});

test('My Orders lists what is unpaid with Pay and a trash button, and what is paid as PAID [S2.7 S2.73 S2.74 S2.75 S2.76 S2.77 S4.13]', async () => {
  const buyer = await givenPerson(shop, { name: 'Olga Owner' });
  const page = await visitAs(buyer, '/dashboard');
  await page.getByText('Check dashboard options on the left side').waitFor();

  const unpaid = await givenOrder(shop, buyer, await givenPart(shop, { name: 'Testco Unpaid' }), 3);
  await givenPaidOrder(shop, buyer, await givenPart(shop, { name: 'Testco Paid' }));
  await page.reload();
  await page.getByRole('heading', { name: 'All orders list' }).waitFor();
  expect(await page.getByText('Check dashboard options').count()).toBe(0);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Serial no',
    'Product name',
    'Product image',
    'Quantity',
    'User info',
    'Payment',
    'Delete',
  ]);

  const row = page.getByRole('row').filter({ hasText: 'Testco Unpaid' });
  for (const shown of ['3', 'Olga Owner', buyer.email]) await row.getByText(shown).first().waitFor();
  await expectPicture(row.locator('img'));
  const pay = row.getByRole('link', { name: 'Pay' });
  expect(await pay.getAttribute('href')).toBe(`/dashboard/payment/${unpaid._id}`);
  expect(await row.getByText('PAID', { exact: true }).count()).toBe(0);
  await row.getByRole('button', { name: 'Cancel Testco Unpaid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Do you want to cancel the order?' });
  for (const shown of ['Olga Owner', buyer.email, formatOrderNumber(unpaid._id), unpaid._id, 'Testco Unpaid'])
    await dialog.getByText(shown, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Yes', exact: true }).waitFor();
  await page.keyboard.press('Escape');

  const paidRow = page.getByRole('row').filter({ hasText: 'Testco Paid' });
  await paidRow.getByText('PAID', { exact: true }).waitFor();
  await paidRow.getByText('Already paid', { exact: true }).waitFor();
  expect(await paidRow.getByRole('link', { name: /^Pay/ }).count()).toBe(0);
  expect(await paidRow.getByRole('button').allTextContents()).toEqual(['Order again: Testco Paid']);

  await page.setViewportSize({ width: 375, height: 760 });
  const { top } = await findEdges(page.locator('tbody tr').first());
  expect(top, 'the first order on a phone').toBeLessThanOrEqual(400);
  await page.getByText('Search and sort').click();
  await page.getByLabel('Show').selectOption('Paid');
  await page.waitForURL(/status=paid/);
  const loadScripts = await delayRequests(page, /\/assets\/framework-.*\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await paidRow.getByRole('button', { name: 'Order again' }).click();
  loadScripts();
  await page.getByText('What you had ordered is in your basket again.').waitFor();
  await page.getByRole('main').getByRole('heading', { name: 'Testco Paid' }).waitFor();
});

test('the payment page sums up the order, waits for the secret, shows errors in red and the transaction at the end [S1.19 S2.10 S2.78 S2.79 S2.80 S2.81 S2.82 S7.1 S7.29 S7.30 S8.10]', async () => {
  const buyer = await givenPerson(shop, { name: 'Pia Payer' });
  const part = await givenPart(shop, { name: 'Testco Payable', price: 1_250 });
  const address = { location: '1 Farm Lane\nLittle Village' };
  const { body: order } = await buyer.ask('POST', '/api/order', { ...orderBody(part, 4), ...address });
  const page = await signIn({ shop, chromium }, buyer, /402/);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const answer = await delayRequests(page, /\/api\/create-payment-intent$/);
  await page.goto(`${shop.url}/dashboard/payment/${order._id}`);
  await page.getByRole('main').getByText('Hello, Pia Payer').waitFor();
  const summary = (await page.getByRole('main').textContent()) ?? '';
  for (const shown of ['Testco Payable', part, 'Pay : $12.50 × 4 = $50.00']) expect(summary).toContain(shown);
  expect(await readFact(page, 'Quantity')).toBe('4');
  await expectPicture(page.locator('main img').first());
  const button = page.getByRole('button', payButton);
  expect(await button.isDisabled()).toBe(true);
  answer();
  await expect.poll(() => button.isDisabled()).toBe(false);

  await page.getByText('This is the test mode').waitFor();
  expect(await page.locator('main form input').count()).toBe(3); // number, date and code of a card, and nothing else
  await payWith(page, '4000 0000 0000 0002');
  const error = page.getByText('Your card was declined.');
  await expectRed(error);
  await expectBelow(error, page.getByLabel('CVC'));
  const confirmed = page.waitForRequest((request) => request.url().includes('/confirm'));
  await payWith(page, '4242 4242 4242 4242');
  const form = new URLSearchParams((await confirmed).postData() ?? '');
  expect(form.get('payment_method_data[billing_details][name]')).toBe('Pia Payer');
  expect(form.get('payment_method_data[billing_details][email]')).toBe(buyer.email);
  expect(form.get('client_secret')).toMatch(/^pi_\w+_secret_/);
  const result = (await (await (await confirmed).response())?.json()) as { id: string };
  await page.getByText('payment complete', { exact: true }).waitFor();
  expect(await page.getByText('Transaction Id : ').textContent()).toBe(`Transaction Id : ${result.id}`);
  expect((await buyer.ask('GET', `/api/my_order/${order._id}`)).body.transactionId).toBe(result.id);
  expect([...hosts]).toEqual([shop.url]);

  await page.goto(`${shop.url}/dashboard/order/${order._id}`);
  const steps = page.getByRole('list', { name: 'Where the order is' }).getByRole('listitem');
  await steps.first().waitFor();
  expect(await steps.allTextContents()).toEqual([
    expect.stringMatching(/^Ordered\d+\s\w+\s\d{4}$/),
    expect.stringMatching(/^Paid\d+\s\w+\s\d{4}$/),
    'Shipped',
    'Delivered',
  ]);
  expect(await steps.and(page.locator('[aria-current=step]')).textContent()).toContain('Paid');
  // biome-ignore lint/performance/useDomNodeTextContent: the lines as they are shown
  expect(await page.getByText('1 Farm Lane').innerText()).toBe(address.location);
});

test('Manage Orders shows everybody’s orders; each is shipped by itself, unpaid ones are cancelled [S0.7 S1.8 S2.11 S2.83 S2.84 S2.85 S4.14 S4.15 S4.16 S7.15 S8.16 S8.19]', async () => {
  const [buyer, other] = [
    await givenPerson(shop, { name: 'First Buyer' }),
    await givenPerson(shop, { name: 'Other Buyer' }),
  ];
  const part = await givenPart(shop, { name: 'Testco Managed' });
  const unpaid = await givenOrder(shop, other, await givenPart(shop, { name: 'Testco Waiting' }));
  await givenPaidOrder(shop, buyer, part);
  await givenPaidOrder(shop, other, part);
  const page = await visitAs('admin', '/dashboard/manage_orders');
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Serial no',
    'User info',
    'Location',
    'Product ID',
    'Product name',
    'Product image',
    'Status',
    'Action',
  ]);
  const backgrounds = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => getComputedStyle(row).backgroundColor));
  expect(new Set(backgrounds).size, 'zebra').toBe(2);

  const findRow = (name: string, partName: string) =>
    page.getByRole('row').filter({ hasText: name }).filter({ hasText: partName });
  const waiting = findRow('Other Buyer', 'Testco Waiting');
  for (const shown of [other.email, '1 Farm Lane, Little Village', unpaid.partsId])
    await waiting.getByText(shown).waitFor();
  await waiting.getByText('UNPAID', { exact: true }).waitFor();
  await waiting.getByText(/^Home delivery, to arrive .+, if paid by .+\sGMT\+6$/).waitFor();
  const [first, second] = [
    findRow('First Buyer', 'Testco Managed'),
    findRow('Other Buyer', 'Testco Managed'),
  ];
  for (const row of [first, second]) {
    await row.getByText('ACTIVE USER', { exact: true }).waitFor();
    expect(await row.getByRole('button').allTextContents()).toEqual(['PENDING']);
  }

  const fetched = page.waitForResponse(
    (response) => response.url().includes('/api/manage_orders') && response.request().method() === 'GET',
  );
  await first.getByRole('button', { name: /PENDING/ }).click();
  await toast(page, wording.toasts.shipped);
  await fetched;
  await first.getByText('SHIPPED', { exact: true }).waitFor();
  await page.reload();
  await first.getByText('SHIPPED', { exact: true }).waitFor();
  expect(await second.getByRole('button').allTextContents()).toEqual(['PENDING']);

  await waiting.getByRole('button', { name: 'Cancel Testco Waiting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Do you want to cancel the order?' });
  for (const shown of ['Other Buyer', other.email, formatOrderNumber(unpaid._id), 'Testco Waiting'])
    await dialog.getByText(shown, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  await toast(page, wording.toasts.orderRemoved);
  await waiting.waitFor({ state: 'detached' });
});

test('beside PENDING a link leads to the carrier and the tracking number, for whoever has one', async () => {
  const { order, page, row } = await openPending('Testco Sent');
  await row.getByRole('link', { name: 'with tracking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship the order' });
  await fill(dialog, { Carrier: 'Farm Post', 'Tracking number': 'FP 1234' });
  await dialog.getByRole('button', { name: 'Ship it' }).click();
  await toast(page, wording.toasts.shipped);
  await page.getByText('Tracking number: FP 1234').waitFor();
  expect(page.url()).toBe(`${shop.url}/dashboard/order/${order._id}`);
  await page.reload();
  await page.getByText('Tracking number: FP 1234').waitFor();
  expect(await dialog.count()).toBe(0);
});

/** A paid order of a part with this name, and its row in Manage Orders. */
async function openPending(name: string) {
  const order = await givenPaidOrder(shop, await givenPerson(shop), await givenPart(shop, { name }));
  const page = await visitAs('admin', '/dashboard/manage_orders');
  return { order, page, row: page.getByRole('row').filter({ hasText: name }) };
}

test('what was shipped at once gets its tracking number afterwards, and a wrong one is corrected', async () => {
  const { order, page, row } = await openPending('Testco Hasty');
  await row.getByRole('button', { name: /PENDING/ }).click();
  await row.getByRole('link', { name: 'add tracking' }).click();
  const dialog = page.getByRole('dialog', { name: 'Carrier and tracking number' });
  await fill(dialog, { Carrier: 'Farm Post', 'Tracking number': 'FP 4321' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Carrier and tracking number saved');
  const given = page.getByRole('listitem').filter({ hasText: 'The tracking number is known' });
  await given.getByText('Tracking number: FP 4321').waitFor();
  expect(page.url()).toBe(`${shop.url}/dashboard/order/${order._id}`);

  await page.getByRole('button', { name: 'Correct the tracking' }).click();
  expect(await dialog.getByLabel('Carrier').inputValue()).toBe('Farm Post');
  await dialog.getByLabel('Tracking number').fill('FP 1234');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const corrected = page.getByRole('listitem').filter({ hasText: 'Carrier and tracking number corrected' });
  await corrected.getByText('Tracking number: FP 1234').waitFor();
  await given.getByText('Tracking number: FP 4321').waitFor();
  const shipped = page.locator('.order-history li').filter({ hasText: /^Shipped/ });
  expect(await shipped.textContent()).not.toContain('FP');
});

test('the pages of an order mark the list that they belong to, and the order leads back to it and to its part', async () => {
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { name: 'Testco Kit 32 GB (2 × 16 GB)' });
  const order = await givenOrder(shop, buyer, part);
  // in Dhaka, where the shop is, it is the next day already
  shop.clock.now = new Date('2026-01-15T20:00:00Z');
  const paid = await givenPaidOrder(shop, buyer, part);
  shop.clock.now = undefined;
  const page = await signIn({ shop, chromium }, buyer);
  const main = page.getByRole('main');
  await page.goto(`${shop.url}/dashboard`);
  await expectMarked(page, 'My Orders', 'page');
  await main.getByText('16 January 2026').waitFor();
  for (const place of [`payment/${order._id}`, `invoice/${paid._id}`, `order/${order._id}`]) {
    await page.goto(`${shop.url}/dashboard/${place}`);
    await main.getByText('Testco Kit').first().waitFor();
    await expectMarked(page, 'My Orders', 'true');
    if (place.startsWith('invoice')) await main.getByText('16 January 2026 at 02:00 GMT+6').waitFor();
  }
  const picture = await findEdges(main.locator('img').first());
  expect(picture.right - picture.left).toBeLessThanOrEqual(96);
  expect((await findEdges(main.getByRole('link', { name: /^Pay \$/ }))).bottom).toBeLessThan(picture.top);
  const heading = main.getByRole('heading', { level: 2 });
  expect(await heading.textContent()).toBe(withNonBreakingSpaces('Testco Kit 32 GB (2 × 16 GB)'));
  const back = main.locator('section').getByRole('link', { name: 'My Orders' });
  expect(await back.getAttribute('href')).toBe('/dashboard');
  await main.getByRole('link', { name: 'See the part’s page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Testco Kit 32 GB' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/parts\/[a-z-]+\/testco-kit-32-gb/);

  const admin = await givenPerson(shop, { role: 'admin' });
  const office = await visitAs(admin, `/dashboard/edit_product/${part}`);
  await expectMarked(office, 'Manage Products', 'true');
  await admin.ask('DELETE', `/api/manage_products/${part}`);
  await office.goto(`${shop.url}/dashboard/order/${order._id}`);
  await expectMarked(office, 'Manage Orders', 'true');
  await office.getByText('This part is off sale now.').waitFor();
  expect(await office.getByRole('link', { name: 'See the part’s page' }).count()).toBe(0);
  await office.getByRole('main').locator('section').getByRole('link', { name: 'Manage Orders' }).click();
  await expectMarked(office, 'Manage Orders', 'page');
});

/** Waits until this place of the dashboard's menu, and no other, is marked as the current one. */
async function expectMarked(page: Page, name: string, as: 'page' | 'true'): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.locator(`[aria-current="${as}"]`).filter({ hasText: name }).waitFor();
  expect(await menu.locator('[aria-current]').filter({ visible: true }).count()).toBe(1);
}

/** What a list of facts says of one. */
function readFact(page: Page, label: string): Promise<string | null> {
  const term = page.locator('main dt').filter({ hasText: new RegExp(`^${label}$`) });
  return term.locator('xpath=following-sibling::dd[1]').textContent();
}
