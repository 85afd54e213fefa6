/** What can happen to a payment after the card was entered, in a real Chromium: banks that ask, refunds, expiry. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import type { Order } from '#orders/contract/orders.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { CARDS } from '#sandbox/testing/sandbox.ts';
import {
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  givenPurchase,
  type Person,
} from '../support/given.ts';
import { makeKeyboard } from '../support/keyboard.ts';
import { fill, payButton, payWith, readMessage, signIn, toast } from '../support/pages.ts';
import { readPdfPages } from '../support/pdf-text.ts';
import { listProviderCharges, openAccount } from '../support/provider.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visitAs } = await givenVisitedShop({ runsJobs: true });
const provider = openAccount();

/** Declines, conflicts, and the provider's word on confirming what is paid already (400, as Stripe's). */
const expected = /400|402|409/;

const asking = '4000 0025 0000 3155';
const asksAndIsPoor = '4000 0082 6000 3178';

async function givenPaymentPage(partName: string): Promise<{ page: Page; buyer: Person; order: Order }> {
  const buyer = await givenPerson(shop);
  const order = await givenOrder(shop, buyer, await givenPart(shop, { name: partName }));
  const page = await visitAs(buyer, `/dashboard/payment/${order._id}`, expected);
  return { page, buyer, order };
}

const answerBank = (page: Page, answer: 'Complete' | 'Fail') =>
  page.getByRole('button', { name: `${answer} authentication` }).click();

test('the bank that asks is told no, then yes; the form stays ready in between', async () => {
  const { page, order } = await givenPaymentPage('Testco Careful 16 GB');
  await payWith(page, asking);
  await answerBank(page, 'Fail');
  await page.waitForURL(`${shop.url}/dashboard/payment/${order._id}**`);
  const problem = page.locator('.form-problem');
  await problem.filter({ hasText: 'Your bank did not confirm the payment.' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${shop.url}/dashboard/payment/${order._id}`);

  await payWith(page, asksAndIsPoor);
  await answerBank(page, 'Complete');
  await problem.filter({ hasText: 'insufficient funds' }).waitFor();

  await payWith(page, asking);
  await answerBank(page, 'Complete');
  await page.getByText(wording.payment.complete).waitFor();
  await expect.poll(() => page.url()).toBe(`${shop.url}/dashboard/payment/${order._id}`);
  expect(await listProviderCharges(provider, order._id)).toHaveLength(1);

  await page.goto(`${shop.url}/dashboard/order/${order._id}`);
  const history = page.getByRole('listitem');
  await history.filter({ hasText: 'Paid: $99.99' }).waitFor();
  const declined = history
    .filter({ hasText: '2 payments were declined' })
    // the provider's times are whole seconds: within one, nobody knows which was the last
    .filter({ hasText: /insufficient funds|Your bank did not confirm/ });
  await expect // the page shows what has arrived; the provider's events may come after the payment
    .poll(async () => {
      await page.reload();
      await history.filter({ hasText: 'Paid: $99.99' }).waitFor();
      return await declined.count();
    })
    .toBe(1);
});

test('a payment left at the bank is taken up again where it was', async () => {
  const { page, order } = await givenPaymentPage('Testco Patient 16 GB');
  await payWith(page, asking);
  await page.getByRole('button', { name: 'Complete authentication' }).waitFor();

  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('link', { name: /^Pay \$/ }).click();
  await page.getByText('Your bank is still waiting for you').waitFor();
  await page.getByRole('link', { name: 'Go on to your bank' }).click();
  await answerBank(page, 'Complete');
  await page.getByText(wording.payment.complete).waitFor();
  expect(await listProviderCharges(provider, order._id)).toHaveLength(1);
});

test('two tabs, double clicks, back and reload charge once', async () => {
  const { page, order } = await givenPaymentPage('Testco Double 16 GB');
  const other = await page.context().newPage();
  const refused: string[] = [];
  for (const tab of [page, other])
    tab.on('response', (answer) => answer.status() === 400 && refused.push(new URL(answer.url()).pathname));
  await other.goto(page.url());
  for (const tab of [page, other]) {
    await fill(tab, { 'Card number': '4242 4242 4242 4242', 'Expires (MM / YY)': '12 / 34', CVC: '123' });
  }
  const pay = (tab: Page) => tab.getByRole('button', payButton).dblclick();
  await Promise.all([pay(page), pay(other)]);
  for (const tab of [page, other]) await tab.getByText(wording.payment.complete).waitFor();
  await page.goto(`${shop.url}/dashboard`);
  await page.goBack();
  await page.getByText(wording.payment.complete).waitFor();
  await page.reload();
  await page.getByText(wording.payment.complete).waitFor();
  expect(await listProviderCharges(provider, order._id)).toHaveLength(1);
  expect(refused.filter((path) => !/\/payment_intents\/pi_\w+\/confirm$/.test(path))).toEqual([]);
});

test('of an amount that is another by now, because a part was cancelled in another tab, nothing is charged, and the new one is paid; the link of what was cancelled leads to it', async () => {
  const buyer = await givenPerson(shop);
  const parts = [
    await givenPart(shop, { name: 'Testco Kept 16 GB', price: 3_000 }),
    await givenPart(shop, { name: 'Testco Left Out 16 GB', price: 7_000 }),
  ];
  const { orders } = await givenPurchase(buyer, parts);
  const [kept, leftOut] = orders as [Order, Order];
  const page = await visitAs(buyer, `/dashboard/payment/${kept._id}`, expected);
  const linked = await page.context().newPage();
  await linked.goto(`${shop.url}/dashboard/payment/${leftOut._id}`);
  const tabs = [page, linked];
  for (const tab of tabs)
    await tab.getByRole('button', { name: 'Pay $100.00' }).and(tab.locator(':enabled')).waitFor();
  await buyer.ask('DELETE', `/api/manage_order/${leftOut._id}`);
  for (const tab of tabs) {
    await payWith(tab, CARDS.good.number);
    await tab.getByText('what is left costs $30.00. Nothing was charged; please pay again.').waitFor();
    expect(await tab.getByText('Testco Left Out 16 GB').count()).toBe(0);
  }
  await linked.goto(`${shop.url}/dashboard/payment/${leftOut._id}`);
  await linked.getByText('Testco Kept 16 GB').waitFor();
  expect(linked.url()).toBe(page.url());
  await linked.getByRole('button', { name: 'Pay $30.00' }).and(linked.locator(':enabled')).waitFor();
  await payWith(page, CARDS.good.number);
  await page.getByText(wording.payment.complete).waitFor();
  const { body: paid } = await buyer.ask('GET', `/api/my_order/${kept._id}`);
  expect(paid).toMatchObject({ paid: true, total: 30 });
});

test('who confirms at the bank an amount that is another by now learns why nothing was charged', async () => {
  const buyer = await givenPerson(shop);
  const { orders } = await givenPurchase(buyer, [
    await givenPart(shop, { price: 3_000 }),
    await givenPart(shop, { price: 7_000 }),
  ]);
  const [kept, leftOut] = orders as [Order, Order];
  const page = await visitAs(buyer, `/dashboard/payment/${kept._id}`, expected);
  await payWith(page, asking);
  await page.getByRole('button', { name: 'Complete authentication' }).waitFor();
  await buyer.ask('DELETE', `/api/manage_order/${leftOut._id}`);
  await answerBank(page, 'Complete');
  await page.getByText('what is left costs $30.00. Nothing was charged; please pay again.').waitFor();
  await page.getByRole('button', { name: 'Pay $30.00' }).and(page.locator(':enabled')).waitFor();
});

test('an administrator gives money back, in part and then the rest; the buyer sees why', async () => {
  const admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { name: 'Testco Returned 16 GB', price: 5_000, stock: 7 });
  const order = await givenPaidOrder(shop, buyer, part, 2);

  const office = await visitAs(admin, `/dashboard/order/${order._id}`, expected);
  const refund = office.getByRole('button', { name: 'Refund', exact: true });
  const dialog = office.getByRole('dialog');
  await refund.click();
  const units = 'Units that go back into stock';
  expect(await dialog.getByLabel('Amount (US dollars)').inputValue()).toBe('100.00');
  await fill(office, { 'Amount (US dollars)': '100,00' });
  expect(await dialog.getByLabel(units).inputValue()).toBe('2'); // still all of them
  await fill(office, { 'Amount (US dollars)': '100.01', [units]: '1' });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByText('Reason is required').waitFor();
  const amount = 'Amount (US dollars)';
  await expect.poll(() => readMessage(office, amount)).toContain('No more than $100.00 is left');
  await fill(office, { Reason: 'One of them was bent', [units]: '3' });
  await expect.poll(() => readMessage(office, units)).toContain('At most 2 is possible');
  const sent: string[] = [];
  office.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await fill(office, { [units]: '1' });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  expect(sent, 'nothing is sent that the form itself knows to be too much').toEqual([]);
  await fill(office, { [amount]: '50,00' });
  await expect.poll(() => readMessage(office, amount)).toBe('At most $100.00, which is all that is left');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await toast(office, '$50.00 refunded');
  await office.getByText('Refunded: $50.00').waitFor();
  await office.getByText('This order is paid; 1 of its 2 units has to be shipped.').waitFor();
  expect((await buyer.ask('GET', `/api/parts/${part}`)).body.available_quantity).toBe(6);

  const page = await visitAs(buyer, '/dashboard');
  await page.getByText('$50.00 refunded').waitFor();
  await page.getByRole('link', { name: 'Testco Returned 16 GB' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Refunded: $50.00' });
  await entry.filter({ hasText: 'One of them was bent' }).filter({ hasText: '1 unit came back' }).waitFor();
  expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);

  await refund.click();
  await dialog.getByText('At most $50.00, which is all that is left').waitFor();
  await fill(office, { Reason: 'The other one, too' });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await office.getByText('REFUNDED', { exact: true }).waitFor();
  await page.goto(`${shop.url}/dashboard?status=refunded`);
  await page.getByText('REFUNDED', { exact: true }).waitFor();
  await expect.poll(() => shop.mails.filter(({ subject }) => /refund/i.test(subject)).length).toBe(2);

  await office.goto(`${shop.url}/dashboard/refunds`);
  await office.getByRole('row').filter({ hasText: 'The other one, too' }).waitFor();
  expect(await office.getByRole('row').filter({ hasText: 'Testco Returned 16 GB' }).count()).toBe(2);
});

test('a buyer cancels two of five parts, pays the rest once, and is given one back; on a phone, by keyboard', async () => {
  const [buyer, admin] = [await givenPerson(shop), await givenPerson(shop, { role: 'admin' })];
  const parts = await Array.fromAsync(['One', 'Two', 'Three', 'Four', 'Five'], (name, index) =>
    givenPart(shop, { name: `Testco ${name} of Five`, price: (index + 1) * 1_000 }),
  );
  const { orders } = await givenPurchase(buyer, parts);
  const page = await signIn({ shop, chromium }, buyer, expected);
  await page.setViewportSize({ width: 375, height: 760 });
  const keys = await makeKeyboard(page);
  await keys.open(`${shop.url}/dashboard`);
  const head = page.getByRole('rowheader', { name: '5 parts ordered together' });
  await head
    .filter({ hasText: '$150.00' })
    .filter({ hasText: /^(?!.*shown)/ })
    .waitFor();
  await page.getByRole('banner').getByRole('link', { name: '1 to pay' }).waitFor();
  await keys.look('My Orders, with a purchase of five');
  expect(await page.getByRole('row').getByRole('link', { name: /^Pay/ }).count()).toBe(1);
  for (const [part, left] of [
    ['Testco Two of Five', '$130.00'],
    ['Testco Four of Five', '$90.00'],
  ] as const) {
    await keys.to('button', `Cancel ${part}`);
    const dialog = page.getByRole('dialog', { name: wording.cancel.question });
    await keys.press('Enter', dialog.getByText(`What is left of the purchase then costs ${left}.`));
    await keys.to('button', wording.cancel.yes);
    await keys.press(
      'Enter',
      page.getByRole('alert').filter({ hasText: wording.toasts.orderRemoved }).first(),
    );
    await page.getByRole('link', { name: part }).waitFor({ state: 'detached' });
  }
  await head.filter({ hasText: '3 unpaid, 2 cancelled; 3 of 5 shown' }).waitFor();

  await keys.backTo('link', 'Pay now $90.00 for 3 parts');
  await keys.press('Enter', page.getByText('Pay : $90.00 for 3 parts'));
  await keys.look('the payment of three parts');
  await keys.write('Card number', '4242424242424242');
  await keys.write('Expires (MM / YY)', '1234');
  await keys.write('CVC', '123');
  await keys.press('Enter', page.getByText(wording.payment.complete));
  await page.reload();
  await page.getByText('Pay : $90.00 for 3 parts').waitFor();
  const charges = await Promise.all(orders.map(({ _id }) => listProviderCharges(provider, _id)));
  expect(charges.flat()).toEqual([9_000]);

  const last = orders.find(({ partsName }) => partsName.includes('Five of')) as Order;
  await admin.ask('POST', '/api/refunds', { orderId: last._id, reason: 'It was bent' });
  await keys.to('link', wording.dashboard.myOrders);
  await keys.press('Enter', head);
  await head.filter({ hasText: '2 paid, 2 cancelled, 1 refunded; 3 of 5 shown' }).waitFor();
  expect(
    await page
      .getByRole('banner')
      .getByRole('link', { name: /to pay/ })
      .count(),
  ).toBe(0);
  await page.getByRole('row').filter({ hasText: 'Testco Five of Five' }).getByText('REFUNDED').waitFor();
  await keys.to('link', 'Testco One of Five');
  const together = page.getByRole('region', { name: '5 parts ordered together' });
  await keys.press('Enter', together);
  await together.getByText('$90.00 paid on').filter({ hasText: '$10.00 of it for this part' }).waitFor();
  await together.getByText('$50.00 refunded on').filter({ hasText: 'Testco Five of Five' }).waitFor();
  expect(await together.getByText('CANCELLED', { exact: true }).count()).toBe(2);
  await keys.look('the order, with its purchase');
  await keys.backTo('link', 'Invoice');
  await keys.press('Enter', page.getByRole('row', { name: 'Total, paid $90.00' }));
  for (const name of [
    /^Testco Three of Five .* \$30\.00$/,
    /^Testco Five of Five .* \$50\.00 1 \$50\.00$/,
    'Total, refunded $50.00',
  ])
    await page.getByRole('row', { name }).waitFor();
  expect(await page.getByText(/Testco (Two|Four) of Five/).count()).toBe(0);
  const number = await page
    .getByText(/^TEST-INV-\d{6}$/)
    .first()
    .textContent();
  await page.goto(`${shop.url}/dashboard/invoice/${last._id}`);
  await page
    .getByText(number ?? 'none', { exact: true })
    .first()
    .waitFor();
});

test('an unpaid order counts down, expires, and can be paid no more', async () => {
  const { page, buyer, order } = await givenPaymentPage('Testco Forgotten 16 GB');
  await page.getByText(/Please pay within 23 h \d+ min/).waitFor();
  await page.goto(`${shop.url}/dashboard`);
  await page
    .getByRole('row')
    .getByText(/23 h \d+ min/)
    .waitFor();

  await expireOrders(shop.dependencies, { at: new Date(Date.now() + 25 * 3_600_000) });
  await page.goto(`${shop.url}/dashboard?status=expired`);
  await page.getByText('EXPIRED', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Testco Forgotten 16 GB' }).click();
  await page.getByText('Expired: it was not paid in time').waitFor();
  await page.goto(`${shop.url}/dashboard/payment/${order._id}`);
  await page.getByText('cannot be paid any more').waitFor();
  await expect
    .poll(() => shop.mails.some(({ to, subject }) => to === buyer.email && /expired/i.test(subject)))
    .toBe(true);
});

test('a paid order and its invoice print without the page around them and what is pressed', async () => {
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { name: 'Testco Billed 16 GB', price: 12_345 });
  const order = await givenPaidOrder(shop, buyer, part, 2);
  const page = await visitAs(buyer, `/dashboard/order/${order._id}`);
  const pressed = page.locator('.btn').filter({ visible: true });
  await page.getByRole('link', { name: 'Invoice' }).waitFor();
  expect(await pressed.count()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  expect(await pressed.count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Invoice' }).click();
  await page.getByRole('row', { name: 'Total, paid $246.90' }).waitFor();
  await page.getByText(order.transactionId ?? 'none').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Invoice TEST-INV-\d{6} \(PDF\)$/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^TEST-INV-\d{6}\.pdf$/);
  expect(readPdfPages(await readFile(await (await saved).path()))[0]).toContain('Testco Billed 16 GB');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('contentinfo').filter({ visible: true }).count()).toBe(0);
  expect(await pressed.count()).toBe(0);
  expect(await page.getByRole('row', { name: 'Total, paid $246.90' }).isVisible()).toBe(true);
});
