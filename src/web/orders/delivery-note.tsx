/** For who packs an order: how it is delivered, and when it was promised. */
import type { Order } from '#contract/orders/orders.ts';
import { describeOrderPromise } from '#domain/delivery/promise-wording.ts';

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
