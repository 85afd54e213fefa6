/** The tables of orders with 20,000 of them: every question is answered rightly, and its plan goes by an index. */
import { parse } from 'csv-parse/sync';
import { type Expression, type Selectable, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { connect } from '#app/connect.ts';
import type { Order } from '#orders/contract/orders.ts';
import { type OrderListQuery, selectSortedOrders } from '#orders/database/order-lists.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { givenPart } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);
const total = 20_000;

const part = await givenPart(shop);
const { db, close } = connect(shop.address, 1, commandLimits);
// ids in the order of n; every 1000th is the buyer's, every 10th cancelled, every 7th of the others paid
await sql`
  insert into people (id, name, email, email_verified, created_at, updated_at)
  select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Person ' || n,
    'person-' || n || '@example.com', true, now(), now()
  from generate_series(0, 99) as n`.execute(db);
// to build the index of many rows takes less CPU time than to extend it row by row
const { rows } = await sql<{ definition: string }>`
  select pg_get_indexdef('orders_search'::regclass) as definition`.execute(db);
await sql`drop index orders_search`.execute(db);
await sql`
  with purchase as (
    insert into purchases (id, buyer_id, placed_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${buyer.id}::uuid, now()
    from generate_series(1, ${total}) as n)
  insert into orders (id, purchase_id, part_id, buyer_id, buyer_name, buyer_email, location, phone, part_name, part_image,
    unit_price_cents, quantity, total_cents, state, transaction_id, placed_at, updated_at, expires_at, promised_by)
  select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${part}::uuid,
    case when n % 1000 = 1 then ${buyer.id}::uuid
      else ('00000000-0000-7000-9000-' || lpad(to_hex(n % 100), 12, '0'))::uuid end,
    case when n % 1000 = 1 then ${buyer.name} else 'Person ' || n % 100 end,
    case when n % 1000 = 1 then ${buyer.email} else 'person-' || n % 100 || '@example.com' end,
    'Village ' || n % 5000, '5550109999',
    case when n % 5000 = 11 then 'Testco Rarity 1 TB' else 'Testco Common ' || n % 50 end, '/pictures/memory-640.jpg',
    100 + n % 997, 1, 100 + n % 997,
    case when n % 10 = 0 then 'cancelled' when n % 7 = 0 then 'paid' else 'unpaid' end,
    case when n % 10 <> 0 and n % 7 = 0 then 'pi_' || n end,
    now() - (${total} - n) * interval '1 minute', now(), now() + interval '1 day',
    case when n % 700 = 7 then '2026-11-01' end
  from generate_series(1, ${total}) as n`.execute(db);
for (const { definition } of rows) await sql.raw(definition).execute(db);
await sql`analyze orders`.execute(db);
await close();

/** The number that an order was inserted with. */
const readNumber = ({ _id }: Order) => Number.parseInt(_id.slice(-12), 16);
const numbers = ({ body }: { body: Order[] }) => body.map(readNumber);
const list = (query: string) => admin.ask('GET', `/api/manage_orders?${query}`);
const every = Array.from({ length: total }, (_, index) => index + 1);

test('the newest come first, cancelled ones are left out, and the total is said', async () => {
  const page = await list('limit=20');
  const live = every.filter((n) => n % 10 !== 0);
  expect(numbers(page)).toEqual(live.slice(-20).reverse());
  expect(page.headers['x-total-count']).toBe(String(live.length));
  expect(numbers(await list('limit=20&sort=oldest'))).toEqual(live.slice(0, 20));
});

test.each(['newest', 'oldest', 'total'])(
  'sorted by %s, its pages have each paid order once',
  async (sort) => {
    const paid = every.filter((n) => n % 10 !== 0 && n % 7 === 0);
    const seen: Order[] = [];
    let next: string | undefined = `status=paid&limit=1000&sort=${sort}`;
    while (next) {
      const page = await list(next);
      expect(page.headers['x-total-count']).toBe(String(paid.length));
      seen.push(...page.body);
      next = /\?([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
    }
    const order = {
      newest: (a: number, b: number) => b - a,
      oldest: (a: number, b: number) => a - b,
      total: (a: number, b: number) => (b % 997) - (a % 997) || b - a,
    }[sort];
    expect(seen.map(readNumber)).toEqual(paid.sort(order));
  },
);

/** What an order can be found by. */
function readText(n: number): string {
  const isBuyers = n % 1000 === 1;
  return [
    n % 5_000 === 11 ? 'Testco Rarity 1 TB' : `Testco Common ${n % 50}`,
    isBuyers ? `${buyer.name} ${buyer.email}` : `Person ${n % 100} person-${n % 100}@example.com`,
    `Village ${n % 5000}`,
    `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
    part,
  ]
    .join(' ')
    .toLowerCase();
}

test.each([
  'RARITY',
  'rarity testco person-11',
  'village 4321',
  '000000004e20 village',
  '00000000-0000-7000-8000-000000002711',
  '%',
  'village_4321',
  'nothing-like-it',
])(
  'a search for “%s” finds each word in whatever case: of the part, the buyer, the place, the id',
  async (q) => {
    const words = q.toLowerCase().split(' ');
    const expected = every.filter((n) => n % 10 !== 0 && words.every((word) => readText(n).includes(word)));
    const page = await list(`q=${encodeURIComponent(q)}`);
    expect(numbers(page)).toEqual(expected.reverse());
    expect(page.headers['x-total-count']).toBe(String(expected.length));
  },
);

test('a buyer finds their own and nobody else’s', async () => {
  const email = encodeURIComponent(buyer.email);
  const own = every.filter((n) => n % 1000 === 1).reverse();
  const page = await buyer.ask('GET', `/api/my_orders?email=${email}`);
  expect(numbers(page)).toEqual(own);
  const results = await buyer.ask('GET', `/api/my_orders?email=${email}&q=village%201001&sort=oldest`);
  expect(numbers(results)).toEqual(own.filter((n) => n % 5000 === 1001).reverse());
  expect((await buyer.ask('GET', `/api/my_orders?email=${email}&q=rarity`)).body).toEqual([]);
});

test('the accountants’ table has each order once, however many there are', async () => {
  const earlier = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  const days = `from=${earlier}&to=2099-12-31`;
  const { body } = await admin.ask('GET', `/api/accounts?kind=orders&${days}` as '/api/accounts');
  const table: Record<string, string>[] = parse(body as unknown as string, { columns: true, bom: true });
  const placed = table.map(({ purchase = '' }) => Number.parseInt(purchase.slice(-12), 16));
  expect(placed).toEqual(every);
});

describe('the plan of a page uses an index', () => {
  const id = '00000000-0000-7000-8000-000000002710';
  test.each<[string, Omit<OrderListQuery, 'today' | 'timeZone'>, RegExp]>([
    ['the newest', { limit: 20 }, /orders_pkey/],
    ['a later page', { limit: 20, cursor: { place: 0, id } }, /orders_pkey/],
    ['the oldest', { limit: 20, sort: 'oldest' }, /orders_pkey/],
    ['the largest', { limit: 20, sort: 'total' }, /orders_by_total/],
    [
      'a later page of the largest',
      { limit: 20, sort: 'total', cursor: { place: 500, id } },
      /orders_by_total/,
    ],
    ['one state', { limit: 20, status: 'shipped' }, /orders_by_state/],
    ['the late ones', { limit: 20, status: 'late' }, /orders_by_promise/],
    ['the packing table', { limit: 200, status: 'paid', sort: 'promised' }, /orders_by_state/],
    ['one person', { limit: 20, email: 'person-5@example.com' }, /orders_of_address/],
    ['a search', { limit: 20, q: 'rarity' }, /orders_search/],
    ['a search for an invoice', { limit: 20, q: 'INV-000042' }, /document_per_number.*orders_of_purchase/s],
    ['a search among one state', { limit: 20, q: 'village 4321', status: 'paid' }, /orders_search/],
  ])('%s', async (_, question, index) => {
    const query = selectSortedOrders(shop.db, {
      ...question,
      today: '2026-11-24',
      timeZone: 'UTC',
    }).limit(question.limit + 1) as unknown as Expression<Selectable<DatabaseSchema['orders']>>;
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(shop.db);
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on (?!disputes)/); // of which there are few
  });
});
