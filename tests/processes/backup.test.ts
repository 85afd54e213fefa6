/** The drill: a shop is backed up while it sells, loses everything, and goes on from its backup. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#orders/contract/orders.ts';
import { type CommandResult, runCommand } from '../support/command-line.ts';
import { fillData } from '../support/filled-data.ts';
import { orderBody } from '../support/given.ts';
import { givenImageForm } from '../support/pictures.ts';
import {
  endShop,
  freePort,
  isLinux,
  killAll,
  onlyOnLinux,
  type Shop,
  startShop,
  startTimeoutMs,
  until,
} from '../support/processes.ts';
import { givenFolder } from '../support/shop-folders.ts';
import { logInVisitor, payOrder, signUpVisitor, type Visitor } from '../support/visitor.ts';

const folder = givenFolder();
const dataDir = path.join(folder, 'data');
const port = await freePort();
let shop: Shop;
const account = { name: 'Bea Buyer', email: 'bea@example.com', password: 'a good password' };
let buyer: Visitor;
let admin: Visitor;
let picture: string;
/** As they were confirmed to the buyer, by id; the latest word counts. */
const confirmed = new Map<string, Order>();
let promised: Order[];
let backedUp: CommandResult;
let restored: CommandResult;

describe.skipIf(!isLinux)(
  `a shop that sells while it is backed up, and loses its data folder${onlyOnLinux}`,
  () => {
    beforeAll(async () => {
      await open();
      admin = await logInVisitor(shop.url, { email: 'admin@compact.test', password: 'compact-demo' });
      buyer = await signUpVisitor(shop.url, account);
      picture = (await buyer.call('POST', '/api/image', await givenImageForm())).data.url;
      await backUpUnderLoad();
      await killAll(dataDir);
      rmSync(dataDir, { recursive: true });
      restored = await run('restore');
      await open();
    }, 4 * startTimeoutMs);

    afterAll(() => endShop(shop, dataDir));

    test('has said that the backup is whole, and what it restored', () => {
      expect(backedUp, backedUp.errors).toMatchObject({
        code: 0,
        output: expect.stringContaining('It was read back and is whole.'),
      });
      expect(restored, restored.errors).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^The shop is as it was at /),
      });
    });

    test('has every order that was confirmed before the backup began, at least as far as it was', async () => {
      const orders = await buyer.call('GET', `/api/my_orders?email=${buyer.email}`); // with the token of before
      const ordersById = new Map(orders.map((order) => [order._id, order]));
      const onwards = ['unpaid', 'cancelled', 'paid', 'refunded'];
      for (const { _id, partsId, quantity, price, location, status } of promised) {
        expect(ordersById.get(_id)).toMatchObject({ _id, partsId, quantity, price, location });
        expect(onwards.slice(onwards.indexOf(status))).toContain(ordersById.get(_id)?.status);
      }
    });

    test('agrees with its card provider, once what was on its way is settled', async () => {
      await until('the audit finds no difference', async () => (await run('audit')).code === 0);
    });

    test('knows its people and shows their pictures', async () => {
      await expect(logInVisitor(shop.url, account)).resolves.toMatchObject({ email: account.email });
      expect((await fetch(shop.url + picture)).headers.get('content-type')).toBe('image/jpeg');
    });
  },
);

/** Several buyers at a time order, pay, cancel and are refunded from before the backup until after it. */
async function backUpUnderLoad(): Promise<void> {
  let isOver = false;
  const parts = (await buyer.call('GET', '/api/parts?limit=60')).filter(
    ({ available_quantity, minimum_order }) => available_quantity > 20 && minimum_order === 1,
  );
  const buyers = Array.from({ length: 4 }, async (_, index) => {
    for (let turn = index; !isOver; turn += 1) await buy(parts[turn % parts.length]?._id ?? '', turn % 4);
  });
  await until('there are orders to lose', async () => confirmed.size >= 12);
  promised = [...confirmed.values()];
  backedUp = await run('backup');
  isOver = true;
  await Promise.all(buyers);
}

/** Orders, and then pays, is refunded, cancels or leaves it at that. */
async function buy(part: string, then: number): Promise<void> {
  const order = await buyer.call('POST', '/api/order', orderBody(part));
  confirmed.set(order._id, order);
  if (then === 0) return;
  if (then === 1) {
    confirmed.delete(order._id);
    return void (await buyer.call('DELETE', `/api/manage_order/${order._id}`));
  }
  confirmed.set(order._id, await payOrder(buyer, order._id));
  if (then === 2) await admin.call('POST', '/api/refunds', { orderId: order._id, reason: 'It broke.' });
}

function run(command: 'backup' | 'restore' | 'audit'): Promise<CommandResult> {
  const file = path.join(folder, 'shop.tar.gz');
  return runCommand(command === 'audit' ? [command] : [command, file], { DATA_DIR: dataDir });
}

async function open(): Promise<void> {
  if (!existsSync(dataDir)) fillData(dataDir);
  shop = await startShop({ dataDir, port });
  await shop.untilOpen();
}
