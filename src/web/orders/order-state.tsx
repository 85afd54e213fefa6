/** How an order stands, in one word, and what of its money was given back. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import { dollarsToCents, formatMoney } from '#domain/money.ts';
import type { OrderState as State } from '#domain/orders/orders.ts';
import { paths } from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';

const stateClasses: Record<State, string> = {
  unpaid: 'badge badge-warning',
  paid: 'badge badge-success',
  shipped: 'badge badge-success',
  delivered: 'badge badge-success',
  cancelled: 'badge',
  expired: 'badge',
  refunded: 'badge badge-info',
};

const stateLabels: Record<State, string> = {
  unpaid: wording.manageOrders.unpaid,
  paid: wording.myOrders.paid,
  shipped: wording.manageOrders.shipped,
  delivered: 'DELIVERED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  refunded: 'REFUNDED',
};

export function OrderState({ order }: { order: Order }) {
  if (computeMissingRefund(order) > 0) return <span className="badge badge-warning">REFUND&nbsp;DUE</span>;
  return <span className={stateClasses[order.status]}>{stateLabels[order.status]}</span>;
}

/** The sum that was given back of an order that goes on, or that a refunded order still waits for, if there is one. */
export function RefundSummary({ order }: { order: Order }) {
  const missing = computeMissingRefund(order);
  const words =
    missing > 0
      ? `${formatMoney(missing)} not given back yet`
      : order.refunded > 0 && order.status !== 'refunded'
        ? `${formatMoney(dollarsToCents(order.refunded))} refunded`
        : undefined;
  return words && <p className="mt-1 text-sm">{words}</p>;
}

/** Says of an order that it was paid with a test card, by which no money has come in. */
export function TestPaymentMark({ order }: { order: Order }) {
  return order.testPayment && <p className="muted mt-1 text-sm">Test payment</p>;
}

/** Cents that have come back to the shop of a refunded order: its state says what was meant, this what is so. */
export function computeMissingRefund({ status, total, refunded }: Order): number {
  return status === 'refunded' ? dollarsToCents(total) - dollarsToCents(refunded) : 0;
}

/** Leads to the order's own page, where its history is. */
export function OrderLink({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <Link className="link" to={paths.order(order._id)}>
      {children}
    </Link>
  );
}
