/** For who packs an order: how it is delivered, and when it was promised. */
import { describeOrderPromise } from '#delivery/rules/promise-wording.ts';
import { readWallTime } from '#kernel/calendar.ts';
import type { Order } from '#orders/contract/orders.ts';
import { useShop } from '#ui/layout/shop.ts';

/** Inline elements only: it also stands in labels. */
export function DeliveryNote({ order: { deliveryMethod, promise, status } }: { order: Order }) {
  const { timeZone } = useShop();
  const today = status === 'paid' ? readWallTime(new Date(), timeZone).day : undefined;
  if (!deliveryMethod) return null;
  return (
    <span className="mt-1 block text-sm">
      <strong>{deliveryMethod}</strong>
      {promise && `, ${describeOrderPromise(promise, today)}`}
    </span>
  );
}
