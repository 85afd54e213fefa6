/** What the shop mails about orders: once to the buyer, nothing about what did not happen, and again when a mail did not go. */
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/contract/orders.ts';
import { mayMailBuyer } from '#orders/jobs/mail-order.ts';
import type { Mail } from '#platform/mail/mailbox.ts';
import { findOrder } from '#purchases/database/orders.ts';
import {
  confirmAddress,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  givenPurchase,
  orderBody,
  type Person,
  payOrder,
} from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { mailPlaced } from '../support/orders.ts';
import { makePurchaseActions } from '../support/purchases.ts';
import { givenShop, untilJobsAreDone } from '../support/shop.ts';

/** Buyers whose mail the mailbox refuses as often as it says here. */
const refusals = new Map<string, number>();
const attempts: Mail[] = [];

const shop = await givenShop({ runsJobs: true, onMail: refuseSometimes });
const { admin } = await givenPeople(shop, { admin: { role: 'admin' } });

describe('an order that was placed', () => {
  test('is mailed to its buyer once, with its part, quantity, prices and the way to pay', async () => {
    const buyer = await givenPerson(shop, { name: 'Mara' });
    const part = await givenPart(shop, { name: 'Testco Fury: Board', price: 123_450 });
    const order = await givenOrder(shop, buyer, part, 2);
    await untilJobsAreDone(shop.db, 'mail-');
    const last = await givenPerson(shop);
    await givenOrder(shop, last, part);
    await untilJobsAreDone(shop.db, 'mail-');

    const [mail, ...more] = mailsTo(buyer);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your order of Testco Fury: Board');
    for (const content of [mail?.text, readWords(mail?.html ?? '')]) {
      expect(content).toContain('Dear Mara');
      expect(content).toContain('2 × Testco Fury: Board, $1,234.50 each');
      expect(content).toContain('Total: $2,469.00');
      expect(content).toContain('1 Farm Lane, Little Village');
      expect(content).toMatch(/Kept until: \d+ \w+ \d{4} at \d\d:\d\d GMT\+6/);
      expect(content).toContain(`${shop.url}/dashboard/payment/${order._id}`);
    }
    expect(mail?.html).toContain('>2 × Testco Fury: Board, $1,234.50 each<');
  });

  test('shows markup in the mail as the text that it is', async () => {
    const name = '<b>Bobby</b>';
    const buyer = await givenPerson(shop, { name });
    const part = await givenPart(shop, { name: 'Drive <img src=x onerror="alert(1)"> & \'Sons\'' });
    const location = '"><script>alert(2)</script>';
    const placed = await buyer.ask('POST', '/api/order', { ...orderBody(part), location });
    expect(placed.status).toBe(201);
    await untilJobsAreDone(shop.db, 'mail-');
    const mail = readMail(buyer, 'placed');
    const tags = mail.html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/ .*/s, '>')) ?? [];
    const ours = /^<(!doctype|br|meta|\/?(html|head|title|style|body|div|table|tr|td|h1|p|a|span))>$/;
    expect(tags.filter((tag) => !ours.test(tag))).toEqual([]);
    expect(mail.html).toContain('&#60;script&#62;alert(2)&#60;/script&#62;');
    expect(mail.html).toContain('&#60;b&#62;Bobby&#60;/b&#62;');
    expect(mail.text).toContain(location);
    expect(mail.text).toContain(`Dear ${name},`);
  });
});

describe('each later change of an order', () => {
  test('is mailed once: paid, and shipped with the carrier and the tracking number', async () => {
    const buyer = await givenPerson(shop, { name: 'Mara' });
    const part = await givenPart(shop, { name: 'Testco Board', price: 123_450 });
    const order = await givenPaidOrder(shop, buyer, part, 2);
    const settle = { orderId: order._id, transactionId: order.transactionId };
    const again = await buyer.ask('PATCH', `/api/my_order/${order._id}`, settle);
    expect(again.status).toBe(200);
    const shipment = { status: 'shipped', carrier: 'Rural <Post>', tracking: 'RP 1 & 2' };
    const ship = () => admin.ask('PATCH', `/api/manage_order/${order._id}`, shipment);
    expect((await ship()).status).toBe(200);
    expect((await ship()).status).toBe(409);
    await untilJobsAreDone(shop.db, 'mail-');

    expect(changesMailedTo(buyer)).toEqual(['paid', 'placed', 'shipped']);
    const paid = readMail(buyer, 'paid');
    expect(paid.subject).toBe('Your payment for Testco Board');
    for (const content of [paid.text, readWords(paid.html)]) {
      expect(content).toContain('Dear Mara');
      expect(content).toContain('Total: $2,469.00');
      expect(content).toContain(`Transaction: ${order.transactionId}`);
      expect(content).toContain(`${shop.url}/dashboard`);
    }
    const shipped = readMail(buyer, 'shipped');
    expect(shipped.subject).toBe('Your Testco Board is on its way');
    expect(shipped.text).toContain('Carrier: Rural <Post>\nTracking number: RP 1 & 2\n');
    expect(readWords(shipped.html)).toContain('Carrier: Rural &#60;Post&#62; Tracking number: RP 1 &#38; 2 ');
  });

  test('is mailed once: cancelled, however often it is asked for', async () => {
    const buyer = await givenPerson(shop);
    const order = await givenOrder(shop, buyer, await givenPart(shop, { name: 'Testco Regret' }));
    await untilJobsAreDone(shop.db, 'mail-');
    const cancel = () => buyer.ask('DELETE', `/api/manage_order/${order._id}`);
    const statuses = (await Promise.all([cancel(), cancel(), cancel()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
    await untilJobsAreDone(shop.db, 'mail-');
    expect(changesMailedTo(buyer)).toEqual(['cancelled', 'placed']);
    const mail = readMail(buyer, 'cancelled');
    expect(mail.subject).toBe('Your order of Testco Regret is cancelled');
    expect(mail.text).toContain('Nothing was charged');
  });
});

test('one order of a purchase of three is mailed alone, and says what is still to be paid, and then what is still to come', async () => {
  const buyer = await givenPerson(shop);
  const names = ['Testco Regret', 'Testco Ahead', 'Testco Behind'];
  const parts = await Array.fromAsync(names, (name, index) =>
    givenPart(shop, { name, price: 1_000 * (index + 1) }),
  );
  const { orders } = await givenPurchase(buyer, parts);
  const [regret, ahead, behind] = ['Regret', 'Ahead', 'Behind'].map((word) =>
    orders.find(({ partsName }) => partsName.endsWith(word)),
  ) as [Order, Order, Order];
  const { cancel, pay } = makePurchaseActions(shop, buyer);
  await untilJobsAreDone(shop.db, 'mail-');
  await cancel(regret);
  await untilJobsAreDone(shop.db, 'mail-');
  await pay(ahead);
  await admin.ask('PATCH', `/api/manage_order/${ahead._id}`, { status: 'shipped' });
  await untilJobsAreDone(shop.db, 'mail-');
  await admin.ask('POST', '/api/refunds', { orderId: behind._id, reason: 'Sold out.' });
  await untilJobsAreDone(shop.db, 'mail-');

  expect(changesMailedTo(buyer)).toEqual(['cancelled', 'paid', 'placed', 'refunded', 'shipped']);
  const first = [ahead._id, behind._id].sort()[0];
  const expectations: Record<string, { says: string[]; not: RegExp }> = {
    placed: { says: ['Total: $60.00'], not: /still to come/ },
    cancelled: {
      says: [
        '1 × Testco Regret, $10.00 each',
        'We still keep the 2 other parts that you ordered with it, for $50.00 together.',
        `/dashboard/payment/${first}`,
      ],
      not: /Testco (Ahead|Behind)/,
    },
    paid: { says: ['1 × Testco Ahead', '1 × Testco Behind', 'Total: $50.00'], not: /Regret/ },
    shipped: {
      says: ['1 × Testco Ahead', 'The other part that you have paid for with it is still to come'],
      not: /Regret|Behind/,
    },
    refunded: { says: ['1 × Testco Behind', 'Refunded: $30.00'], not: /Regret|Ahead|still to come/ },
  };
  for (const [change, { says, not }] of Object.entries(expectations)) {
    const { text, html } = readMail(buyer, change);
    for (const content of [text, readWords(html)]) {
      for (const sentence of says) expect(content).toContain(sentence);
      expect(content).not.toMatch(not);
    }
  }
});

test('an order that was refused mails nobody', async () => {
  const [refused, buyer] = [await givenPerson(shop), await givenPerson(shop)];
  const part = await givenPart(shop, { stock: 1 });
  expect((await refused.ask('POST', '/api/order', orderBody(part, 2))).status).toBe(409);
  expect((await refused.ask('POST', '/api/order', { ...orderBody(part), price: 1 })).status).toBe(409);
  await givenOrder(shop, buyer, part);
  await untilJobsAreDone(shop.db, 'mail-');
  expect(mailsTo(refused)).toEqual([]);
});

describe('an address that nobody has confirmed', () => {
  test('gets no mail about orders, however many are placed and cancelled', async () => {
    const [stranger, buyer] = [await givenPerson(shop, { isConfirmed: false }), await givenPerson(shop)];
    for (let i = 0; i < 4; i++) {
      const order = await givenOrder(shop, stranger);
      expect((await stranger.ask('DELETE', `/api/manage_order/${order._id}`)).status).toBe(200);
    }
    await givenOrder(shop, buyer);
    await untilJobsAreDone(shop.db, 'mail-');
    const mails = shop.mails.filter(({ to }) => to === stranger.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Please confirm your e-mail address']);
  });

  test('is not called by a name that whoever signed up may have chosen, until it is confirmed', async () => {
    const stranger = await givenPerson(shop, { name: 'bit.ly/3xPrize', isConfirmed: false });
    const { email } = stranger;
    const reset = () => stranger.ask('POST', '/api/identity/request-password-reset', { email });
    expect((await reset()).status).toBe(200);
    await untilJobsAreDone(shop.db, 'mail-');
    const mails = () => shop.mails.filter(({ to }) => to === email).map(({ text }) => text.split('\n')[0]);
    expect(mails()).toEqual(['Dear customer,', 'Dear customer,']);
    await confirmAddress(shop, { email });
    expect((await reset()).status).toBe(200);
    await untilJobsAreDone(shop.db, 'mail-');
    expect(mails()[2]).toBe('Dear bit.ly/3xPrize,');
  });

  test('gets none of an order that was cancelled before the others of its purchase were paid', async () => {
    const buyer = await givenPerson(shop, { isConfirmed: false });
    const { orders } = await givenPurchase(buyer, [await givenPart(shop), await givenPart(shop)]);
    const [cancelled, kept] = orders as [Order, Order];
    const { cancel, pay } = makePurchaseActions(shop, buyer);
    expect((await cancel(cancelled)).status).toBe(200);
    expect((await pay(kept)).status).toBe('paid');
    // asked directly, because the mail may have been decided before the payment
    const mayMail = async ({ _id }: Order) => {
      const order = await findOrder(shop.db, _id);
      return order && (await mayMailBuyer(shop.db, order));
    };
    expect(await mayMail(kept)).toBe(true);
    expect(await mayMail(cancelled)).toBe(false);
  });

  test('gets those of an order that is paid, and all once it is confirmed', async () => {
    const buyer = await givenPerson(shop, { isConfirmed: false });
    const order = await givenPaidOrder(shop, buyer);
    await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    await untilJobsAreDone(shop.db, 'mail-');
    expect(changesMailedTo(buyer)).toEqual(expect.arrayContaining(['paid', 'shipped']));
    const unpaid = await givenOrder(shop, buyer);
    await untilJobsAreDone(shop.db, 'mail-');
    await confirmAddress(shop, buyer);
    await buyer.ask('DELETE', `/api/manage_order/${unpaid._id}`);
    await untilJobsAreDone(shop.db, 'mail-');
    const changes = mailsTo(buyer).filter(({ id }) => id.startsWith(unpaid._id));
    expect(changes.map(({ id }) => id)).toEqual([`${unpaid._id}-cancelled`]);
  });
});

describe('a mail that the mailbox did not accept', () => {
  test.each([
    ['is kept', -1, ['placed']],
    ['has expired', 1, []],
    ['is cancelled', -1, []],
  ])('of an order to pay that %s, at its expiry %i ms, goes out as %o', async (what, ms, sent) => {
    const buyer = await givenPerson(shop);
    const { _id, expiresAt } = await givenOrder(shop, buyer, await givenPart(shop));
    if (what === 'is cancelled') await buyer.ask('DELETE', `/api/manage_order/${_id}`);
    const mails = await mailPlaced(shop, [_id], new Date(Date.parse(expiresAt ?? '') + ms));
    expect(mails.map(({ id }) => id)).toEqual(sent.map((change) => `${_id}-${change}`));
  });

  test('of a purchase to pay says what is left of it', async () => {
    const buyer = await givenPerson(shop);
    const parts = [await givenPart(shop, { price: 1_000 }), await givenPart(shop, { price: 1_000 })];
    const { orders } = await givenPurchase(buyer, parts);
    const [cancelled = '', kept = ''] = orders.map(({ _id }) => _id).sort();
    await buyer.ask('DELETE', `/api/manage_order/${cancelled}`);
    const [mail, ...more] = await mailPlaced(shop, [cancelled, kept]);
    expect([mail?.id, more]).toEqual([`${cancelled}-placed`, []]);
    for (const fact of ['Total: $10.00', `/dashboard/payment/${kept}`, 'Arrives: '])
      expect(mail?.text).toContain(fact);
    await payOrder(shop, buyer, kept);
    const [paid] = await mailPlaced(shop, [cancelled, kept]);
    expect(paid?.text).toContain('Total: $10.00');
    expect(paid?.text).not.toMatch(/Kept until|Pay it/);
  });

  test('is retried, and the others are still sent once', async () => {
    const buyers = await Promise.all(Array.from({ length: 5 }, () => givenPerson(shop)));
    const unlucky = buyers[4] as Person;
    refusals.set(unlucky.email, 1);
    const part = await givenPart(shop);
    // at once, so that the worker takes them up together
    await Promise.all(buyers.map((buyer) => givenOrder(shop, buyer, part)));
    await untilJobsAreDone(shop.db, 'mail-');
    expect(buyers.map((buyer) => mailsTo(buyer).length)).toEqual([1, 1, 1, 1, 1]);
    const tried = attempts.filter(({ id, to }) => to === unlucky.email && id.endsWith('-placed'));
    expect([tried.length, new Set(tried.map(({ id }) => id)).size]).toEqual([2, 1]);
  });
});

function refuseSometimes(mail: Mail): void {
  attempts.push(mail);
  const left = refusals.get(mail.to) ?? 0;
  if (left === 0 || !mail.id.endsWith('-placed')) return;
  refusals.set(mail.to, left - 1);
  throw new Error('the mailbox is full');
}

function mailsTo({ email }: Person): Mail[] {
  return shop.mails.filter(({ id, to }) => to === email && !id.startsWith('verification-'));
}

/** What the buyer was told of their orders. */
function changesMailedTo(buyer: Person): (string | undefined)[] {
  return mailsTo(buyer)
    .map(({ id }) => id.split('-').at(-1))
    .sort();
}

function readMail(buyer: Person, change: string): Mail {
  const mail = mailsTo(buyer).find(({ id }) => id.endsWith(`-${change}`));
  if (!mail) throw new Error(`${change} was not mailed`);
  return mail;
}

/** What the HTML says without its tags, as a mail program shows it that knows none but links. */
function readWords(html: string): string {
  return html
    .replace(/<a [^>]*href="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}
