/** What the dialog that refunds an order begins with. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import RefundDialog from '#orders/components/refund-dialog.tsx';
import type { Order } from '#orders/contract/orders.ts';

/** Of an order of thirty dollars of which another twenty can be refunded. */
function renderDialog(order: Pick<Order, 'shippedAt' | 'refunded'>): string {
  const all = { name: 'Pat', partsName: 'Testco', quantity: 3, total: 30, delivery: 0, ...order };
  return renderToStaticMarkup(
    createElement(RefundDialog, {
      order: all as Order,
      refundable: { amount: 20, units: 2, refusal: null },
      isOpen: true,
      onClose: () => {},
    }),
  );
}

test.each([
  [null, 'Units that go back into stock', '2'],
  ['2026-11-25T10:00:00.000Z', 'Units that came back', '0'],
])('the units of an order that was shipped at %s begin as “%s: %s”', (shippedAt, label, units) => {
  const html = renderDialog({ shippedAt, refunded: 0 });
  expect(html).toContain(label);
  expect(/<input[^>]*name="returnedUnits"[^>]*value="(\d+)"/.exec(html)?.[1]).toBe(units);
});

test.each([
  [0, '10', 'of which ten are on their way'],
  [30, '30', 'that is refunded, of which another payment came too late'],
])('when %d dollars were refunded, %s were given back of an order %s', (refunded, dollars) => {
  expect(renderDialog({ shippedAt: null, refunded })).toContain(
    `$${dollars}.00 of it was given back or is on its way.`,
  );
});
