/** Where an order is: ordered, paid, shipped, delivered, or how it ended. */
import Check from 'lucide-react/icons/check';
import type { HistoryEntry } from '#contract/orders/order-history.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { HistoryKind } from '#domain/orders/order-history.ts';
import { Icon } from '#web/ui/icons.tsx';
import { useShopTimes } from '#web/ui/shop-times.ts';

type Step = { kind: HistoryKind; label: string };

const ordered: Step = { kind: 'placed', label: 'Ordered' };
const paid: Step = { kind: 'paid', label: 'Paid' };
const shipped: Step = { kind: 'shipped', label: 'Shipped' };
const delivered: Step = { kind: 'delivered', label: 'Delivered' };

const ends: Partial<Record<Order['status'], Step>> = {
  cancelled: { kind: 'cancelled', label: 'Cancelled' },
  expired: { kind: 'expired', label: 'Expired' },
  refunded: { kind: 'refunded', label: 'Refunded' },
};

export function OrderProgress({ order, history }: { order: Order; history: HistoryEntry[] }) {
  const { formatDay } = useShopTimes();
  const dates = new Map(history.map(({ kind, at }) => [kind, at])); // of several, the last
  const end = ends[order.status];
  const steps = end
    ? [ordered, paid, shipped, delivered].filter(({ kind }) => dates.has(kind)).concat(end)
    : [ordered, paid, shipped, delivered];
  const current = end ? steps.length - 1 : ['unpaid', 'paid', 'shipped', 'delivered'].indexOf(order.status);
  return (
    <ol className="order-progress" aria-label="Where the order is">
      {steps.map(({ kind, label }, index) => {
        const date = dates.get(kind);
        return (
          <li
            key={kind}
            className={index <= current ? 'is-reached' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="order-step">{index <= current && <Icon of={Check} />}</span>
            <span>{label}</span>
            {index <= current && date && (
              <time className="history-time" dateTime={date}>
                {formatDay(date)}
              </time>
            )}
          </li>
        );
      })}
    </ol>
  );
}
