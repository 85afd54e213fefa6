/** What was done although its answer was lost on the way: asking again does it no second time, and says how it stands. */
import { expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { givenOrder, givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import {
  dropResponses,
  fill,
  payButton,
  payWith,
  pressUnheard,
  sendLogIn,
  signIn,
  toast,
  typedAddress,
} from '../support/pages.ts';
import { givenPixels } from '../support/pictures.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visitAs } = await givenVisitedShop();
/** What the browser itself says of answers that were lost or were no. */
const expected = /ERR_FAILED|401|409|422|503/;
const unreachable = 'The shop cannot be reached.';

test('an order whose cancelling was answered to nobody is gone when it is cancelled again, with its units in the stock [S0.5 S1.5 S7.15]', async () => {
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { stock: 5, name: 'Testco Regret' });
  await givenOrder(shop, buyer, part, 5);
  const page = await visitAs(buyer, '/dashboard', expected);
  await page.getByRole('button', { name: 'Cancel Testco Regret' }).click();
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true });
  await pressUnheard(yes, '**/api/manage_order/*', page.getByRole('dialog'));
  await yes.click();
  await toast(page, wording.toasts.orderRemoved);
  await page.getByText(wording.myOrders.empty).waitFor();
  await page.getByText('You have not ordered anything yet.').waitFor();
  expect((await buyer.ask('GET', `/api/parts/${part}`)).body.available_quantity).toBe(5);
});

test('a purchase whose placing was answered to nobody is placed once, and leads to its payment', async () => {
  const buyer = await givenPerson(shop);
  for (const name of ['Testco Unanswered One', 'Testco Unanswered Two'])
    await buyer.ask('POST', '/api/basket/lines', { partsId: await givenPart(shop, { name }) });
  const page = await signIn({ shop, chromium }, buyer, expected);
  const open = async () => {
    await page.goto(`${shop.url}/checkout`);
    await fill(page, typedAddress);
  };
  const place = page.getByRole('button', { name: 'Place the order' });
  await open();
  await pressUnheard(place, '**/api/purchases', page.getByRole('main'));
  expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe('1 Farm Lane');
  await place.click();
  await page.getByRole('button', { ...payButton, disabled: false }).waitFor();
  const countOrders = async () => (await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`)).body.length;
  expect(await countOrders()).toBe(2);

  await buyer.ask('POST', '/api/basket/lines', { partsId: await givenPart(shop) });
  await open();
  await pressUnheard(place, '**/api/purchases', page.getByRole('main'));
  await fill(page, { Location: '2 Farm Lane' });
  await place.click();
  await page.getByText('Your first try has arrived: you find its orders in My Orders.').waitFor();
  await page.getByText('Your basket is empty.').waitFor();
  expect(await countOrders()).toBe(3);
});

test('an order that was shipped although nobody heard of it is shown so when it is shipped again', async () => {
  const buyer = await givenPerson(shop);
  await givenPaidOrder(shop, buyer, await givenPart(shop, { name: 'Testco Unheard' }));
  const page = await visitAs('admin', '/dashboard/manage_orders', expected);
  const row = page.getByRole('row').filter({ hasText: 'Testco Unheard' });
  const pending = row.getByRole('button', { name: /PENDING/ });
  await dropResponses(page, '**/api/manage_order/*', async () => {
    await pending.click();
    await toast(page, unreachable);
  });
  await pending.click();
  await toast(page, 'This order is shipped');
  await row.getByText('SHIPPED', { exact: true }).waitFor();
});

test('a refund whose answer was lost is made once, however often the question is opened again', async () => {
  const buyer = await givenPerson(shop);
  const order = await givenPaidOrder(shop, buyer, await givenPart(shop, { price: 5_000 }));
  const admin = await givenPerson(shop, { role: 'admin' });
  const page = await visitAs(admin, `/dashboard/order/${order._id}`, expected);
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Refund' });
  const open = async (amount: string) => {
    await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
    await fill(dialog, { 'Amount (US dollars)': amount, Reason: 'It was dented.' });
  };
  const ask = async (amount: string) => {
    await open(amount);
    await confirm.click();
  };
  const askUnheard = async (amount: string) => {
    await open(amount);
    await pressUnheard(confirm, '**/api/refunds', dialog);
    await dialog.getByRole('button', { name: 'Not now' }).click();
  };
  await askUnheard('1.00');
  await ask('1.00');
  await toast(page, '$1.00 refunded');
  const refunded = async () => (await buyer.ask('GET', `/api/my_order/${order._id}`)).body.refunded;
  expect(await refunded()).toBe(1);
  await page.getByText('Refunded: $1.00').waitFor();

  await askUnheard('2.00');
  await ask('3.00');
  await dialog.getByText('Your first try has arrived').waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Refunded: $2.00').waitFor(); // what was made stands there now
  expect(await refunded()).toBe(3);
  await ask('3.00');
  await toast(page, '$3.00 refunded');
  expect(await refunded()).toBe(6);
});

test('a part whose adding was answered to nobody is added once', async () => {
  const page = await visitAs('admin', '/dashboard/add_product', expected);
  const buffer = await givenPixels(40, 40).png().toBuffer();
  const add = page.getByRole('button', { name: 'Add product' });
  const describePart = async (Description: string) => {
    const part = { Name: 'Testco Twice', Description, 'Available quantity': '3', 'Price in dollars': '9.50' };
    await fill(page, part);
    await page.getByLabel('Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  };
  await describePart('There is one.');
  await pressUnheard(add, '**/api/parts', page.getByRole('main'));
  await add.click();
  await toast(page, wording.toasts.partAdded);
  expect(await countParts('Testco Twice')).toBe(1);
  await describePart('There are two.'); // the next one is another, alike as it may be
  await add.click();
  await expect.poll(() => countParts('Testco Twice')).toBe(2);
});

test('who was logged out elsewhere while they paid or cancelled can log in in another tab and go on', async () => {
  const buyer = await givenPerson(shop);
  const part = await givenPart(shop, { name: 'Testco Interrupted' });
  const order = await givenOrder(shop, buyer, part);
  const page = await signIn({ shop, chromium }, buyer, expected);
  const endSession = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.removeItem('accessToken'));
  };
  const logInElsewhere = async () => {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Log in in another tab' }).click();
    const other = await opening;
    await sendLogIn(other, buyer);
    await other.waitForURL(`${shop.url}/`);
    await other.close();
  };
  await page.goto(`${shop.url}/dashboard`);
  await page.getByRole('button', { name: 'Cancel Testco Interrupted' }).click();
  await endSession();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  await logInElsewhere();
  await dialog.getByRole('button', { name: 'No, keep it' }).click();

  await page.goto(`${shop.url}/dashboard/payment/${order._id}`);
  await page.getByRole('button', { ...payButton, disabled: false }).waitFor();
  await endSession();
  await payWith(page, '4242 4242 4242 4242');
  await logInElsewhere();
  await page.getByRole('button', { name: 'Ask again whether it was paid' }).click();
  await page.getByText(wording.payment.complete).waitFor();
});

test('asking again whether it was paid says what the answer is', async () => {
  const buyer = await givenPerson(shop);
  const order = await givenOrder(shop, buyer, await givenPart(shop));
  const page = await visitAs(buyer, `/dashboard/payment/${order._id}`, expected);
  const settling = '**/api/my_order/*';
  await page.route(settling, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await payWith(page, '4242 4242 4242 4242');
  const card = page.getByRole('main').locator('form');
  await card.getByText(unreachable).waitFor();
  const again = page.getByRole('button', { name: 'Ask again whether it was paid' });
  const problem = { type: 'about:blank', title: 'Away', status: 503, detail: 'The provider is away.' };
  await page.unroute(settling);
  await page.route(settling, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await again.click();
  await card.getByText(problem.detail).waitFor();
  await page.unroute(settling);
  await again.click();
  await page.getByText(wording.payment.complete).waitFor();
});

async function countParts(name: string): Promise<number> {
  const rows = await shop.db.selectFrom('parts').select('id').where('name', '=', name).execute();
  return rows.length;
}
