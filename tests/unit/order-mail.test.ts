/** What mails about an order say of its delivery, and mails about an account of a provider. */
import { expect, test } from 'vitest';
import { type OrderMail, renderOrderMail } from '#orders/mails/order-mail.ts';
import { renderAccountMail } from '#people/mails/account-mail.ts';

const shop = { name: 'COMPACT', tagline: 'Parts & more.' };
const id = '01a20714-b050-7713-a144-82fdb340f796';
const mail: OrderMail = {
  orders: [{ id, part_id: id, part_name: 'Testco 8 GB', quantity: 2, unit_price_cents: 2_300 }],
  buyerName: 'Bea Buyer',
  ...{ total: 4_800, deliveryPrice: 200, refunded: 0, transactionId: null, parcels: [] },
  promise: {
    ...{ from: '2026-11-24', to: '2026-11-25', isPickUp: false },
    ifPaid: { by: new Date('2026-11-24T08:00:00Z'), timeZone: 'Asia/Dhaka' },
  },
  pickUpAt: null,
  location: 'Bea Buyer\n1 <Farm> Lane\nDhaka - 1205',
  expiresAt: new Date('2026-11-24T20:00:00Z'),
  timeZone: 'Asia/Dhaka',
  others: { unpaid: { orders: [], total: 0, deliveryPrice: 0 }, paid: 2 },
  refund: undefined,
  publicUrl: 'https://shop.example',
};

test('the lines of an address stay lines, and the price of delivery is named', () => {
  const { text, html } = renderOrderMail('placed', mail, shop);
  expect(text).toContain(
    'Delivery: $2.00\nTotal: $48.00\nDelivery to:\n  Bea Buyer\n  1 <Farm> Lane\n  Dhaka - 1205\n',
  );
  expect(text).toContain('Kept until: 25 November 2026 at 02:00 GMT+6\n');
  expect(html).toContain('Bea Buyer<br>1 &#60;Farm&#62; Lane<br>Dhaka - 1205');
});

test('parts that are brought leave the shop, those that are collected are ready for the buyer', () => {
  const brought = renderOrderMail('shipped', mail, shop);
  expect(brought.subject).toBe('Your Testco 8 GB is on its way');
  const several = renderOrderMail('shipped', { ...mail, orders: [...mail.orders, ...mail.orders] }, shop);
  expect(several.subject).toBe('Your Testco 8 GB and 1 other part are on their way');
  expect(brought.text).toContain('are still to come; we write again when we ship them.');
  const place = '12 Elephant Road, Dhaka';
  const collected = {
    ...mail,
    pickUpAt: place,
    promise: { from: '2026-11-24', to: '2026-11-25', isPickUp: true, ifPaid: null },
  };
  expect(renderOrderMail('paid', collected, shop).text).toContain('write again when you can collect it.');
  const ready = renderOrderMail('shipped', collected, shop);
  expect(ready.subject).toBe('Your Testco 8 GB is ready for you');
  expect(ready.text).toContain('are still to come; we write again when you can collect them.');
  expect(ready.text).toContain(`To be collected: ${place}\n`);
  expect(ready.text).not.toMatch(/on its way|Delivery to/);
});

test('a mail about a new way to log in names the provider as its owner wrote it', () => {
  const person = { name: 'Bea', address: 'https://shop.example/dashboard/my_profile', provider: '$& <ID>' };
  const { subject, text, html } = renderAccountMail('log-in-linked', person, {
    name: 'Bits & Bobs',
    tagline: '',
  });
  expect(subject).toBe('A new way to log in to Bits & Bobs');
  expect(text).toMatch(/-- \nBits & Bobs$/);
  expect(text).toContain('from now on you can also log in to your account here with $& <ID>.');
  expect(text).toContain(person.address);
  expect(html).toContain('$&#38; &#60;ID&#62;');
});

test('who cancels a part reads what is left to pay, with its delivery, and when a card cannot pay it', () => {
  const tell = (total: number, deliveryPrice: number) => {
    const unpaid = { orders: mail.orders, total, deliveryPrice };
    return renderOrderMail('cancelled', { ...mail, others: { unpaid, paid: 0 } }, shop).text;
  };
  const dear = tell(850, 450);
  expect(dear).toContain('the other part that you ordered with it, for $8.50 with $4.50 of delivery.');
  expect(dear).toContain('Pay the other by card');
  const small = tell(30, 0);
  expect(small).toContain('for $0.30. What is left to pay is below $0.50');
  expect(small).not.toContain('Pay the other by card');
});
