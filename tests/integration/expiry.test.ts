/** Unpaid orders end when their time is up: their units can be sold again, and the buyer is told. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { formatOrderNumber } from '#kernel/order-number.ts';
import type { Order } from '#orders/contract/orders.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { givenOrder, givenPaidOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { findDifferences, sumUnits } from '../support/invariants.ts';
import { readHistory, readOrder } from '../support/orders.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop({ runsJobs: true });
/** A second process's worth, on the same database. */
const secondShop = await givenShop({ beside: shop });
const hour = 3_600_000;
const soon = { timeout: 50_000, interval: 100 };

const { buyer } = await givenPeople(shop, { buyer: {} });

test('an order says until when it is kept, and says nothing once that does not count any more', async () => {
  const order = await givenOrder(shop, buyer);
  expect(Date.parse(order.expiresAt ?? '') - Date.parse(order.placedAt)).toBe(24 * hour);
  expect((await givenPaidOrder(shop, buyer)).expiresAt).toBeNull();
  await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
  expect((await readOrder(buyer, order)).expiresAt).toBeNull();
});

describe('an unpaid order', () => {
  test('is kept to the last moment, then expires: its units are in the stock again, and the buyer is told', async () => {
    const part = await givenPart(shop, { stock: 5, name: 'Testco Fan' });
    const order = await givenOrder(shop, buyer, part, 3);
    const end = Date.parse(order.expiresAt ?? '');
    await expireAt(end - 1);
    expect((await readOrder(buyer, order)).status).toBe('unpaid');
    await expireAt(end);
    expect(await readOrder(buyer, order)).toMatchObject({ status: 'expired', expiresAt: null });
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 5, held: 0 });
    await expect.poll(() => readMail(order), soon).toBeDefined();
    expect(readMail(order)?.subject).toBe('Your order of Testco Fan has expired');
    expect(readMail(order)?.text).toContain(`/purchase/${part}`);
    const { history } = await readHistory(buyer, order);
    expect(history).toMatchObject([{ kind: 'placed' }, { kind: 'expired', by: 'shop' }]);
  });

  test('leaves My Orders and Manage Orders, and is there when expired ones are asked for', async () => {
    const order = await givenOrder(shop, buyer);
    await expireAt(Date.parse(order.expiresAt ?? ''));
    const listed = async (query: string) => {
      const { body } = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}${query}`);
      return body.map(({ _id }) => _id);
    };
    expect(await listed('')).not.toContain(order._id);
    expect(await listed('&status=expired')).toContain(order._id);
  });
});

test('many expire at once, in two processes, each once', async () => {
  const part = await givenPart(shop, { stock: 300 });
  const person = await givenPerson(shop);
  for (let index = 0; index < 120; index += 1) await givenOrder(shop, person, part, 2);
  const at = new Date(Date.now() + 25 * hour);
  const counts = await Promise.all([
    expireOrders(shop.dependencies, { at }),
    expireOrders(secondShop.dependencies, { at }),
  ]);
  expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(120);
  expect(await sumUnits(shop.db, part)).toEqual({ stock: 300, held: 0 });
  const { rows } = await sql`select from order_moves join orders on orders.id = order_id
    where to_state = 'expired' and part_id = ${part}`.execute(shop.db);
  expect(rows).toHaveLength(120);
});

test('after all of this, the audit finds no difference', async () => {
  expect(await findDifferences(shop)).toEqual([]);
});

function expireAt(time: number): Promise<number> {
  return expireOrders(shop.dependencies, { at: new Date(time) });
}

function readMail({ _id }: Order) {
  return shop.mails.find(
    ({ subject, text }) => subject.includes('expired') && text.includes(formatOrderNumber(_id)),
  );
}
