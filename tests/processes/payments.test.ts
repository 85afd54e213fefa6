/** Real shops that are killed with money on its way: after the next start it ends right by itself, and the audit agrees. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import type { Order } from '#contract/orders.ts';
import type { Part } from '#contract/parts.ts';
import type { Refund } from '#contract/refunds.ts';
import { runCommand } from '../support/command-line.ts';
import { freePort } from '../support/ports.ts';
import {
  endShop,
  isLinux,
  killAll,
  onlyOnLinux,
  patience,
  type Shop,
  startShop,
  until,
} from '../support/processes.ts';
import { makeFolder, removeFolder } from '../support/shop-folders.ts';
import { enterShop } from '../support/visitor.ts';

const folder = isLinux ? makeFolder() : '';
const dataDir = path.join(folder, 'data');
let port: number;
let shop: Shop;
let customer: Caller;
let admin: Caller;

describe.skipIf(!isLinux)(`a shop that dies with money on its way${onlyOnLinux}`, () => {
  beforeAll(async () => {
    port = await freePort();
    await open();
    const enter = (name: string) =>
      enterShop(shop.url, { email: `${name}@compact.test`, password: 'compact-demo' });
    [customer, admin] = [await enter('customer'), await enter('admin')];
  }, 2 * patience);
  afterAll(async () => {
    if (shop) await endShop(shop, dataDir);
    removeFolder(folder);
  });

  test('between the charge of a card and its settling, has the order paid after the next start', async () => {
    const order = await placeOrder();
    const secret = await startPayment(order);
    await confirmCard(secret);
    await killAll(dataDir);
    await open();
    await until('the order is paid', async () => (await read(order)).status === 'paid');
    expect(await kindsOf(order)).toEqual(['placed', 'paid']);
    await untilAllWell();
  });

  test('while many cards are charged, has exactly the charged orders paid', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, placeOrder));
    const secrets = await Promise.all(orders.map(startPayment));
    const confirmed = secrets.map((secret) => confirmCard(secret).catch(() => undefined));
    await confirmed[0];
    await killAll(dataDir);
    const answered = (await Promise.all(confirmed)).map((answer) => answer?.status === 'succeeded');
    await open();
    // what the buyers saw succeed is paid; what they did not may have succeeded, too, and is then paid as well
    await until('every charged order is paid', async () => {
      const states = await Promise.all(orders.map(async (order) => (await read(order)).status));
      return states.every((state, index) => state === 'paid' || !answered[index]);
    });
    await untilAllWell();
  });

  test('while refunds are made, gives each money back once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, givenPaid));
    const refunds = orders.map(({ _id }, index) =>
      ask<Refund>(
        admin,
        'POST',
        '/api/refunds',
        { orderId: _id, reason: 'It broke.' },
        `refund-${index}`,
      ).catch(() => undefined),
    );
    await refunds[0];
    await killAll(dataDir);
    await Promise.all(refunds);
    await open();
    for (const [index, { _id }] of orders.entries()) {
      const again = { orderId: _id, reason: 'It broke.' };
      const { status } = await ask<Refund>(admin, 'POST', '/api/refunds', again, `refund-${index}`);
      expect(status).not.toBe('failed');
    }
    await until('every order is refunded', async () => {
      const states = await Promise.all(orders.map(async (order) => (await read(order)).status));
      return states.every((state) => state === 'refunded');
    });
    for (const order of orders) expect(await kindsOf(order)).toEqual(['placed', 'paid', 'refunded']);
    await untilAllWell();
  });

  test(
    'lets unpaid orders expire by itself when their time is up',
    async () => {
      await endShop(shop, dataDir);
      await open({ ORDER_EXPIRY_HOURS: '0.001' });
      const { _id: part, available_quantity: before } = await firstPart();
      const order = await placeOrder();
      expect(order.partsId).toBe(part);
      // the work of a minute begins with the next one
      await until('it has expired', async () => (await read(order)).status === 'expired', 2 * patience);
      expect(await stockOf(part)).toBe(before); // as it was before its unit was taken
      await untilAllWell();
    },
    4 * patience,
  );
});

type Caller = { token: string };
type Secret = { clientSecret: string; publishableKey: string };

async function open(env: Record<string, string> = {}): Promise<void> {
  shop = await startShop({ dataDir, port, env });
  await shop.untilOpen();
}

/** The command line joins the running shop's database and the books of its card sandbox. */
function audit() {
  return runCommand(['audit'], { DATA_DIR: dataDir });
}

/** Waits for what is still on its way. */
async function untilAllWell(): Promise<void> {
  await until('the audit finds no difference', async () => (await audit()).code === 0);
  expect(await audit()).toMatchObject({ code: 0, errors: '' });
}

async function firstPart(): Promise<Part> {
  const [part] = await ask<[Part]>(customer, 'GET', '/api/parts?limit=1');
  return part;
}

async function placeOrder(): Promise<Order> {
  return await ask(customer, 'POST', '/api/order', {
    partsId: (await firstPart())._id,
    quantity: 1,
    location: '1 Farm Lane, Little Village',
    phone: '+1 555 010 9999',
  });
}

function startPayment({ _id }: Order): Promise<Secret> {
  return ask(customer, 'POST', '/api/create-payment-intent', { orderId: _id });
}

async function confirmCard({ clientSecret, publishableKey }: Secret): Promise<{ status: string }> {
  const id = clientSecret.split('_secret_')[0];
  const answer = await fetch(`${shop.url}/card-sandbox/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: publishableKey,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return await answer.json();
}

async function givenPaid(): Promise<Order> {
  const order = await placeOrder();
  const secret = await startPayment(order);
  await confirmCard(secret);
  const transactionId = secret.clientSecret.split('_secret_')[0];
  return await ask(customer, 'PATCH', `/api/my_order/${order._id}`, { orderId: order._id, transactionId });
}

function read({ _id }: Order): Promise<Order> {
  return ask(customer, 'GET', `/api/my_order/${_id}`);
}

async function kindsOf({ _id }: Order): Promise<string[]> {
  const { history } = await ask<{ history: HistoryEntry[] }>(customer, 'GET', `/api/my_order/${_id}/history`);
  return history.map(({ kind }) => kind);
}

async function stockOf(id: string): Promise<number> {
  return (await ask<Part>(customer, 'GET', `/api/parts/${id}`)).available_quantity;
}

/** Asks the shop, and answers the body; throws what it refuses. */
async function ask<Body>(
  { token }: Caller,
  method: string,
  url: string,
  body?: object,
  key?: string,
): Promise<Body> {
  const answer = await send(method, url, body, {
    authorization: `Bearer ${token}`,
    ...(key ? { 'idempotency-key': key } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

function send(method: string, url: string, body?: object, headers: Record<string, string> = {}) {
  return fetch(shop.url + url, {
    method,
    headers: { origin: shop.url, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(patience),
  });
}
