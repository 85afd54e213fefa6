/** The ledgers: every change of stock and every movement of money is a row that is only ever added. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { givenOrder, givenPart, readRows, refusal } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences } from '../support/invariants.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);
const demo = await givenShop({ hasDemoCatalogue: true });

describe('the ledger of stock', () => {
  test('says why units came or went in the list of parts, which is saved as a whole or not at all', async () => {
    const parts = [
      await givenPart(shop, { stock: 5, price: 1_000 }),
      await givenPart(shop, { stock: 5, price: 2_000 }),
    ] as const;
    const save = (...lines: object[]) => admin.ask('PATCH', '/api/parts', { parts: lines });
    const read = async () =>
      Promise.all(
        parts.map(async (id) => {
          const { price, available_quantity } = (await admin.ask('GET', `/api/parts/${id}`)).body;
          return [price, available_quantity];
        }),
      );
    const [one, other] = parts;
    const counted = { id: one, price: 11, seen_price: 10, units: -2, reason: 'Counted again' };

    const short = await save(counted, { id: other, units: -6, reason: 'Lost' });
    expect(short.body.errors).toEqual([{ path: 'parts.1.units', message: 'Only 5 are in stock' }]);
    const unexplained = await save(counted, { id: other, units: 1 });
    expect(unexplained.body.errors).toMatchObject([{ path: 'parts.1.reason' }]);
    await admin.ask('PATCH', `/api/parts/${other}`, { price: 21 });
    const late = await save(counted, { id: other, price: 22, seen_price: 20 });
    expect(late).toMatchObject(refusal(409, 'changed-meanwhile', { current: { 'parts.1.price': 21 } }));
    expect((await save(counted, { id: randomUUID(), price: 1 })).status).toBe(404);
    expect(await read()).toEqual([
      [10, 5],
      [21, 5],
    ]);

    await givenOrder(shop, buyer, one, 1);
    const saved = await save(counted, { id: other, price: 22, seen_price: 21 });
    expect(saved.body).toEqual({ modifiedCount: 2 });
    expect(await read()).toEqual([
      [11, 2],
      [22, 5],
    ]);
    const [movement] = (await admin.ask('GET', `/api/parts/${one}/stock_movements`)).body;
    expect(movement).toMatchObject({
      units: -2,
      stock: 2,
      reason: 'edit',
      note: 'Counted again',
      byName: admin.name,
    });
    expect((await save({ id: one, price: 11, seen_price: 11 })).body).toEqual({ modifiedCount: 0 });
  });

  test('has nothing of what was refused, and nothing for a part that begins without stock', async () => {
    const part = await givenPart(shop, { stock: 2 });
    const body = { partsId: part, quantity: 3, location: 'Here', phone: '+1 555 010 9999' };
    expect((await buyer.ask('POST', '/api/order', body)).status).toBe(409);
    expect(await readMovements(part)).toEqual([['opening', 2]]);
    expect(await readMovements(await givenPart(shop, { stock: 0 }))).toEqual([]);
  });

  test('begins with the stock of every part of the demo catalogue', async () => {
    const { rows } = await sql<{ openings: number; wrong: number }>`
      select count(stock_movements.id)::int as openings,
             (count(*) filter (where units is distinct from nullif(stock, 0)))::int as wrong
      from parts left join stock_movements on part_id = parts.id`.execute(demo.db);
    expect(rows[0]?.openings).toBeGreaterThan(50);
    expect(rows[0]?.wrong).toBe(0);
  });
});

describe.each(['stock_movements', 'money_movements', 'shipment_details'])('the rows of %s', (table) => {
  test.each(['update', 'delete', 'truncate'])('are not changed by %s', async (how) => {
    const name = sql.table(table);
    const statements = {
      update: sql`update ${name} set id = id`,
      delete: sql`delete from ${name}`,
      truncate: sql`truncate ${name}`,
    };
    const statement = statements[how as keyof typeof statements];
    await expect(statement.execute(shop.db)).rejects.toThrow('only ever added to');
  });
});

test('after all of this, the audit finds no difference', async () => {
  expect(await findDifferences(shop)).toEqual([]);
});

async function readMovements(partId: string): Promise<[string, number][]> {
  const rows = await readRows(shop, 'stock_movements', { part_id: partId });
  return rows.map(({ reason, units }) => [reason, units]);
}
