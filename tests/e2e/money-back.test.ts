/** Money that goes back otherwise than the shop meant, as its buyer and the administrators see it, in a real Chromium. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatOrderNumber } from '#kernel/order-number.ts';
import { CARDS } from '#sandbox/testing/sandbox.ts';
import { changeDeliveries } from '#sandbox/testing/webhooks.ts';
import { givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenDispute, readKinds, readOrder } from '../support/orders.ts';
import { readWebBuild } from '../support/shop.ts';
import { eventPolling, givenNotifiedShop } from '../support/told-shop.ts';
import { givenVisits } from '../support/visited-shop.ts';

const notified = await givenNotifiedShop({ web: await readWebBuild() });
const { sandbox, shop } = notified;
const { visitAs } = await givenVisits(shop);

test('an order whose payment a bank disputes says so instead of PAID, and ships only when that is confirmed', async () => {
  const [buyer, admin] = [await givenPerson(shop), await givenPerson(shop, { role: 'admin' })];
  const part = await givenPart(shop, { name: 'Testco Disputed 8 GB' });
  const order = await givenPaidOrder(shop, buyer, part, 1, CARDS.disputed);
  await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('dispute-opened');

  const office = await visitAs(admin, '/dashboard/packing');
  await office.getByRole('button', { name: 'Preview' }).first().click();
  await office.getByRole('link', { name: formatOrderNumber(order._id) }).click();
  await office.getByText('the card provider refunds no disputed payment').waitFor();
  expect(await office.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await office.getByRole('button', { name: 'Ship the order' }).waitFor();
  await office.getByRole('link', { name: 'Disputes' }).click();
  const row = office.getByRole('row').filter({ hasText: 'Testco Disputed 8 GB' });
  const reason = 'The card’s holder says that somebody else made the payment.';
  for (const shown of ['$99.99', reason, 'Answer needed', 'Answer by', buyer.email])
    await row.filter({ hasText: shown }).waitFor();
  await row.getByRole('link', { name: 'Testco Disputed 8 GB' }).click();
  const findEntry = (page: Page, title: string) =>
    page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: reason });
  await findEntry(office, 'The buyer’s bank asks for $99.99 back').waitFor();
  const page = await visitAs(buyer, `/dashboard/order/${order._id}`);
  await findEntry(page, 'Your bank asks for $99.99 back').waitFor();
  await page.getByText('DISPUTED', { exact: true }).waitFor();
  await page.goto(`${shop.url}/dashboard`);
  const bought = page.getByRole('row').filter({ hasText: 'Testco Disputed 8 GB' });
  await bought.filter({ hasText: 'DISPUTED' }).waitFor();
  expect(await bought.getByText('PAID', { exact: true }).count()).toBe(0);
  await bought.getByRole('link', { name: 'Testco Disputed 8 GB' }).click();
  await page.getByText('DISPUTED', { exact: true }).waitFor();

  await office.goto(`${shop.url}/dashboard/manage_orders`);
  await office.getByLabel('Show').selectOption('Disputed');
  const listed = office.getByRole('row').filter({ hasText: 'DISPUTED' });
  const ship = listed.getByRole('button', { name: 'PENDING' });
  await ship.click();
  const question = office.getByRole('dialog', { name: 'Ship a disputed order?' });
  await question.getByRole('button', { name: 'Do not ship it' }).click();
  await ship.click();
  await question.getByText('payment is disputed').waitFor();
  expect((await readOrder(buyer, order)).status).toBe('paid');
  await question.getByRole('button', { name: 'Ship it all the same' }).click();
  await listed.filter({ hasText: 'SHIPPED' }).waitFor();
  await page.goto(`${shop.url}/dashboard`);
  await bought.getByRole('button', { name: 'It has arrived' }).click();
  await bought.filter({ hasText: 'Delivered' }).waitFor();
  expect(await bought.getByRole('button', { name: 'It has arrived' }).count()).toBe(0);
  await bought.getByRole('link', { name: 'Testco Disputed 8 GB' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Delivered' }).filter({ hasText: 'by you' }).waitFor();
  const steps = page.getByRole('list', { name: 'Where the order is' }).getByRole('listitem');
  expect(await steps.filter({ has: page.locator('time') }).count()).toBe(4);
  expect(await steps.last().getAttribute('aria-current')).toBe('step');
  await office.reload();
  await listed.filter({ hasText: 'DELIVERED' }).waitFor();
});

test('an order whose payment a bank has given back says so to its buyer, to whom nothing is promised', async () => {
  const buyer = await givenPerson(shop);
  const order = await givenPaidOrder(shop, buyer);
  await givenDispute(shop, order._id, new Date(), { status: 'lost', closed_at: new Date() });
  const page = await visitAs(buyer, `/dashboard/order/${order._id}`);
  await page.getByText('The bank has given this order’s payment back to the card’s holder').waitFor();
});

test('a refund that came back is told to the buyer and to administrators, who can refund again', async () => {
  const [buyer, admin] = [await givenPerson(shop), await givenPerson(shop, { role: 'admin' })];
  const part = await givenPart(shop, { name: 'Testco Bounced 8 GB', price: 1_000 });
  const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundFails);
  await admin.ask('POST', '/api/refunds', { orderId: order._id, reason: 'It was bent.' });
  await expect.poll(async () => (await readOrder(buyer, order)).refunded, eventPolling).toBe(0);

  const page = await visitAs(buyer, '/dashboard?status=refunded');
  const row = page.getByRole('row').filter({ hasText: 'Testco Bounced' });
  await row.filter({ hasText: 'REFUND DUE' }).filter({ hasText: '$20.00 not given back yet' }).waitFor();
  expect(await row.getByText('REFUNDED').count()).toBe(0);
  await row.getByRole('link', { name: 'Testco Bounced 8 GB' }).click();
  await page.getByText('REFUND DUE', { exact: true }).waitFor();
  await page.getByText('$20.00 of this order’s refund came back to the shop').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'hello@compact.test' }).waitFor();
  const history = page.getByRole('listitem');
  await history.filter({ hasText: 'Refunded: $20.00' }).filter({ hasText: 'It was bent.' }).waitFor();
  await history
    .filter({ hasText: 'A refund of $20.00 failed afterwards' })
    .filter({ hasText: 'card has expired' })
    .waitFor();
  await page.getByRole('link', { name: 'Invoice' }).click();
  for (const name of ['Total, paid', 'Total, refunded', 'Total, not refunded']) {
    await page.getByRole('row', { name: `${name} $20.00` }).waitFor();
  }

  const office = await visitAs(admin, `/dashboard/order/${order._id}`);
  await office.getByText('Refund it again').waitFor();
  await office.getByRole('button', { name: 'Refund', exact: true }).waitFor();
  await office.goto(`${shop.url}/dashboard/manage_orders?status=refunded`);
  await office.getByRole('row').filter({ hasText: '$20.00 not given back yet' }).waitFor();
});

test('a refund that the card provider has refused is asked for anew when it is sent again', async () => {
  const [buyer, admin] = [await givenPerson(shop), await givenPerson(shop, { role: 'admin' })];
  const order = await givenPaidOrder(shop, buyer, await givenPart(shop));
  await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
  await sandbox.stripe.refunds.create({ payment_intent: order.transactionId ?? '' }); // nothing is left
  const office = await visitAs(admin, `/dashboard/order/${order._id}`, /409/);
  await office.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: 'Refund the order' });
  await dialog.getByLabel('Reason').fill('It was bent.');
  const failed = async () =>
    (await admin.ask('GET', `/api/refunds?status=failed&customer=${buyer.email}`)).body;
  for (const times of [1, 2]) {
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect.poll(failed).toHaveLength(times);
    await dialog.getByText('did not make this refund').waitFor();
  }
  await changeDeliveries(sandbox.stripe, notified.endpoint);
});

test('what was paid and refunded says where it was done and how the shop knows', async () => {
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { name: 'Testco Elsewhere 8 GB', price: 1_000 });
  await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true }); // the page is first
  const order = await givenPaidOrder(shop, buyer, part);
  await changeDeliveries(sandbox.stripe, notified.endpoint);
  await sandbox.stripe.refunds.create({ payment_intent: order.transactionId ?? '', amount: 300 });
  await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('refunded');
  const page = await visitAs(buyer, `/dashboard/order/${order._id}`);
  const history = page.getByRole('listitem');
  await history
    .filter({ hasText: 'Paid: $10.00' })
    .filter({ hasText: /by you$/ })
    .waitFor();
  await history
    .filter({ hasText: 'Refunded: $3.00' })
    .filter({ hasText: /at the card provider$/ })
    .waitFor();

  const office = await visitAs('admin', `/dashboard/order/${order._id}`);
  await office
    .getByRole('listitem')
    .filter({ hasText: 'Paid: $10.00' })
    .filter({ hasText: /by the buyer$/ })
    .waitFor();
});
