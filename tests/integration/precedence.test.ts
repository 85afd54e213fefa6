/** The precedence of parts: what sells and what is rated well comes first. */
import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { rankParts } from '#app/jobs/rank-parts.ts';
import { findFirstPartsOnSale } from '#catalogue/database/part-lists.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import { insertReviews } from '#reviews/database/reviews.ts';
import { ask, givenOrder, givenPaidOrder, givenPart, givenPerson, readRows } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const dayMs = 24 * 60 * 60 * 1000;

test('what sells comes first and fades over 90 days, then what buyers rate well', async () => {
  const buyer = await givenPerson(shop);
  const names = ['first', 'second', 'sold', 'sold more', 'praised', 'praised by a stranger', 'disliked'];
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, await givenPart(shop, { name: `Kit ${name}` }));
  const id = (name: string) => ids.get(name) ?? '';
  await shop.db.updateTable('parts').set({ stock: 0 }).where('id', '=', id('second')).execute();
  await givenPaidOrder(shop, buyer, id('sold'), 2);
  await givenPaidOrder(shop, buyer, id('sold more'), 3);
  await givenOrder(shop, buyer, id('first'), 9); // unpaid
  for (const name of ['praised', 'disliked']) await givenPaidOrder(shop, buyer, id(name));
  await insertReview(id('praised'), 5, buyer.id);
  await insertReview(id('praised by a stranger'), 5, null);
  await insertReview(id('disliked'), 1, buyer.id);

  const now = Date.now();
  const rank = (days: number) => rankParts(shop, { at: new Date(now + days * dayMs) });
  expect(await rank(0)).toBe(4);
  expect(await rank(0)).toBe(0);
  const bySales = ['sold more', 'sold', 'praised', 'disliked', 'praised by a stranger', 'first', 'second'];
  expect(await listNames('')).toEqual(bySales);
  expect(await listNames('q=kit')).toEqual(bySales);
  expect(await listNames('sort=bought')).toEqual(bySales);
  expect(await readSalesPoints(id('sold more'))).toBe(3 * 90);
  expect((await findFirstPartsOnSale(shop.db, 7)).rows.map(({ id }) => id)).toEqual(bySales.map(id));

  await rank(60);
  expect(await readSalesPoints(id('sold more'))).toBe(3 * 30);
  await rank(91);
  expect(await listNames('')).toEqual([
    'praised',
    'praised by a stranger',
    'sold more',
    'sold',
    'first',
    'disliked',
    'second',
  ]);
});

test('buyers are not offered to sort by stock, but lists of administrators are sorted by it', async () => {
  const { body } = await ask(shop, 'GET', '/api/parts/facets?category=memory');
  expect(body.sorts.map(({ label }) => label)).toContain('Most bought');
  expect(body.sorts.map(({ key }) => key)).not.toContain('stock');
  expect((await ask(shop, 'GET', '/api/parts?sort=stock')).status).toBe(200);
});

async function insertReview(partId: string, rating: number, author_id: string | null): Promise<void> {
  const review = { author_name: 'Sam', author_id, review: 'As described.', rating };
  await runTransaction(shop.db, (transaction) =>
    insertReviews(transaction, [{ ...review, id: randomUUIDv7(), part_id: partId, created_at: new Date() }]),
  );
}

async function listNames(query: string): Promise<string[]> {
  return (await ask(shop, 'GET', `/api/parts?${query}`)).body.map(({ name }) => name.replace('Kit ', ''));
}

async function readSalesPoints(id: string): Promise<number | undefined> {
  const part = (await readRows(shop, 'parts', { id }))[0];
  return part?.sales_points;
}
