/** For who packs an order: how it is delivered, and when it was promised. */

import { describeOrderPromise } from '#delivery/rules/promise-wording.ts';
import type { Order } from '#orders/contract/orders.ts';

/** Inline elements only: it also stands in labels. */
export function DeliveryNote({ order: { deliveryMethod, promise } }: { order: Order }) {
  if (!deliveryMethod) return null;
  return (
    <span className="mt-1 block text-sm">
      <strong>{deliveryMethod}</strong>
      {promise && `, ${describeOrderPromise(promise)}`}
    </span>
  );
}
