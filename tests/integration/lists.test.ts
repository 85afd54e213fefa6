/** Lists are turned page by page: each row comes once, whatever is added meanwhile, and bad questions are refused. */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { listOrdersEndpoint } from '#orders/contract/orders.ts';
import { insertRefund, updateRefund } from '#payments/database/refunds.ts';
import {
  type ApiResponse,
  ask,
  changeRows,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  insertRows,
  readRow,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { givenDispute } from '../support/orders.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const shop = await givenShop({ web: await readWebBuild() });
const people = await givenBuyerAndAdmin(shop);

const partId = await givenPart(shop, { stock: 10_000 });
for (let rank = 1; rank <= 3; rank += 1) {
  const featured = await givenPart(shop);
  await changeRows(shop, 'parts', { id: featured }, { featured_rank: rank });
}

const lists = [
  { name: 'parts', path: '/api/parts', by: undefined, add: () => givenPart(shop) },
  { name: 'reviews', path: '/api/ratings', by: undefined, add: addReview },
  { name: 'my orders', path: '/api/my_orders', by: 'buyer', add: addOrder },
  { name: 'all orders', path: '/api/manage_orders', by: 'admin', add: addOrder },
] as const;
type List = (typeof lists)[number];

describe.each(lists)('the list of $name', async (list) => {
  for (let count = 0; count < 11; count += 1) await list.add();

  test('reaches every row once by its links, even while rows are added', async () => {
    const before = readIds(await read(list));
    const seen: string[] = [];
    let pages = 0;
    let next: string | undefined = readAddress(list, { limit: '3' });
    while (next) {
      const page: ListPage = await askAs(list, next);
      expect(page.status).toBe(200);
      expect(page.body.length).toBeLessThanOrEqual(3);
      seen.push(...readIds(page));
      pages += 1;
      if (pages < 4) await list.add();
      next = readLink(page);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
    expect(pages).toBeGreaterThanOrEqual(before.length / 3);
  });

  test('says how many rows there are in all, and names no next page at its end', async () => {
    const all = await read(list);
    const total = String(all.body.length);
    expect(total).not.toBe('0');
    expect(all.headers['x-total-count']).toBe(total);
    expect(readLink(all)).toBeUndefined();
    const first = await read(list, { limit: '1' });
    expect(first.headers['x-total-count']).toBe(total);
    expect(first.body).toHaveLength(1);
    expect(readLink(await read(list, { limit: total }))).toBeUndefined();
  });

  const refused = {
    limit: ['0', '-1', '1001', '1.5', 'many', '', '1e2', '99999999999999999999'],
    page: ['0', '-1', '1.5', 'many', '99999999999999999999'],
    cursor: [
      ...['nonsense', '', '1~', `${'9'.repeat(14)}~${'0'.repeat(36)}`, `1~${'-'.repeat(36)}`],
      ...["1'; drop table parts; --", 'x'.repeat(5000)],
    ],
  };

  test.each(Object.entries(refused).flatMap(([path, values]) => values.map((value) => [path, value])))(
    'refuses a %s of “%.40s”',
    async (path = '', value = '') => {
      const answer = await read(list, { [path]: value });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    },
  );

  test('answers an unknown cursor with the rows after it, and never fails', async () => {
    const id = randomUUIDv7();
    for (const cursor of [id, `0~${id}`, `9999999999999~${id}`, `2147483648~${id}`]) {
      expect([200, 400]).toContain((await read(list, { cursor })).status);
    }
  });

  test('has the same rows on its numbered pages, and none past its end', async () => {
    const all = readIds(await read(list));
    const pages = Array.from({ length: Math.ceil(all.length / 4) + 1 }, (_, index) => String(index + 1));
    const numbered = await Promise.all(pages.map((page) => read(list, { limit: '4', page })));
    expect(numbered.flatMap(readIds)).toEqual(all);
    expect(numbered.at(-1)).toMatchObject({ status: 200, body: [] });
    expect(numbered.at(-1)?.headers['x-total-count']).toBe(String(all.length));
    const { cursor } = Object.fromEntries(
      new URL(readLink(numbered[0] as never) ?? '', shop.url).searchParams,
    );
    if (cursor) expect(readIds(await read(list, { limit: '4', page: '1', cursor }))).toEqual(all.slice(4, 8));
  });

  test('refuses a question that is asked twice', async () => {
    const address = `${readAddress(list, { limit: '1' })}&limit=2`;
    expect(await askAs(list, address)).toMatchObject({ status: 400, body: { errors: [{ path: 'limit' }] } });
  });
});

describe('the lists of orders', () => {
  test('show one state when it is asked for, and refuse one that does not exist', async () => {
    const order = await givenOrder(shop, people.buyer, partId);
    await people.buyer.ask('DELETE', `/api/manage_order/${order._id}`);
    for (const list of lists.filter(({ by }) => by !== undefined)) {
      expect(readIds(await read(list))).not.toContain(order._id);
      const cancelled = await read(list, { status: 'cancelled' });
      expect(readIds(cancelled)).toEqual([order._id]);
      expect(cancelled.headers['x-total-count']).toBe('1');
      const unknown = await read(list, { status: 'lost' });
      expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: 'status' }] } });
    }
  });

  test('find an order by its number, as it is read, said or typed', async () => {
    const order = await givenOrder(shop, people.buyer, partId);
    const number = formatOrderNumber(order._id);
    for (const list of lists.filter(({ by }) => by !== undefined))
      for (const typed of [number, number.toLowerCase().replace('-', ''), `${number} village`])
        expect(readIds(await read(list, { q: typed }))).toEqual([order._id]);
  });
});

const staffLists = [
  { path: '/api/manage_orders', hasCustomer: true },
  { path: '/api/refunds', hasCustomer: true },
  { path: '/api/disputes', hasCustomer: true },
  { path: '/api/user', hasCustomer: false },
];

describe.each(staffLists)('the list at $path', async ({ path, hasCustomer }) => {
  const at = new Date('2024-02-28T20:00:00Z'); // in Dhaka, where the shop is, the 29th;
  const customer = await givenPerson(shop, { name: 'Zoë 100% Quux' });
  await changeRows(shop, 'people', { id: customer.id }, { created_at: at });
  const order = await givenPaidOrder(shop, customer, partId);
  await changeRows(shop, 'orders', { id: order._id }, { placed_at: at });
  const other = await givenPaidOrder(shop, people.buyer, partId);
  const id = {
    '/api/manage_orders': order._id,
    '/api/refunds': await givenRefundRow(order._id, at),
    '/api/disputes': await givenDispute(shop, order._id, at),
    '/api/user': customer.id,
  }[path];
  await givenRefundRow(other._id, new Date());
  await givenDispute(shop, other._id, new Date());

  const find = (query: Record<string, string>) =>
    people.admin.ask('GET', `${path}?${new URLSearchParams(query)}`) as Promise<ListPage>;
  const answers = (query: Record<string, string>) => find(query).then(readIds);

  test('has the rows of its days by the clocks of the shop, both included', async () => {
    expect(await answers({ from: '2024-02-29', to: '2024-02-29' })).toContain(id);
    expect(await answers({ to: '2024-02-29' })).toContain(id);
    expect(await answers({ to: '9999-12-31' })).toContain(id);
    expect(await answers({ from: '2024-03-01' })).not.toContain(id);
    expect(await answers({ from: '2024-03-01' })).not.toEqual([]);
    expect(await answers({ to: '2024-02-28' })).toEqual([]);
  });

  test.runIf(hasCustomer)(
    'finds a customer by name and address, in any case and without wildcards',
    async () => {
      expect(await answers({ customer: 'quux ZOË 100% @' })).toContain(id);
      const page = await find({ customer: 'quux', limit: '1', page: '2' });
      expect(page.headers['x-total-count']).toBe(String((await answers({ customer: 'quux' })).length));
      expect(await answers({ customer: 'zo_' })).toEqual([]);
      expect(await answers({ customer: people.buyer.email })).not.toContain(id);
    },
  );

  test.each(['2024-02-30', 'yesterday', '', '0000-01-01', '20240-01-01'])(
    'refuses “%s” as a day',
    async (day) => {
      const refusal = {
        errors: [{ path: 'from', message: expect.stringMatching(/^(A day such|The first day)/) }],
      };
      expect(await find({ from: day })).toMatchObject({ status: 400, body: refusal });
    },
  );
});

test('a dispute names what was paid for each order, with its share of delivery', async () => {
  const { _id, total } = await givenPaidOrder(shop, people.buyer, partId);
  await changeRows(shop, 'orders', { id: _id }, { delivery_cents: 250 });
  await givenDispute(shop, _id, new Date());
  const { body } = await people.admin.ask('GET', '/api/disputes?limit=1');
  expect(body).toMatchObject([{ orders: [{ orderId: _id, amount: total + 2.5 }] }]);
});

test('each count of the overview is that of the list that it leads to', async () => {
  const { admin, buyer } = people;
  const doubtful = await givenPart(shop, { stock: 1 });
  await admin.ask('PATCH', `/api/parts/${doubtful}`, { price: 5000 });
  const orders = await Array.fromAsync({ length: 4 }, () => givenPaidOrder(shop, buyer, partId));
  const [returned = '', refunded = '', late = '', old = ''] = orders.map(({ _id }) => _id);
  await sql`update orders set promised_by = '2026-11-02' where id = ${late}`.execute(shop.db);
  await sql`update orders set placed_at = placed_at - interval '9 days' where id = ${old}`.execute(shop.db);
  await givenDispute(shop, late, new Date());
  const back = { orderId: returned, amount: 1, reason: 'It stays here.', returnedUnits: 1 };
  expect((await admin.ask('POST', '/api/refunds', back)).status).toBe(201);
  const { _id: onItsWay, total } = await givenPaidOrder(shop, buyer, partId);
  const whole = { orderId: onItsWay, amount: total, reason: 'All goes back.' };
  expect((await admin.ask('POST', '/api/refunds', whole)).status).toBe(201);
  const [at, failure] = [new Date(), 'The card has expired.'];
  for (const id of [late, late, refunded]) {
    const refund = await givenRefundRow(id, at);
    await updateRefund(shop.db, refund, { status: 'failed', failure, failed_at: at, updated_at: at });
  }
  await givenRefundRow(refunded, at); // again

  const { body } = await shop.app.inject({ url: paths.dashboard, headers: { cookie: admin.cookie } });
  const counts = [
    ...body.matchAll(/<a class="figure" href="([^"]+)".*?<span class="figure-number[^"]*">([\d,]+)</g),
    ...body.matchAll(/<li><a href="(\/dashboard\/[^"]+)"[^>]*>[^<]+<\/a><span class="[^"]*">([\d,]+)</g),
  ].map(([, href = '', count = '']) => [href.replaceAll('&amp;', '&'), Number(count.replace(',', ''))]);
  const listed = [];
  for (const [href = ''] of counts) {
    const { pathname, search } = new URL(String(href), shop.url);
    const list = new URL(listsOfPages[pathname] ?? '', shop.url);
    const query = new URLSearchParams([...list.searchParams, ...new URLSearchParams(search), ['limit', '1']]);
    const { headers } = await admin.ask('GET', `${list.pathname}?${query}` as '/api/manage_orders');
    listed.push([href, Number(headers['x-total-count'])]);
  }
  expect(counts).toEqual(listed);
  expect(counts.length).toBeGreaterThanOrEqual(11); // seven figures, two promised days, two ages
  const toShip = await admin.ask('GET', '/api/manage_orders?status=to-ship&limit=100');
  expect(readIds(toShip)).toEqual(expect.arrayContaining([late, old]));
  expect(readIds(toShip)).not.toContain(onItsWay);
});

test('orders are listed with the fields of the contract, in its order', async () => {
  await givenOrder(shop, people.buyer, partId);
  const { _id } = await givenPaidOrder(shop, people.buyer, partId);
  await givenDispute(shop, _id, new Date());
  const { body } = await people.admin.ask('GET', '/api/manage_orders?limit=1000');
  const facts = body.flatMap(({ status, dispute }) => [status, dispute]);
  expect(facts).toEqual(expect.arrayContaining(['unpaid', 'paid', 'open']));
  expect(JSON.stringify(body)).toBe(JSON.stringify(listOrdersEndpoint.response.parse(body)));
});

/** What a page lists, by its path. */
const listsOfPages: Record<string, string> = {
  [paths.manageOrders]: '/api/manage_orders',
  [paths.packing]: '/api/manage_orders?status=to-ship&sort=promised',
  [paths.manageProducts]: '/api/parts',
  [paths.refunds]: '/api/refunds',
  [paths.disputes]: '/api/disputes',
};

test('the list of parts begins with those of the home page, in their order', async () => {
  const [first, second, third, fourth] = readIds(await read(lists[0]));
  const ranked = [1, 2, 3].map(async (featured_rank) => (await readRow(shop, 'parts', { featured_rank })).id);
  expect([first, second, third]).toEqual(await Promise.all(ranked));
  expect(fourth).toBeDefined();
});

function read(list: List, query: Record<string, string> = {}): Promise<ListPage> {
  return askAs(list, readAddress(list, query));
}

type ListPage = ApiResponse<{ _id: string }[]>;

function askAs({ by }: List, address: string): Promise<ListPage> {
  const answer = by ? people[by].ask('GET', address) : ask(shop, 'GET', address);
  return answer as Promise<ListPage>;
}

function readAddress({ path, by }: List, query: Record<string, string>): string {
  const email: Record<string, string> = by === 'buyer' ? { email: people.buyer.email } : {};
  return `${path}?${new URLSearchParams({ ...email, ...query })}`;
}

function readIds({ body }: ListPage): string[] {
  return body.map(({ _id }) => _id);
}

function readLink({ headers }: ApiResponse): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
}

/** Several of the same moment, so that only the id tells them apart. */
async function addReview(): Promise<void> {
  const created_at = new Date(Math.floor(Date.now() / 10_000) * 10_000);
  const review = { author_name: 'Rita', author_id: null, review: 'All as it should be.', rating: 4.5 };
  await insertRows(shop, 'reviews', { id: randomUUIDv7(), ...review, created_at });
}

async function givenRefundRow(order_id: string, created_at: Date): Promise<string> {
  const id = randomUUIDv7();
  const { id: payment_id } = await readRow(shop, 'payments', { order_id });
  await insertRefund(
    shop.db,
    { id, payment_id, provider_id: `re_${id}`, amount_cents: 1, reason: 'It hums.', at: created_at },
    [{ orderId: order_id, amount: 1, returnedUnits: 0 }],
  );
  return id;
}

function addOrder() {
  return givenOrder(shop, people.buyer, partId);
}
