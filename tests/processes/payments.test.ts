/** Real shops that are killed with money on its way: after the next start it ends right by itself, and the audit agrees. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { PaymentSecret } from '#sandbox/testing/sandbox.ts';
import { type CommandResult, runCommand } from '../support/command-line.ts';
import { orderBody } from '../support/given.ts';
import { givenKillableShop } from '../support/killable-shop.ts';
import { isLinux, onlyOnLinux, startTimeoutMs, until } from '../support/processes.ts';
import { logInVisitor, payOrder, type Visitor } from '../support/visitor.ts';

const shop = givenKillableShop();
let customer: Visitor;
let admin: Visitor;

describe.skipIf(!isLinux)(`a shop that dies with money on its way${onlyOnLinux}`, () => {
  beforeAll(async () => {
    await shop.open();
    const enter = (name: string) =>
      logInVisitor(shop.url, { email: `${name}@compact.test`, password: 'compact-demo' });
    [customer, admin] = [await enter('customer'), await enter('admin')];
  }, 2 * startTimeoutMs);

  test('between the charge of a card and its settling, has the order paid after the next start', async () => {
    const order = await placeOrder();
    const secret = await startPayment(order);
    await customer.confirmCard(secret);
    await shop.kill();
    await shop.open();
    await until('the order is paid', async () => (await read(order)).status === 'paid');
    expect(await readKinds(order)).toEqual(['placed', 'paid']);
    await untilAllWell();
  });

  test('while many cards are charged, has exactly the charged orders paid', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, placeOrder));
    const secrets = await Promise.all(orders.map(startPayment));
    const confirmed = secrets.map((secret) => customer.confirmCard(secret).catch(() => undefined));
    await confirmed[0];
    await shop.kill();
    const answered = (await Promise.all(confirmed)).map((answer) => answer?.status === 'succeeded');
    await shop.open();
    // what the buyers saw succeed is paid; what they did not may have succeeded, too, and is then paid as well
    await until('every charged order is paid', async () => {
      const states = await Promise.all(orders.map(async (order) => (await read(order)).status));
      return states.every((state, index) => state === 'paid' || !answered[index]);
    });
    await untilAllWell();
  });

  test('while refunds are made, gives each money back once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, givenPaid));
    const refunds = orders.map((order, index) => refund(order, `refund-${index}`).catch(() => undefined));
    await refunds[0];
    await shop.kill();
    await Promise.all(refunds);
    await shop.open();
    for (const [index, order] of orders.entries()) {
      const { status } = await refund(order, `refund-${index}`);
      expect(status).not.toBe('failed');
    }
    await until('every order is refunded', async () => {
      const states = await Promise.all(orders.map(async (order) => (await read(order)).status));
      return states.every((state) => state === 'refunded');
    });
    for (const order of orders) expect(await readKinds(order)).toEqual(['placed', 'paid', 'refunded']);
    await untilAllWell();
  });

  test(
    'lets unpaid orders expire by itself when their time is up',
    async () => {
      await shop.end();
      await shop.open({ ORDER_EXPIRY_HOURS: '0.001' });
      const { _id: part, available_quantity: before } = await firstPart();
      const order = await placeOrder();
      expect(order.partsId).toBe(part);
      // the work of a minute begins with the next one
      await until('it has expired', async () => (await read(order)).status === 'expired', 2 * startTimeoutMs);
      expect(await readStock(part)).toBe(before); // as it was before its unit was taken
      await untilAllWell();
    },
    4 * startTimeoutMs,
  );
});

/** The command line joins the running shop's database and the books of its card sandbox. */
function audit() {
  return runCommand(['audit'], { DATA_DIR: shop.dataDir });
}

/** Waits for what is still on its way. */
async function untilAllWell(): Promise<void> {
  let last: CommandResult | undefined;
  await until('the audit finds no difference', async () => {
    last = await audit();
    return last.code === 0;
  });
  expect(last?.errors).toBe('');
}

async function firstPart() {
  const [part] = await customer.call('GET', '/api/parts?limit=1');
  if (!part) throw new Error('Nothing is on sale.');
  return part;
}

async function placeOrder(): Promise<Order> {
  return await customer.call('POST', '/api/order', orderBody((await firstPart())._id));
}

function startPayment({ _id }: Order): Promise<PaymentSecret> {
  return customer.call('POST', '/api/create-payment-intent', { orderId: _id });
}

async function givenPaid(): Promise<Order> {
  return await payOrder(customer, (await placeOrder())._id);
}

function refund({ _id }: Order, key: string) {
  const body = { orderId: _id, reason: 'It broke.' };
  return admin.call('POST', '/api/refunds', body, { 'idempotency-key': key });
}

function read({ _id }: Order): Promise<Order> {
  return customer.call('GET', `/api/my_order/${_id}`);
}

async function readKinds({ _id }: Order): Promise<string[]> {
  const { history } = await customer.call('GET', `/api/my_order/${_id}/history`);
  return history.map(({ kind }) => kind);
}

async function readStock(id: string): Promise<number> {
  return (await customer.call('GET', `/api/parts/${id}`)).available_quantity;
}
