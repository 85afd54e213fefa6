/** How much a person may hold without paying: few orders, fewer until their e-mail address is confirmed. */
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/contract/orders.ts';
import {
  confirmAddress,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  givenPurchase,
  orderBody,
  type Person,
  purchaseBody,
  refusal,
} from '../support/given.ts';
import { sumUnits } from '../support/invariants.ts';
import { readOrder } from '../support/orders.ts';
import { makePurchaseActions } from '../support/purchases.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop({ unpaidOrdersPerPerson: 3 });
const unlimited = await givenShop({ beside: shop });
const hour = 3_600_000;

const order = (person: Person, part: string, quantity = 1, key?: string) =>
  person.ask('POST', '/api/order', orderBody(part, quantity), key ? { 'idempotency-key': key } : {});

const keptHours = ({ expiresAt, placedAt }: { expiresAt: string | null; placedAt: string }) =>
  (Date.parse(expiresAt ?? '') - Date.parse(placedAt)) / hour;

/** Statuses of requests for so many units, sent at the same moment. */
async function statusesAtOnce(person: Person, part: string, ...units: number[]): Promise<number[]> {
  const answers = await Promise.all(units.map((quantity) => order(person, part, quantity)));
  return answers.map(({ status }) => status).sort();
}

describe('a person with a confirmed address', () => {
  test('may have so many unpaid orders, however many are sent at once, and may order what is there', async () => {
    const buyer = await givenPerson(shop);
    const part = await givenPart(shop, { stock: 40 });
    const first = await givenOrder(shop, buyer, part, 30);
    expect(keptHours(first)).toBe(24);
    // what is refused for its units does not count
    const statuses = await statusesAtOnce(buyer, part, 1, 51, 51, 1, 1, 1, 1, 1);
    expect(statuses).toEqual([201, 201, ...Array(6).fill(409)]);
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 8, held: 32 });
    const refused = await order(buyer, await givenPart(shop));
    expect(refused).toMatchObject({ status: 409, body: { refused: 'too-many-unpaid-orders', limit: 3 } });
    expect(refused.body.detail).toContain('3 unpaid purchases');
    // what is wrong with the part comes first, in both calls
    expect((await order(buyer, part, 51)).body).toMatchObject({ refused: 'out-of-stock' });
    const purchase = await buyer.ask('POST', '/api/purchases', purchaseBody([part], [51]));
    expect(purchase.body).toMatchObject({ refused: 'lines-impossible' });
  });

  test('may order again once one is cancelled, with the key that was refused', async () => {
    const buyer = await givenPerson(shop);
    const orders = await Array.fromAsync({ length: 3 }, () => givenOrder(shop, buyer));
    const part = await givenPart(shop);
    expect((await order(buyer, part, 1, 'again')).status).toBe(409);
    await buyer.ask('DELETE', `/api/manage_order/${orders[0]?._id}`);
    const { status, body } = await order(buyer, part, 1, 'again');
    expect(status).toBe(201);
    expect((await order(buyer, part, 1, 'again')).body._id).toBe(body._id);
  });

  test('has one of them for each purchase, however many parts are in it', async () => {
    const buyer = await givenPerson(shop);
    const parts = [
      await givenPart(shop),
      await givenPart(shop),
      await givenPart(shop),
      await givenPart(shop),
    ];
    const place = () => buyer.ask('POST', '/api/purchases', purchaseBody(parts));
    const { orders } = await givenPurchase(buyer, parts);
    await givenOrder(shop, buyer);
    expect((await place()).status).toBe(201);
    expect(await place()).toMatchObject(refusal(409, 'too-many-unpaid-orders', { limit: 3 }));
    expect((await order(buyer, parts[0] ?? '')).body).toMatchObject({ refused: 'too-many-unpaid-orders' });
    for (const { _id } of orders) await buyer.ask('DELETE', `/api/manage_order/${_id}`);
    expect((await place()).status).toBe(201);
  });

  test('may pay as many as they like', async () => {
    const buyer = await givenPerson(shop);
    for (let i = 0; i < 4; i++) await givenPaidOrder(shop, buyer);
  });
});

describe('a person whose address is not confirmed', () => {
  test('may have two unpaid orders, however many are sent at once, which are kept for an hour', async () => {
    const buyer = await givenPerson(shop, { isConfirmed: false });
    const part = await givenPart(shop, { stock: 100 });
    expect(keptHours(await givenOrder(shop, buyer, part))).toBe(1);
    expect(await statusesAtOnce(buyer, part, ...Array(8).fill(1))).toEqual([201, ...Array(7).fill(409)]);
    const refused = await order(buyer, part);
    expect(refused.body).toMatchObject({ refused: 'confirm-address-first', limit: 2 });
    expect(refused.body.detail).toContain('confirmed');
    await confirmAddress(shop, buyer);
    expect((await order(buyer, part)).status).toBe(201);
    expect((await order(buyer, part)).body).toMatchObject({ refused: 'too-many-unpaid-orders' });
  });

  test('holds at most half of a part’s units, those of their other order included', async () => {
    const buyer = await givenPerson(shop, { isConfirmed: false });
    const part = await givenPart(shop, { stock: 9 });
    expect((await order(buyer, part, 5)).body).toMatchObject({ refused: 'confirm-address-first', units: 4 });
    // the first is placed alone, and the others together
    const [, held, refused] = await Promise.all([
      order(await givenPerson(shop), await givenPart(shop)),
      order(buyer, part, 3),
      order(buyer, part, 2),
    ]);
    expect(held.status).toBe(201);
    expect(refused.body).toMatchObject({ refused: 'confirm-address-first', units: 1 });
    expect((await order(buyer, part, 1)).status).toBe(201);
    expect((await order(await givenPerson(shop), part, 5)).status).toBe(201);
  });

  test('is told so at each line of a purchase', async () => {
    const buyer = await givenPerson(shop, { isConfirmed: false });
    const [few, many] = [await givenPart(shop, { stock: 9 }), await givenPart(shop, { stock: 90 })];
    const { body } = await buyer.ask('POST', '/api/purchases', purchaseBody([few, many], [5, 5]));
    expect(body).toMatchObject({
      refused: 'lines-impossible',
      lines: [{ partsId: few, refused: 'confirm-address-first', units: 4 }],
    });
    expect(keptHours(await givenPurchase(buyer, [few, many], [4, 5]))).toBe(1);
  });

  test('may order a whole minimum order, even if that is all there is', async () => {
    const buyer = await givenPerson(shop, { isConfirmed: false });
    const part = await givenPart(shop, { stock: 12, minimumOrder: 10 });
    expect((await order(buyer, part, 11)).body).toMatchObject({ units: 10 });
    expect((await order(buyer, part, 10)).status).toBe(201);
  });
});

test('without a limit everybody may order what is there, for as long as always', async () => {
  const buyer = await givenPerson(unlimited, { isConfirmed: false });
  const part = await givenPart(shop, { stock: 6 });
  const orders = await Array.fromAsync({ length: 6 }, () => givenOrder(unlimited, buyer, part));
  expect(orders.map(keptHours)).toEqual(Array(6).fill(24));
});

test('lists say of each order what its purchase is, and what is to pay is listed by purchase', async () => {
  const [person, other, admin] = [
    await givenPerson(shop),
    await givenPerson(shop),
    await givenPerson(shop, { role: 'admin' }),
  ];
  const parts = [
    await givenPart(shop, { price: 1_999 }),
    await givenPart(shop, { price: 1_999 }),
    await givenPart(shop, { price: 5_000 }),
  ];
  const several = await givenPurchase(person, parts);
  const single = await givenOrder(shop, person);
  const actions = makePurchaseActions(shop, person);
  const list = async (query = '') =>
    (await person.ask('GET', `/api/my_orders?email=${person.email}&sort=oldest${query}`)).body;
  const listUnpaid = async () => (await person.ask('GET', '/api/unpaid_purchases')).body;
  const [first, second, third] = several.orders as [Order, Order, Order];
  const { expiresAt } = several;
  expect(await listUnpaid()).toEqual([
    {
      _id: several._id,
      orderId: first._id,
      partsName: first.partsName,
      orders: 3,
      toPay: 89.98,
      expiresAt,
    },
    expect.objectContaining({
      _id: single.purchaseId,
      orderId: single._id,
      orders: 1,
      toPay: single.total,
    }),
  ]);

  await actions.cancel(first);
  const rest = {
    orders: 3,
    states: [
      { status: 'unpaid', orders: 2 },
      { status: 'cancelled', orders: 1 },
    ],
    total: 69.99,
    toPay: 69.99,
  };
  expect((await list()).map(({ _id, purchase }) => [_id, purchase])).toEqual([
    [second._id, rest],
    [third._id, rest],
    [
      single._id,
      { orders: 1, states: [{ status: 'unpaid', orders: 1 }], total: single.total, toPay: single.total },
    ],
  ]);
  expect(await list('&status=cancelled')).toMatchObject([{ _id: first._id, purchase: rest }]);
  expect(await listUnpaid()).toMatchObject([{ orderId: second._id, orders: 2, toPay: 69.99 }, {}]);

  await actions.pay(third);
  expect(await listUnpaid()).toMatchObject([{ _id: single.purchaseId }]);
  expect((await list())[0]).toMatchObject({ _id: second._id, purchase: { total: 69.99, toPay: 0 } });
  expect(await readOrder(person, second)).toMatchObject({ purchase: { orders: 3, toPay: 0 } });
  const { body: ofPurchase } = await admin.ask(
    'GET',
    `/api/manage_orders?purchase=${several._id}&sort=oldest`,
  );
  expect(ofPurchase.map(({ _id }) => _id)).toEqual([second._id, third._id]);
  expect((await admin.ask('GET', '/api/manage_orders?purchase=none')).status).toBe(400);
  expect((await other.ask('GET', '/api/unpaid_purchases')).body).toEqual([]);
});
