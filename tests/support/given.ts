/** Makes parts, people and orders for tests, by the API where it has an endpoint for it. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { expect } from 'vitest';
import { problemSchema } from '#app/api/openapi.ts';
import type { Purchase } from '#app/contract/purchases.ts';
import { purgeExpired } from '#app/jobs/purge-expired.ts';
import { insertParts } from '#catalogue/database/write-parts.ts';
import type { Category } from '#catalogue/rules/categories.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { recordUpload } from '#images/database/images.ts';
import type { Role } from '#kernel/people.ts';
import type { RefusalKind } from '#kernel/refusals.ts';
import type { Order } from '#orders/contract/orders.ts';
import { makeAdmin } from '#people/use-cases/change-role.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import { CARDS, type CardFields, cardForm, type PaymentSecret } from '#sandbox/testing/sandbox.ts';
import type { BodyAt, Method } from './answers.ts';
import type { TestShop } from './shop.ts';

export type Person = {
  id: string;
  name: string;
  email: string;
  password: string;
  /** The session's cookie. */
  cookie: string;
  token: string;
  /** Sends a request as this person. */
  ask<M extends Method, const Url extends string>(
    method: M,
    url: Url,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ResponseTo<M, Url>>;
};

export type ApiResponse<Body = unknown> = { status: number; body: Body; headers: Record<string, unknown> };

export type ResponseTo<M extends Method, Url extends string> = ApiResponse<BodyAt<M, Url>>;

/** Sends a request to the shop without a network, as a visitor unless headers say otherwise. */
export async function ask<M extends Method, const Url extends string>(
  shop: TestShop,
  method: M,
  url: Url,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ResponseTo<M, Url>> {
  const content = await readContent(body);
  const answer = await shop.app.inject({
    method,
    url,
    headers: { origin: shop.url, ...(content ? { 'content-type': content.type } : {}), ...headers },
    ...(content ? { payload: content.payload } : {}),
  });
  const isJson = /json/.test(String(answer.headers['content-type']));
  // the shop itself validates its responses against the contract
  const received = (isJson ? answer.json() : answer.body) as BodyAt<M, Url>;
  if (/problem/.test(String(answer.headers['content-type']))) {
    expect(problemSchema.parse(received).status).toBe(answer.statusCode);
  }
  return { status: answer.statusCode, body: received, headers: answer.headers };
}

/** What is expected of an answer that refuses, with facts that its body states. */
export function refusal(status: number, refused: RefusalKind, facts: object = {}) {
  return { status, body: { refused, ...facts } };
}

export async function readContent(
  body: unknown,
): Promise<{ type: string; payload: string | Buffer } | undefined> {
  if (body === undefined) return undefined;
  if (!(body instanceof FormData)) return { type: 'application/json', payload: JSON.stringify(body) };
  const form = new Response(body);
  return { type: form.headers.get('content-type') ?? '', payload: Buffer.from(await form.arrayBuffer()) };
}

/** As the next request sends them. */
export function readCookies({ headers }: Pick<ApiResponse, 'headers'>): string {
  const lines = [headers['set-cookie'] ?? []].flat().map(String);
  return lines.map((line) => line.split(';')[0]).join('; ');
}

let people = 0;

/** A person who has signed up and has an access token; the e-mail address is confirmed by default. */
export async function givenPerson(
  shop: TestShop,
  {
    role = 'customer' as Role,
    name = 'Pat Person',
    email = `person${++people}.${randomUUIDv7().slice(-6)}@example.com`,
    isConfirmed = true,
  } = {},
): Promise<Person> {
  const password = 'a good password';
  const signUpName = role === 'admin' ? 'Pat Person' : name; // only administrators may have such a name
  const body = { name: signUpName, email, password };
  const signedUp = await ask(shop, 'POST', '/api/identity/sign-up/email', body);
  if (signedUp.status !== 200) throw new Error(`Sign-up failed: ${JSON.stringify(signedUp.body)}`);
  const cookie = readCookies(signedUp);
  if (isConfirmed) await confirmAddress(shop, { email });
  if (role === 'admin') {
    await makeAdmin(shop, { email, adminId: null, at: new Date() });
    await shop.db.updateTable('people').set({ name }).where('email', '=', email).execute();
  }
  const { token } = (await ask(shop, 'PUT', `/api/user/${email}`, { email }, { cookie })).body;
  return {
    id: signedUp.body.user.id,
    name,
    email,
    password,
    cookie,
    token,
    ...personAt(shop, { token }),
  };
}

/** The same person at another shop on the same database. */
export function personAt(shop: TestShop, { token }: Pick<Person, 'token'>): Pick<Person, 'ask'> {
  return {
    ask: (method, url, body, headers = {}) =>
      ask(shop, method, url, body, { authorization: `Bearer ${token}`, ...headers }),
  };
}

/** Confirms an e-mail address without the mailed link. */
export async function confirmAddress(
  shop: Pick<TestShop, 'db'>,
  { email }: Pick<Person, 'email'>,
): Promise<void> {
  await shop.db.updateTable('people').set({ email_verified: true }).where('email', '=', email).execute();
}

export type PartFields = {
  stock?: number;
  price?: number | null;
  minimumOrder?: number;
  name?: string;
  image?: string;
  category?: Category;
  specs?: SpecificationValues;
};

const defaultSpecs = { capacityGb: 32, modules: 2, moduleGb: 16, ddr: 5, speedMts: 6000 };

/** A part, on sale unless its `price` (in cents) is null. Returns its id. */
export async function givenPart(shop: Pick<TestShop, 'db'>, fields: PartFields = {}): Promise<string> {
  const id = randomUUIDv7();
  const part = {
    id,
    sku: `TEST-${id.slice(-12)}`,
    category: fields.category ?? 'memory',
    brand: 'Testco',
    name: fields.name ?? 'Testco Vengeful 32 GB (2 × 16 GB) DDR5-6000 CL30',
    description: 'Two modules for a board with DDR5 slots. Check the board’s list first.',
    image: fields.image ?? null,
    price_cents: fields.price === undefined ? 9_999 : fields.price,
    stock: fields.stock ?? 50,
    minimum_order: fields.minimumOrder ?? 1,
    specs: JSON.stringify(fields.specs ?? defaultSpecs),
    created_at: new Date(),
    updated_at: new Date(),
  };
  await runTransaction(shop.db, (transaction) => insertParts(transaction, [part]));
  return id;
}

/** What is deleted by time is gone as of this moment; pictures stay. */
export async function purgeAt({ db }: Pick<TestShop, 'db'>, at: Date): Promise<void> {
  await purgeExpired({ db, images: { keys: async function* () {} } as never }, { at });
}

type Table = keyof DatabaseSchema;
type Row<T extends Table> = Selectable<DatabaseSchema[T]>;

/** For jobs that run as if it were later: they would delete sessions that have ended by then. */
export async function keepSessions({ db }: Pick<TestShop, 'db'>): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date('9999-01-01') })
    .execute();
}

/** The rows of a table with these values, in the order of its first column, which is that of their ids. */
export async function readRows<T extends Table>(
  { db }: Pick<TestShop, 'db'>,
  table: T,
  values: Partial<Row<T>> = {},
): Promise<Row<T>[]> {
  const query = sql<Row<T>>`select * from ${sql.table(table)} where ${matchRow(values)} order by 1`;
  return (await query.execute(db)).rows;
}

/** Inserts rows into a table, as no call can. */
export async function insertRows<T extends Table>(
  { db }: Pick<TestShop, 'db'>,
  table: T,
  ...rows: Insertable<DatabaseSchema[T]>[]
): Promise<void> {
  await db
    .insertInto(table as Table)
    .values(rows)
    .execute();
}

/** Gives the rows of a table with these values others, as no call can. */
export async function changeRows<T extends Table>(
  { db }: Pick<TestShop, 'db'>,
  table: T,
  values: Partial<Row<T>>,
  changes: Partial<Row<T>>,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${matchRow(values)}`.execute(db);
}

function matchRow(values: object) {
  const conditions = Object.entries(values).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return sql.join([sql`true`, ...conditions], sql` and `);
}

/** Statements that wait for a lock. */
export async function countLockWaits({ db }: Pick<TestShop, 'db'>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** A row of a table with these values; throws when there is none. */
export async function readRow<T extends Table>(
  shop: Pick<TestShop, 'db'>,
  table: T,
  values: Partial<Row<T>>,
): Promise<Row<T>> {
  const [row] = await readRows(shop, table, values);
  if (!row) throw new Error(`No such row is in ${table}.`);
  return row;
}

/** The address of an image that is recorded as uploaded but has no files. */
export async function givenImage(shop: TestShop): Promise<string> {
  const key = `${'a'.repeat(40)}-400x300`;
  await recordUpload(shop.db, key, new Date());
  return `/images/${key}-400.jpg`;
}

/** The body of a part as Add Product sends it. */
export function partBody(fields: object = {}) {
  return {
    name: 'A part',
    description: 'It is new.',
    available_quantity: 3,
    minimum_order: 1,
    price: 9.99,
    img: '/pictures/ssd-m2-640.webp',
    ...fields,
  };
}

/** The body of an order as the purchase page sends it. */
export function orderBody(partsId: string, quantity = 1) {
  return { partsId, quantity, location: '1 Farm Lane, Little Village', phone: '+1 555 010 9999' };
}

/** The body of a purchase as the checkout page sends it, one unit of each part unless `quantities` say otherwise. */
export function purchaseBody(parts: string[], quantities: number[] = []) {
  const { location, phone } = orderBody('');
  const lines = parts.map((partsId, index) => ({ partsId, quantity: quantities[index] ?? 1 }));
  return { lines, location, phone };
}

/** An unpaid purchase of the person. */
export async function givenPurchase(
  person: Person,
  parts: string[],
  quantities: number[] = [],
): Promise<Purchase> {
  const { status, body } = await person.ask('POST', '/api/purchases', purchaseBody(parts, quantities));
  if (status !== 201) throw new Error(`The purchase was refused: ${JSON.stringify(body)}`);
  return body;
}

/** An unpaid order of the person. */
export async function givenOrder(
  shop: TestShop,
  person: Person,
  partId?: string,
  quantity = 1,
): Promise<Order> {
  const { status, body } = await person.ask(
    'POST',
    '/api/order',
    orderBody(partId ?? (await givenPart(shop)), quantity),
  );
  if (status !== 201) throw new Error(`The order was refused: ${JSON.stringify(body)}`);
  return body;
}

type ProviderAnswer = { id: string; status: string; error?: { code: string; message: string } };

/** Confirms a payment at the provider, as the browser does. */
export async function confirmCard(
  shop: TestShop,
  secret: PaymentSecret,
  card: CardFields = CARDS.good,
): Promise<ApiResponse<ProviderAnswer>> {
  const { path, fields } = cardForm(secret, card);
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/card-sandbox${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, body: answer.json<ProviderAnswer>(), headers: answer.headers };
}

/**
 * Pays the order, and what else is unpaid of its purchase, as its page does. Such a page may have shown a price, in
 * dollars.
 */
export async function payOrder(
  shop: TestShop,
  person: Person,
  orderId: string,
  { card = CARDS.good, price }: { card?: CardFields; price?: number } = {},
): Promise<Order> {
  const secret = await person.ask('POST', '/api/create-payment-intent', { orderId, price });
  const { body: payment } = await confirmCard(shop, secret.body, card);
  const paid = await person.ask('PATCH', `/api/my_order/${orderId}`, { orderId, transactionId: payment.id });
  if (paid.body?.status !== 'paid')
    throw new Error(`The payment was not settled: ${JSON.stringify(paid.body)}`);
  return paid.body;
}

/** A paid order of the person. */
export async function givenPaidOrder(
  shop: TestShop,
  person: Person,
  partId?: string,
  quantity = 1,
  card: CardFields = CARDS.good,
): Promise<Order> {
  const order = await givenOrder(shop, person, partId, quantity);
  return await payOrder(shop, person, order._id, { card });
}
