/** The state of an order, its refunds, and the links to it and to where it is. */
import Truck from 'lucide:truck';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { computeAmount } from '#orders/components/order-amount.ts';
import type { Order } from '#orders/contract/orders.ts';
import type { OrderDispute } from '#payments/rules/disputes.ts';
import type { OrderState as State } from '#purchases/rules/orders.ts';
import { Icon } from '#ui/components/icons.tsx';

const stateClasses: Record<State, string> = {
  unpaid: 'badge badge-warning',
  paid: 'badge badge-success',
  shipped: 'badge badge-success',
  delivered: 'badge badge-success',
  cancelled: 'badge',
  expired: 'badge',
  refunded: 'badge badge-info',
};

/** As the specification words them. */
const stateLabels: Partial<Record<State, string>> = {
  unpaid: wording.manageOrders.unpaid,
  paid: wording.myOrders.paid,
  shipped: wording.manageOrders.shipped,
};

export function OrderState({ order }: { order: Order }) {
  if (computeMissingRefund(order) > 0) return <span className="badge badge-warning">REFUND&nbsp;DUE</span>;
  if (order.dispute) return <DisputeBadge dispute={order.dispute} />;
  return <PlainState state={order.status} />;
}

/** Without what refunds and disputes say of it. */
export function PlainState({ state }: { state: State }) {
  return <span className={stateClasses[state]}>{stateLabels[state] ?? state.toUpperCase()}</span>;
}

export function DisputeBadge({ dispute }: { dispute: OrderDispute }) {
  return (
    <span className="badge badge-error">{dispute === 'open' ? 'DISPUTED' : <>DISPUTE&nbsp;LOST</>}</span>
  );
}

export function RefundSummary({ order }: { order: Order }) {
  const missing = computeMissingRefund(order);
  const text =
    missing > 0
      ? `${formatMoney(missing)} not given back yet`
      : order.refunded > 0 && order.status !== 'refunded'
        ? `${formatDollars(order.refunded)} refunded`
        : undefined;
  return text && <p className="mt-1 text-sm">{text}</p>;
}

export function TestPaymentMark({ order }: { order: Order }) {
  return order.testPayment && <p className="muted mt-1 text-sm">Test payment</p>;
}

export function computeMissingRefund(order: Order): number {
  return order.status === 'refunded' ? computeAmount(order) - dollarsToCents(order.refunded) : 0;
}

export function OrderLink({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <Link className="link" to={paths.order(order._id)}>
      {children}
    </Link>
  );
}

/** To where its carrier says where it is; nothing for carriers that the owner has not set up. */
export function TrackLink({ order, className }: { order: Order; className: string }) {
  const { trackingLink, tracking, carrier, partsName } = order;
  if (!trackingLink) return null;
  return (
    <a className={className} href={trackingLink} target="_blank" rel="noopener noreferrer">
      <Icon of={Truck} />
      Track
      <span className="sr-only">
        : {partsName}, {carrier} {tracking}
      </span>
    </a>
  );
}
