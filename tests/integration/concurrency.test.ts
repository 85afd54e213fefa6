/** Many buyers at the same moment, over real connections: the shop never sells what it does not have. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lockBasketUnits } from '#basket/database/basket.ts';
import { lockParts } from '#catalogue/database/parts.ts';
import { lockPeople } from '#people/database/people.ts';
import { claimKeys } from '#platform/database/idempotency.ts';
import { makeTimeBudget, runWithBudget } from '#platform/database/time-budget.ts';
import { limitLockWaits, runTransaction, type Transaction } from '#platform/database/transaction.ts';
import type { BodyAt, Method } from '../support/answers.ts';
import {
  type ApiResponse,
  countLockWaits,
  givenPart,
  givenPerson,
  orderBody,
  type Person,
  purchaseBody,
  type ResponseTo,
  readRows,
} from '../support/given.ts';
import { sumUnits } from '../support/invariants.ts';
import { givenShop, type TestShop } from '../support/shop.ts';

const shop = await givenShop();
/** A second process's worth: its own connections and its own application, on the same database. */
const secondShop = await givenShop({ beside: shop });

// more sign-ups at once would be told to come back
const sixteen = () => Promise.all(Array.from({ length: 16 }, () => givenPerson(shop)));
const buyers = (await Array.fromAsync({ length: 4 }, sixteen)).flat();

test('the last 20 units, wanted by 64 buyers of two processes at once, are sold exactly once each; the others are told that the part is sold out', async () => {
  const part = await givenPart(shop, { stock: 20 });
  const answers = await Promise.all(
    buyers.map((buyer, index) => placeAt(index % 2 ? shop : secondShop, buyer, part, 1)),
  );

  expectOnly(answers, [201, 409]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect(body).toMatchObject({
      refused: 'out-of-stock',
      detail: 'This part is sold out.',
      errors: [{ path: 'quantity', message: 'This part is sold out.' }],
    });
  }
  expect(await sumUnits(shop.db, part)).toEqual({ stock: 0, held: 20 });
  expect(await readRows(shop, 'orders', { part_id: part })).toHaveLength(20);
  expect(await mailsQueuedFor(part)).toEqual({ ofThePart: 20, ofNoOrder: 0 });
});

test('overlapping purchases of the last units, by 64 buyers in two processes, are placed whole or not at all, to the last unit', async () => {
  const parts = await Array.fromAsync({ length: 6 }, () => givenPart(shop, { stock: 20 }));
  // four of the six parts, in another order for each, among single orders that are cancelled again
  const choose = (index: number) =>
    [0, 1, 2, 3].map((line) => parts[(index * 5 + line * (index % 2 ? 1 : 5)) % 6] as string);
  const placed = await Promise.all(
    buyers.map(async (buyer, index) => {
      const at = index % 2 ? shop : secondShop;
      const [first = ''] = choose(index);
      if (index % 8 === 0) {
        const { status, body } = await placeAt(at, buyer, first, 1);
        if (status === 201) expectOnly([await cancelAt(at, buyer, body._id)], [200]);
      }
      return await send(at, 'POST', '/api/purchases', buyer, purchaseBody(choose(index)));
    }),
  );

  expectOnly(placed, [201, 409]);
  for (const [index, { status, body }] of placed.entries()) {
    if (status === 409) expect(body).toMatchObject({ refused: 'lines-impossible' });
    else expect(body.orders.map(({ partsId }) => partsId).sort()).toEqual(choose(index).sort());
  }
  const sums = await Promise.all(parts.map((part) => sumUnits(shop.db, part)));
  for (const { stock, held } of sums) expect({ stock, sum: stock + held }).toEqual({ stock, sum: 20 });
  const sold = placed.filter(({ status }) => status === 201).length;
  expect(sums.reduce((sum, { held }) => sum + held, 0)).toBe(4 * sold);
  // a refusal needs a part without units: 20 of them sold, at most 8 of those to orders that were cancelled again
  expect(sold).toBeGreaterThanOrEqual(12);
});

describe('orders that arrive at once', () => {
  const key = (index: number) => `at-once-${index}`;

  test('are placed in few transactions, each is answered by itself, and what is refused costs the others nothing', async () => {
    const part = await givenPart(shop, { stock: 100 });
    const soldOut = await givenPart(shop, { stock: 0 });
    const wanted = (index: number) => ({ part: index % 3 === 1 ? soldOut : part, quantity: 1 + (index % 2) });
    const place = (index: number, { part, quantity } = wanted(index)) =>
      placeAt(shop, buyers[index] as Person, part, quantity, key(index));
    const answers = await Promise.all(buyers.map((_, index) => place(index)));

    for (const [index, { status, body }] of answers.entries()) {
      const isPossible = wanted(index).part === part;
      expect(status).toBe(isPossible ? 201 : 409);
      const own = { partsId: part, quantity: wanted(index).quantity, email: buyers[index]?.email };
      expect(body).toMatchObject(isPossible ? own : { refused: 'out-of-stock' });
    }
    const { rows } = await sql`select distinct xmin::text from orders where part_id = ${part}`.execute(
      shop.db,
    );
    expect(rows.length).toBeLessThan(20);
    const units = buyers.reduce((sum, _, index) => sum + (index % 3 === 1 ? 0 : wanted(index).quantity), 0);
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 100 - units, held: units });

    // the key of one that was placed brings it again, that of one that was refused is free
    const [again, free] = await Promise.all([place(0), place(1, { part: soldOut, quantity: 9 })]);
    expect(again.body).toEqual(answers[0]?.body);
    expect(free.body).toMatchObject({ refused: 'out-of-stock' });
  });

  test('at two processes with the same keys are one order each', async () => {
    const part = await givenPart(shop, { stock: 200 });
    const place = (at: TestShop, index: number) =>
      placeAt(at, buyers[index] as Person, part, 1, `twice-${index}`);
    const indexes = buyers.map((_, index) => index);
    const here = Promise.all(indexes.map((index) => place(shop, index)));
    const there = Promise.all(indexes.toReversed().map((index) => place(secondShop, index)));
    expectOnly(await here, [201]);
    expect((await there).toReversed().map(({ body }) => body)).toEqual((await here).map(({ body }) => body));
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 200 - 64, held: 64 });
  });
});

test('orders and cancellations of the same part add up, however they race in two processes', async () => {
  const part = await givenPart(shop, { stock: 12 });
  const rounds = buyers.slice(0, 16).map(async (buyer, index) => {
    for (let round = 0; round < 5; round++) {
      const [here, there] = (index + round) % 2 ? [shop, secondShop] : [secondShop, shop];
      const placed = await placeAt(here, buyer, part, 1 + (round % 3));
      expectOnly([placed], [201, 409]);
      if (placed.status !== 201 || (index + round) % 4 === 0) continue;
      const cancelled = await Promise.all([
        cancelAt(here, buyer, placed.body._id),
        cancelAt(there, buyer, placed.body._id),
      ]);
      expect(cancelled.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
  await Promise.all(rounds);
  const { stock, held } = await sumUnits(shop.db, part);
  expect(stock + held).toBe(12);
  expect(stock).toBeGreaterThanOrEqual(0);
});

test('what is committed has all the time again for its answer', async () => {
  const budget = makeTimeBudget(60_000);
  await runWithBudget(budget, async () => {
    await runTransaction(shop.db, (transaction) => sql`select pg_sleep(0.05)`.execute(transaction));
    expect(budget.leftMs()).toBe(60_000);
    await sql`select pg_sleep(0.05)`.execute(shop.db);
    expect(budget.leftMs()).toBeLessThan(60_000);
  });
});

describe('of several that are locked together, whoever waits for the first holds no later one:', () => {
  const claim = (transaction: Transaction, keys: readonly string[]) =>
    claimKeys(
      transaction,
      keys.map((key) => ({
        claim: { personId: buyers[0]?.id ?? '', key, request: key, at: new Date() },
        answer: { key },
      })),
    );
  const listBuyers = async () =>
    buyers
      .slice(0, 2)
      .map(({ id }) => id)
      .sort();
  const listOwners = async () => {
    const partsId = await givenPart(shop);
    for (const buyer of buyers.slice(0, 2)) await buyer.ask('POST', '/api/basket/lines', { partsId });
    const owners = shop.db
      .selectFrom('baskets')
      .select('person_id')
      .where('person_id', 'in', await listBuyers());
    return (await owners.orderBy('id').execute()).map(({ person_id }) => person_id ?? '');
  };

  test.each<[string, (transaction: Transaction, ids: string[]) => Promise<unknown>, () => Promise<string[]>]>(
    [
      ['keys', claim, async () => ['claimed-2', 'claimed-3']],
      ['people', lockPeople, listBuyers],
      ['baskets', lockBasketUnits, listOwners],
      ['parts', lockParts, async () => [await givenPart(shop), await givenPart(shop)].sort()],
    ],
  )('%s', async (_, lock, list) => {
    const [first = '', last = ''] = await list();
    let waiting: Promise<unknown> | undefined;
    await runTransaction(shop.db, async (holder) => {
      await lock(holder, [first]);
      waiting = runTransaction(shop.db, (other) => lock(other, [last, first]));
      await expect.poll(() => countLockWaits(shop)).toBeGreaterThan(0);
      await runTransaction(shop.db, async (third) => {
        await limitLockWaits(third, 1000);
        await lock(third, [last]);
      });
    });
    await waiting;
  });
});

test('none of them has deadlocked', async () => {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(shop.db);
  expect(rows[0]?.deadlocks).toBe(0);
});

function placeAt(at: TestShop, buyer: Person, part: string, quantity: number, key: string = randomUUID()) {
  return send(at, 'POST', '/api/order', buyer, orderBody(part, quantity), key);
}

function cancelAt(at: TestShop, buyer: Person, orderId: string) {
  return send(at, 'DELETE', `/api/manage_order/${orderId}`, buyer);
}

/**
 * Requests at the same moment each have a connection of their own. On a busy machine the shop may run out of time and
 * say so; then it has done nothing, and the request is repeated.
 */
async function send<M extends Method, const Url extends string>(
  at: TestShop,
  method: M,
  url: Url,
  { token }: Person,
  content?: object,
  key: string = randomUUID(),
): Promise<ResponseTo<M, Url>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(at.url + url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(content ? { 'content-type': 'application/json', 'idempotency-key': key } : {}),
      },
      ...(content ? { body: JSON.stringify(content) } : {}),
    });
    const headers = Object.fromEntries(answer.headers);
    const body = (await answer.json()) as BodyAt<M, Url> & { refused?: string };
    if (isNotDone(body.refused) && attempt < 5) continue;
    return { status: answer.status, body, headers };
  }
}

/** By its key, a request whose outcome is unknown can be repeated, too. */
function isNotDone(refused: string | undefined): boolean {
  return refused === 'database-unavailable' || refused === 'outcome-unknown';
}

/** Shows the whole answer when one is of another status. */
function expectOnly(answers: ApiResponse[], statuses: number[]): void {
  expect(answers.filter(({ status }) => !statuses.includes(status))).toEqual([]);
}

/** The mails that wait to be sent: about orders of the part, and about orders that do not exist. */
async function mailsQueuedFor(partId: string): Promise<{ ofThePart: number; ofNoOrder: number } | undefined> {
  const { rows } = await sql<{ ofThePart: number; ofNoOrder: number }>`
    select count(*) filter (where orders.part_id = ${partId})::int as "ofThePart",
           count(*) filter (where orders.id is null)::int as "ofNoOrder"
    from pgboss.job left join orders on job.data -> 'orderIds' ? orders.id::text
    where job.name = 'mail-order'`.execute(shop.db);
  return rows[0];
}
