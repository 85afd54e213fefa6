/** Forms in a real Chromium: a sentence at the field, nothing typed is lost, and nothing happens twice. */
import { describe, expect, test } from 'vitest';
import { wording } from '#kernel/wording.ts';
import { givenOrder, givenPart, givenPerson } from '../support/given.ts';
import {
  dropResponses,
  fill,
  payButton,
  payWith,
  placeOrder,
  readMessage,
  signIn,
  toast,
  typedAddress,
} from '../support/pages.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, chromium, visitAs } = await givenVisitedShop();
const typed = { ...typedAddress, Location: '1 Farm Lane <b>Little</b> Village' };

describe('the purchase form', () => {
  test('says at each field what is wrong; what was typed stays, markup included [S5.11 S5.12]', async () => {
    const part = await givenPart(shop, { stock: 7, minimumOrder: 2 });
    const page = await visitAs('customer', `/purchase/${part}`);
    await page.getByText('Total: $').waitFor();
    await fill(page, { Quantity: '8', Phone: 'call me' });
    await expect.poll(() => page.getByText('Total: $').count()).toBe(0);
    await fill(page, { Quantity: '5.0' });
    expect(await page.getByText('Total: $').count()).toBe(0);
    await fill(page, { Quantity: '8' });
    await page.getByRole('button', { name: 'Place the order' }).click();
    await expect.poll(() => readMessage(page, 'Location')).toMatch(/^Location is required/);
    await expect.poll(() => readMessage(page, 'Phone')).toBe('This is not a telephone number');
    await expect.poll(() => readMessage(page, 'Quantity')).toContain('At most 7');
    await fill(page, { ...typed, Quantity: '1' });
    await expect.poll(() => readMessage(page, 'Quantity')).toContain('At least 2');
    expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe(typed.Location);
  });

  test('when others were faster, says how many are left, and its limits follow until nothing is left', async () => {
    const part = await givenPart(shop, { stock: 7 });
    const [buyer, faster] = [await givenPerson(shop), await givenPerson(shop)];
    const admin = await givenPerson(shop, { role: 'admin' });
    const page = await visitAs(buyer, `/purchase/${part}`, /409/);
    await fill(page, { ...typed, Quantity: '7' });
    await givenOrder(shop, faster, part, 4);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByText('Only 3 of this part are left.').waitFor();
    await expect.poll(() => readMessage(page, 'Quantity')).toContain('Only 3 of this part are left.');
    expect(await readMessage(page, 'Quantity')).toContain('From 1 to 3');
    expect(await page.getByLabel('Quantity', { exact: true }).getAttribute('max')).toBe('3');
    await page.getByRole('definition').getByText('3', { exact: true }).waitFor();
    await shop.db.updateTable('parts').set({ price_cents: 5_555 }).where('id', '=', part).execute();
    await fill(page, { Quantity: '3' });
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByText('The price is now $55.55.').waitFor();
    await page.getByText('Total: $166.65').waitFor();
    await shop.db.updateTable('parts').set({ minimum_order: 3 }).where('id', '=', part).execute();
    await fill(page, { Quantity: '2' });
    await page.getByRole('button', { name: 'Place the order' }).click();
    await expect.poll(() => readMessage(page, 'Quantity')).toContain('From 3 to 3');
    expect(await page.getByLabel('Quantity', { exact: true }).getAttribute('min')).toBe('3');
    expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe(typed.Location);
    await fill(page, { Quantity: '3' });
    await givenOrder(shop, faster, part, 3);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByRole('alert').getByText('This part is sold out at the moment.').waitFor();
    expect(await page.getByRole('button', { name: 'Place the order' }).count()).toBe(0);

    const withdrawn = await givenPart(shop);
    await page.goto(`${shop.url}/purchase/${withdrawn}`);
    await fill(page, typed);
    await admin.ask('DELETE', `/api/manage_products/${withdrawn}`);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByRole('alert').getByText('This part is not for sale at the moment.').waitFor();
    expect(await page.getByRole('button', { name: 'Place the order' }).count()).toBe(0);
  });

  test('without a connection, or an answer, says so and keeps everything; pressed twice when it is back, it orders once [S8.14]', async () => {
    const part = await givenPart(shop);
    const buyer = await givenPerson(shop);
    const page = await visitAs(buyer, `/purchase/${part}`, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await fill(page, typed);
    await page.locator('.methods[aria-busy="false"]').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await page.getByText('The shop cannot be reached.').waitFor();
    expect(await page.getByLabel('Location', { exact: true }).inputValue()).toBe(typed.Location);
    await page.context().setOffline(false);
    await dropResponses(page, '**/api/order', async () => {
      const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/order'));
      await page.getByRole('button', { name: 'Place the order' }).click();
      await lost;
    });
    await page.getByRole('button', { name: 'Place the order' }).dblclick();
    await toast(page, wording.toasts.ordered);
    const { body } = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`);
    expect(body).toMatchObject([{ location: expect.stringContaining(typed.Location) }]);
  });

  test('orders under the new name when that was changed elsewhere', async () => {
    const part = await givenPart(shop);
    const buyer = await givenPerson(shop);
    const page = await signIn({ shop, chromium }, buyer);
    await shop.db.updateTable('people').set({ name: 'New Name' }).where('id', '=', buyer.id).execute();
    await page.goto(`${shop.url}/purchase/${part}`);
    await fill(page, typed);
    await placeOrder(page);
    const { body } = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`);
    expect(body).toMatchObject([{ name: 'New Name' }]);
  });
});

describe('the payment page', () => {
  test('says at each field what is wrong with the card', async () => {
    const buyer = await givenPerson(shop);
    const order = await givenOrder(shop, buyer);
    const page = await visitAs(buyer, `/dashboard/payment/${order._id}`, /402/);
    const grouping = page.waitForResponse(/card-fields/);
    await page.getByRole('button', payButton).click(); // puts the focus into the first field
    await expect.poll(() => readMessage(page, 'Card number')).toBe('Your card number is incomplete.');
    // a phone's numeric keypad has neither spaces nor a slash
    await grouping;
    await page.getByLabel('Card number').pressSequentially('4000000000009995');
    await page.getByLabel('Expires (MM / YY)').pressSequentially('1234');
    await page.getByLabel('CVC').pressSequentially('123');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 9995');
    expect(await page.getByLabel('Expires (MM / YY)').inputValue()).toBe('12 / 34');
    await page.getByLabel('Card number').evaluate((field: HTMLInputElement) => field.setSelectionRange(6, 6));
    await page.keyboard.press('Backspace');
    await page.keyboard.press('0');
    expect(
      await page
        .getByLabel('Card number')
        .evaluate((field: HTMLInputElement) => [field.value, field.selectionStart]),
    ).toEqual(['4000 0000 0000 9995', 6]);
    await page.getByRole('button', payButton).click();
    await page.getByText('Your card has insufficient funds.').waitFor();
    await payWith(page, '4242 4242 4242 4241');
    await page.getByText('Your card number is incorrect.').waitFor();
  });

  test('learns that the card was charged when the provider’s answer was lost, and charges once', async () => {
    const buyer = await givenPerson(shop);
    const order = await givenOrder(shop, buyer);
    const page = await visitAs(buyer, `/dashboard/payment/${order._id}`, /ERR_FAILED/);
    await dropResponses(page, '**/card-sandbox/**', async () => {
      await payWith(page, '4242 4242 4242 4242');
      await page.getByText(wording.payment.complete).waitFor();
    });
  });

  test('of an order that was cancelled meanwhile says so, not what the provider says of its payment', async () => {
    const buyer = await givenPerson(shop);
    const order = await givenOrder(shop, buyer);
    const page = await visitAs(buyer, `/dashboard/payment/${order._id}`, /40[02]/);
    await page.getByRole('button', { ...payButton, disabled: false }).waitFor();
    await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
    await payWith(page, '4242 4242 4242 4242');
    await page.getByText('This order is cancelled and cannot be paid any more.').waitFor();
  });
});
