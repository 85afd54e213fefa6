/** Which orders were placed together: the groups of My Orders, and what an order says outside of them. */
import { Link } from 'react-router';
import { formatDollars } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { countWords } from '#kernel/words.ts';
import { OrderAgain } from '#orders/components/order-again.tsx';
import type { ListedOrder, PurchaseSummary, UnpaidPurchase } from '#orders/contract/orders.ts';
import { Countdown } from '#ui/components/countdown.tsx';
import type { RowGroup } from '#ui/components/data-table.tsx';

/** `unpaid`: all unpaid purchases of the buyer. `onExpiry`: when the time of one is over. */
export function groupByPurchase(
  orders: ListedOrder[],
  { unpaid, onExpiry }: { unpaid: UnpaidPurchase[]; onExpiry: () => void },
) {
  const purchases = Map.groupBy(orders, ({ purchaseId }) => purchaseId);
  return {
    /** The orders of a purchase follow each other. */
    orders: [...purchases.values()].flat(),
    group(order: ListedOrder): RowGroup | undefined {
      if (order.purchase.orders === 1) return undefined;
      const shown = purchases.get(order.purchaseId) ?? [];
      if (shown[0] !== order) return {};
      const toPay = unpaid.find(({ _id }) => _id === order.purchaseId);
      return {
        head: (
          <GroupHead order={order} shown={shown.length} {...(toPay ? { toPay } : {})} onExpiry={onExpiry} />
        ),
      };
    },
  };
}

function GroupHead({
  order,
  shown,
  toPay,
  onExpiry,
}: {
  /** One of it. */
  order: ListedOrder;
  shown: number;
  toPay?: UnpaidPurchase;
  onExpiry: () => void;
}) {
  const { purchase } = order;
  const { orders, total } = purchase;
  return (
    <div className="group-head-lines">
      <div>
        <p>
          <strong>{orders} parts ordered together</strong>
          {total > 0 && <span className="tabular-nums">, {formatDollars(total)}</span>}
        </p>
        <p className="muted text-sm font-normal">
          {describeStates(purchase)}
          {shown < orders && `; ${shown} of ${orders} shown`}
        </p>
      </div>
      <OrderAgain order={order} className="btn btn-sm" />
      {toPay && (
        <div className="group-payment">
          <Countdown until={toPay.expiresAt} label="Please pay within" onEnd={onExpiry} />
          <Link className="btn btn-primary btn-sm" to={paths.payment(toPay.orderId)}>
            Pay now <span className="font-normal">{formatDollars(toPay.toPay)}</span>
            <span className="sr-only"> for {countWords(toPay.orders, 'part')}</span>
          </Link>
        </div>
      )}
    </div>
  );
}

/** Manage Orders with the orders of this purchase only. */
export function makePurchaseAddress(purchaseId: string): string {
  return `${paths.manageOrders}?purchase=${purchaseId}`;
}

/** `2 paid, 1 cancelled`. */
export function describeStates({ states }: PurchaseSummary): string {
  return states.map(({ status, orders }) => `${orders} ${status}`).join(', ');
}
