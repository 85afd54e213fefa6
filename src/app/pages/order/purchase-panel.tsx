/** On the page of an order: the purchase that it was placed in, with its other orders, its payment and its refunds. */
import { Link } from 'react-router';
import type { PurchaseRefund, readPurchaseEndpoint } from '#app/contract/purchases.ts';
import { PurchaseFit } from '#app/pages/order/purchase-fit.tsx';
import { IncludedTax } from '#delivery/components/included-tax.tsx';
import { formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { OrderState, RefundSummary } from '#orders/components/order-state.tsx';
import { describeStates, makePurchaseAddress } from '#orders/components/purchase-group.tsx';
import type { ListedOrder } from '#orders/contract/orders.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { type FormatTime, useShopTimes } from '#ui/components/shop-times.ts';

type Purchase = EndpointResponse<typeof readPurchaseEndpoint>;
type PanelProps = { order: ListedOrder; purchase: Purchase; admin: boolean };

export default function PurchasePanel({ order, purchase, admin }: PanelProps) {
  return (
    <section className="panel purchase-panel" aria-labelledby="purchase-heading">
      <h3 className="panel-heading" id="purchase-heading">
        {purchase.orders.length} parts ordered together
      </h3>
      <p>
        {describeStates(order.purchase)}
        {order.purchase.toPay > 0 && `; ${formatDollars(order.purchase.toPay)} to pay, in one payment`}.
        {admin && (
          <>
            {' '}
            <Link className="link" to={makePurchaseAddress(purchase._id)}>
              Show them in the list
            </Link>
          </>
        )}
      </p>
      <OrdersOfPurchase order={order} orders={purchase.orders} />
      <PurchaseFit fit={purchase.fit} />
      {order.purchase.total > 0 && <IncludedTax tax={purchase.tax} amount={purchase.tax?.ofTotal} />}
      <Money order={order} purchase={purchase} />
    </section>
  );
}

function OrdersOfPurchase({ order, orders }: { order: ListedOrder; orders: Purchase['orders'] }) {
  return (
    <ul className="purchase-orders">
      {orders.map((other) => (
        <li key={other._id} aria-current={other._id === order._id ? 'page' : undefined}>
          <div className="min-w-0 wrap-anywhere">
            {other.quantity}&nbsp;×{' '}
            {other._id === order._id ? (
              <strong>{withNonBreakingSpaces(other.partsName)}</strong>
            ) : (
              <Link className="link" to={paths.order(other._id)}>
                {withNonBreakingSpaces(other.partsName)}
              </Link>
            )}
            <RefundSummary order={other} />
          </div>
          <div className="grid flex-none content-start justify-items-end gap-1 tabular-nums">
            {formatDollars(other.total + other.delivery)}
            <OrderState order={other} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The payments and refunds of the purchase, each with what is of this order. */
function Money({ order, purchase: { payments, refunds } }: Omit<PanelProps, 'admin'>) {
  const { formatDay } = useShopTimes();
  if (payments.length === 0) return null;
  return (
    <ul className="purchase-money">
      {payments.map(({ transactionId, amount, paidAt }) => (
        <li key={transactionId}>
          {formatDollars(amount)} paid on {formatDay(paidAt)}
          {transactionId === order.transactionId &&
            `, ${formatDollars(order.total + order.delivery)} of it for this part`}
          <span className="identifier block">{transactionId}</span>
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={refund._id}>
          {describeRefund(refund, order, formatDay)}
          <span className="muted block text-sm">{refund.reason}</span>
        </li>
      ))}
    </ul>
  );
}

function describeRefund(refund: PurchaseRefund, { _id }: ListedOrder, formatDay: FormatTime): string {
  const { amount, orders } = refund;
  const own = orders.find(({ orderId }) => orderId === _id);
  const parts = orders.map(({ partsName }) => partsName).join(', ');
  const share = own && orders.length > 1 ? `, ${formatDollars(own.amount)} of it for this part` : '';
  return `${formatDollars(amount)} ${describeRefundState(refund, formatDay)} for ${withNonBreakingSpaces(parts)}${share}`;
}

function describeRefundState(
  { status, requestedAt, succeededAt, failedAt }: PurchaseRefund,
  formatDay: FormatTime,
): string {
  if (status === 'pending') return `on its way back since ${formatDay(requestedAt)}`;
  if (succeededAt && failedAt) return `came back to the shop on ${formatDay(failedAt)}: a refund`;
  return succeededAt ? `refunded on ${formatDay(succeededAt)}` : 'could not be refunded';
}
