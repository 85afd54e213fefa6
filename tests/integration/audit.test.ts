/** `npm run shop -- audit`: says that all is well, or names every difference and ends with code 1. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#app/config.ts';
import type { Order } from '#orders/contract/orders.ts';
import { givenSandbox, PUBLISHABLE_KEY, parsePaymentId, SECRET_KEY } from '#sandbox/testing/sandbox.ts';
import { readAddress, runCommandHere } from '../support/command-line.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPart } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const sandbox = await givenSandbox();
const shop = await givenShop({ stripeUrl: sandbox.origin });
const { buyer, admin } = await givenBuyerAndAdmin(shop);
const folder = givenFolder();

readConfig({ DATA_DIR: folder }); // makes its secrets
const part = await givenPart(shop, { stock: 50, price: 1_000, name: 'Testco Drive' });

const audit = () =>
  runCommandHere(['audit'], {
    DATA_DIR: folder,
    DATABASE_URL: readAddress(shop.address),
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    STRIPE_API_URL: sandbox.origin,
  });

test('of a shop with every kind of order and payment finds no difference', async () => {
  await givenOrder(shop, buyer, part);
  expect((await audit()).output).toBe('All is well: 1 order, stock and money agree.\n');
  const cancelled = await givenOrder(shop, buyer, part, 2);
  await buyer.ask('DELETE', `/api/manage_order/${cancelled._id}`);
  const shipped = await givenPaidOrder(shop, buyer, part, 3);
  await admin.ask('PATCH', `/api/manage_order/${shipped._id}`, { status: 'shipped' });
  const partly = { orderId: shipped._id, amount: 12.34, reason: 'A scratch.', returnedUnits: 1 };
  await admin.ask('POST', '/api/refunds', partly);
  const whole = await givenPaidOrder(shop, buyer, part, 1);
  await admin.ask('POST', '/api/refunds', { orderId: whole._id, reason: 'All.', returnedUnits: 1 });
  expect(await audit()).toMatchObject({
    code: 0,
    output: 'All is well: 4 orders, stock and money agree.\n',
    errors: '',
  });
});

test('of a shop with a payment in another account finds no difference, and names it', async () => {
  const order = await givenOrder(shop, buyer, part);
  const { body } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  await sql`update payments set provider_account = 'acct_other', provider_is_live = true
    where order_id = ${order._id}`.execute(shop.db);
  expect(await audit()).toMatchObject({
    code: 0,
    output: [
      'All is well: 5 orders, stock and money agree.',
      'Not compared, because it is in another account of the card provider than the one whose keys are set:',
      `Order ${order._id}: payment ${parsePaymentId(body)} of $10.00 may still be paid in account acct_other (live mode).`,
      '',
    ].join('\n'),
    errors: '',
  });
  await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
});

describe('names with code 1', () => {
  test('a charge that was not settled here, a stock that was changed past the ledger, and a charge of nobody', async () => {
    const order = await givenCharged();
    await sql`update parts set stock = stock + 7 where id = ${part}`.execute(shop.db);
    const foreign = await sandbox.stripe.paymentIntents.create({ amount: 4_200, currency: 'usd' });
    const card = { payment_method: 'pm_card_visa', return_url: 'https://shop.example' };
    const { latest_charge } = await sandbox.stripe.paymentIntents.confirm(foreign.id, card);

    const { code, output, errors } = await audit();
    expect({ code, output }).toEqual({ code: 1, output: '' });
    const lines = errors.trim().split('\n');
    expect(lines[0]).toBe('3 differences, in 6 orders:');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(
        new RegExp(`^Part ${part} \\(Testco Drive\\): its stock is \\d+, but its movements come to \\d+\\.$`),
      ),
      expect.stringMatching(
        new RegExp(
          `^Order ${order._id}: payment pi_\\w+ is open here with \\$0\\.00 charged, but .* \\$10\\.00\\.$`,
        ),
      ),
      `Charge ${latest_charge} of $42.00 at the provider is not known to the shop.`,
    ]);
    expect(errors).not.toMatch(/ {4}at /);
  });

  test('a provider that cannot be reached', async () => {
    await sandbox.stop();
    const ended = await audit();
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toMatch(/^The card provider cannot be reached/);
  });
});

/** An order whose card was charged, of which nobody has told the shop. */
async function givenCharged(): Promise<Order> {
  const order = await givenOrder(shop, buyer, part);
  const { body } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  await confirmCard(shop, body);
  return order;
}
