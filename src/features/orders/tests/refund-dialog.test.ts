/** What the dialog that refunds an order begins with. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RefundDialog } from '#orders/components/refund-dialog.tsx';
import type { Order } from '#orders/contract/orders.ts';

test.each([
  [null, 'Units that go back into stock', '2'],
  ['2026-11-25T10:00:00.000Z', 'Units that came back', '0'],
])('the units of an order that was shipped at %s begin as “%s: %s”', (shippedAt, label, units) => {
  const order = {
    shippedAt,
    name: 'Pat',
    partsName: 'Testco',
    quantity: 3,
    total: 30,
    delivery: 0,
    refunded: 0, // a refund of ten is pending
  };
  const html = renderToStaticMarkup(
    createElement(RefundDialog, {
      order: order as Order,
      refundable: { amount: 20, units: 2, refusal: null },
      isOpen: true,
      onClose: () => {},
    }),
  );
  expect(html).toContain(label);
  expect(html).toContain('$10.00 of it was given back or is on its way.');
  expect(/<input[^>]*name="returnedUnits"[^>]*value="(\d+)"/.exec(html)?.[1]).toBe(units);
});
