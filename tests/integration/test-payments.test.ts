/** Orders that were paid in the card provider's test mode, where no money moves, are marked for everybody who sees them. */
import { expect, test } from 'vitest';
import { givenOrder, givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();

test('an order that was paid in test mode is marked, in lists and alone; unpaid ones and those of live mode are not', async () => {
  const buyer = await givenPerson(shop);
  const admin = await givenPerson(shop, { role: 'admin' });
  const part = await givenPart(shop);
  const unpaid = await givenOrder(shop, buyer, part);
  const order = await givenPaidOrder(shop, buyer, part);
  const readMarks = async ({ _id: id }: { _id: string }) => {
    const [everybodys, own, alone] = await Promise.all([
      admin.ask('GET', '/api/manage_orders'),
      buyer.ask('GET', `/api/my_orders?email=${buyer.email}`),
      buyer.ask('GET', `/api/my_order/${id}`),
    ]);
    const inLists = [everybodys, own].map(({ body }) => body.find(({ _id }) => _id === id));
    return [...inLists, alone.body].map((shown) => shown?.testPayment);
  };
  expect(order.testPayment).toBe(true);
  expect(await readMarks(order)).toEqual([true, true, true]);
  expect(await readMarks(unpaid)).toEqual([false, false, false]);

  await shop.db.updateTable('payments').set({ provider_is_live: true }).execute();
  expect(await readMarks(order)).toEqual([false, false, false]);

  await shop.db.updateTable('payments').set({ provider_account: null, provider_is_live: null }).execute();
  expect(await readMarks(order), 'as its invoice, where the account is unknown').toEqual([true, true, true]);
});
