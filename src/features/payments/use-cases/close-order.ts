/** Closes unpaid orders, which are cancelled or have expired: first their purchase's payment at the card provider, then their units return to the stock. */
import { lockParts } from '#catalogue/database/parts.ts';
import { returnStock } from '#catalogue/database/stock.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import {
  findOpenPayment,
  findPaymentsOfOtherMerchants,
  type PaymentRow,
} from '#payments/database/payments.ts';
import type { Gateway } from '#payments/rules/gateway.ts';
import type { ProviderPayment } from '#payments/rules/payments.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { isOfCurrentMerchant, retrieveProviderPayment } from '#payments/use-cases/provider-payment.ts';
import { settleRetrievedPayment } from '#payments/use-cases/settle-payment.ts';
import { inRepeatedTransaction, type Transaction } from '#platform/database/transaction.ts';
import {
  findVisibleOrder,
  lockOrdersOfPurchase,
  type OrderRow,
  updateDeliveryShares,
} from '#purchases/database/orders.ts';
import { shareAmongRest } from '#purchases/rules/order-deliveries.ts';
import { checkTransition } from '#purchases/rules/orders.ts';
import { type PricedRest, repriceRest } from '#purchases/use-cases/reprice-rest.ts';
import { transitionOrders } from '#purchases/use-cases/transition-order.ts';

/**
 * By a buyer or an administrator; the other orders of its purchase stay. Refuses: order-not-found, order-not-unpaid,
 * payment-in-progress, payment-provider-unavailable.
 */
export async function cancelOrder(
  dependencies: PaymentDependencies,
  { viewer, orderId, at }: { viewer: Viewer; orderId: string; at: Date },
): Promise<OrderRow | Refusal> {
  const order = await findVisibleOrder(dependencies.db, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  const refusal = checkTransition(order.state, 'cancelled');
  if (refusal) return refusal;
  const { purchase_id: purchaseId } = order;
  const closing = { purchaseId, orderIds: [orderId], to: 'cancelled' as const, viewer, at };
  const closed = await closeOrders(dependencies, closing);
  return isRefused(closed) ? closed : (closed[0] ?? order);
}

export type OrdersClosing = {
  purchaseId: string;
  /** Orders of this purchase; all or none are closed. */
  orderIds: readonly string[];
  to: 'cancelled' | 'expired';
  viewer: Viewer | undefined;
  at: Date;
};

/** Refuses: order-not-unpaid, payment-in-progress, payment-provider-unavailable (nothing changes). */
export async function closeOrders(
  dependencies: PaymentDependencies,
  closing: OrdersClosing,
): Promise<OrderRow[] | Refusal> {
  const { purchaseId, at } = closing;
  // of all orders of the purchase: what stays is paid by a new payment, of its own total
  const open = await findOpenPayment(dependencies.db, purchaseId);
  const paymentRefusal =
    (open && (await closePayment(dependencies, { payment: open, at }))) ??
    (await closePaymentsOfOtherMerchants(dependencies, { purchaseId, at }));
  if (paymentRefusal) return paymentRefusal;

  const closed = await markClosed(dependencies, closing);
  return closed === 'payment-opened' ? await closeOrders(dependencies, closing) : closed;
}

/** Closes payments marked as in another account that may be in the current one again. */
export async function closePaymentsOfOtherMerchants(
  dependencies: PaymentDependencies,
  { purchaseId, at }: { purchaseId: string; at: Date },
): Promise<Refusal | undefined> {
  for (const payment of await findPaymentsOfOtherMerchants(dependencies.db, purchaseId)) {
    const isOwn = payment.provider_account === null || (await isOfCurrentMerchant(dependencies, payment));
    if (isRefused(isOwn)) return isOwn;
    if (!isOwn) continue;
    const refusal = await closePayment(dependencies, { payment, at });
    if (refusal) return refusal;
  }
  return undefined;
}

export async function closePayment(
  dependencies: PaymentDependencies,
  { payment, at }: { payment: PaymentRow; at: Date },
): Promise<Refusal | undefined> {
  const known = await retrieveProviderPayment(dependencies, { payment, at });
  if (isRefused(known)) return known;
  if (known === 'elsewhere') return undefined;
  const atProvider = known.status === 'waiting' ? await cancel(dependencies.gateway, known) : known;
  if (isRefused(atProvider)) return atProvider;
  const settled = await settleRetrievedPayment(dependencies, {
    payment,
    atProvider,
    at,
    through: 'question',
  });
  if (isRefused(settled)) return settled;
  if (atProvider.status === 'cancelled') return undefined;
  // the provider did not cancel it: the card is being charged
  if (atProvider.status === 'waiting') return { refused: 'payment-in-progress' };
  const paid = settled.orders.find(({ transaction_id }) => transaction_id === atProvider.id);
  // otherwise a wrong amount, which is refunded
  return paid && { refused: 'order-not-unpaid', state: paid.state };
}

/** A payment that is missing right after it was retrieved counts as cancelled. */
async function cancel(gateway: Gateway, known: ProviderPayment): Promise<ProviderPayment | Refusal> {
  const cancelled = await gateway.cancel(known.id);
  return cancelled === 'missing' ? { ...known, status: 'cancelled' } : cancelled;
}

function markClosed(
  { db, enqueue }: PaymentDependencies,
  { purchaseId, orderIds, to, viewer, at }: OrdersClosing,
): Promise<OrderRow[] | 'payment-opened' | Refusal> {
  return inRepeatedTransaction<OrderRow[] | 'payment-opened'>(db, async (transaction) => {
    const locked = await lockOrdersOfPurchase(transaction, purchaseId);
    const orders = locked.filter(({ id }) => orderIds.includes(id));
    const refusal = orders.map(({ state }) => checkTransition(state, to)).find((each) => each !== undefined);
    if (refusal) return refusal;
    if (await findOpenPayment(transaction, purchaseId)) return 'payment-opened'; // in another tab
    const rest = await repriceRest({ db: transaction }, { orders: locked, closedIds: orderIds, viewer, at });
    const closing = { orders, to, viewer, at, ...explainPrice(rest) };
    const closed = await transitionOrders({ db: transaction, enqueue }, closing);
    if (isRefused(closed)) return closed;
    if (rest) {
      const cents = rest.delivery;
      const shares = shareAmongRest(locked, { closedIds: orderIds, cents });
      await updateDeliveryShares(transaction, { purchaseId, cents, shares });
    }
    await returnUnits(transaction, closed, { reason: to === 'cancelled' ? 'cancel' : 'expiry', at });
    return closed;
  });
}

/** For the history of the order. */
function explainPrice(rest: PricedRest | undefined): { reason?: string } {
  if (!rest || rest.delivery === rest.deliveryBefore) return {};
  const [after, before] = [formatMoney(rest.delivery), formatMoney(rest.deliveryBefore)];
  return { reason: `Delivery of what is left costs ${after} instead of ${before}` };
}

async function returnUnits(
  transaction: Transaction,
  orders: OrderRow[],
  { reason, at }: { reason: 'cancel' | 'expiry'; at: Date },
): Promise<void> {
  const partIds = orders.map(({ part_id }) => part_id);
  if (orders.length > 1) await lockParts(transaction, partIds);
  for (const { id, part_id, quantity } of orders)
    await returnStock(transaction, { partId: part_id, orderId: id, units: quantity, at }, reason);
}
