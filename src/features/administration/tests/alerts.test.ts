/** Alerts: when a mail to the owner is due, and what it says. */
import { describe, expect, test } from 'vitest';
import { type AlertMail, renderAlertMail } from '#administration/mails/alert-mail.ts';
import { findDigestDay, findSlot } from '#administration/rules/alerts.ts';

describe('a mail is due', () => {
  test('at once in each ten minutes of the clock, with what has happened until now', () => {
    const at = new Date('2026-11-22T10:59:59.999Z');
    expect(findSlot(at)).toEqual({ name: '2026-11-22T10:50', until: at });
    expect(findSlot(new Date('2026-11-22T11:00:00Z')).name).toBe('2026-11-22T11:00');
  });

  test('daily from 6:00 UTC on, with what happened before, also when the shop was away at that hour', () => {
    const day = (at: string) => findDigestDay(new Date(at));
    const until = new Date('2026-03-01T06:00:00Z');
    expect(day('2026-03-01T06:00:00Z')).toEqual({ name: '2026-03-01', until });
    expect(day('2026-03-01T23:59:59Z')).toEqual({ name: '2026-03-01', until });
    expect(day('2026-03-02T05:59:59Z')).toEqual({ name: '2026-03-01', until });
    expect(day('2026-03-01T05:59:59Z').name).toBe('2026-02-28');
  });
});

test('a mail has a section for each kind, the most urgent first, and says how many more there are', () => {
  const none = { rows: [], total: 0 };
  const orderId = '0198c0de-0000-7000-8000-0123456789ab';
  const at = new Date('2026-11-22T10:51:00Z');
  const mail: AlertMail = {
    period: '2026-11-22T10:50',
    orders: {
      rows: [
        {
          ...{ id: orderId, part_name: 'Fan & Co', quantity: 2, total_cents: 2_100 },
          ...{ buyer_name: 'Mara', state: 'paid', placed_at: at },
        },
      ],
      total: 1_200,
    },
    disputes: {
      rows: [{ order_id: orderId, amount_cents: 500, reason: 'fraudulent', respond_by: at, closed_at: null }],
      total: 1,
    },
    failedRefunds: none,
    outOfStock: { rows: [{ id: orderId, name: 'Testco Board', stock: 1, minimum_order: 2 }], total: 1 },
    lowStock: none,
  };
  const { subject, text, html } = renderAlertMail(
    mail,
    { personName: 'Ada', publicUrl: 'https://shop.example', timeZone: 'Asia/Dhaka' },
    { name: 'Bits', tagline: 'Parts for everybody.' },
  );
  expect(subject).toBe('1 dispute, 1 part ran out, 1,200 new orders');
  expect(text).toMatchInlineSnapshot(`
    "Dear Ada,

    this has just happened in your shop. What comes in the next minutes follows in one mail.

    1 DISPUTE
    014D2-PF2DB: $5.00. The card’s holder says that somebody else made the payment. The bank needs an answer by 22 November 2026 at 16:51 GMT+6.
      https://shop.example/dashboard/order/0198c0de-0000-7000-8000-0123456789ab
    All open disputes:
      https://shop.example/dashboard/disputes?status=open

    1 PART RAN OUT
    Testco Board: 1 left, an order takes at least 2
      https://shop.example/dashboard/edit_product/0198c0de-0000-7000-8000-0123456789ab
    All parts by stock:
      https://shop.example/dashboard/manage_products?sort=stock

    1,200 NEW ORDERS
    014D2-PF2DB: 2 × Fan & Co, $21.00, Mara, 22 November 2026 at 16:51 GMT+6, paid
      https://shop.example/dashboard/order/0198c0de-0000-7000-8000-0123456789ab
    1,199 more: They are in the dashboard.
    All orders:
      https://shop.example/dashboard/manage_orders

    Settings in the dashboard say what is mailed, when and to whom: https://shop.example/dashboard/settings/mails

    -- 
    Bits
    Parts for everybody."
  `);
  expect(html).toContain('>2 × Fan &#38; Co, $21.00');
});
