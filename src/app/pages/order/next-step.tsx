/** At the top of an order: what happens next, and the button for it. */
import type { ReactNode } from 'react';
import { sayPromise } from '#delivery/rules/promise-wording.ts';
import { formatShopDay } from '#kernel/times.ts';
import type { Order } from '#orders/contract/orders.ts';
import { type Shop, useShop } from '#ui/layout/shop.ts';

type NextStepProps = { order: Order; isBuyer: boolean; children: ReactNode };

/** `children`: what there is to know or to do before. */
export function NextStep({ order, isBuyer, children }: NextStepProps) {
  const arrival = sayArrival(order);
  const sentence = describeNext(order, { isBuyer, ...useShop() });
  return (
    <div className="next-step">
      {arrival && <p className="next-lead">{arrival}</p>}
      {sentence && <p className={arrival ? undefined : 'next-lead'}>{sentence}</p>}
      {children}
    </div>
  );
}

/** Until it has arrived, the promised days are what happens next. */
export function isAwaited({ status }: Order): boolean {
  return status === 'unpaid' || status === 'paid' || status === 'shipped';
}

function sayArrival(order: Order): string | undefined {
  if (!order.promise || !isAwaited(order)) return undefined;
  const { label, days } = sayPromise(order.promise);
  return `${label} ${days}`;
}

function describeNext(
  order: Order,
  { isBuyer, sendsMail }: Pick<Shop, 'sendsMail'> & { isBuyer: boolean },
): string | undefined {
  const { status, parcelUnits, paymentLost, pickUpAt, carrier, tracking, deliveredOn } = order;
  const isCollected = pickUpAt !== null;
  switch (status) {
    case 'unpaid':
      return isBuyer ? undefined : 'This order is not paid yet.';
    case 'paid':
      if (parcelUnits === 0) return 'Its units stay in the shop: nothing is left to be shipped.';
      if (paymentLost)
        return 'The bank has given this order’s payment back to the card’s holder: its units stay in the shop until that is cleared up.';
      if (!isBuyer) return describeUnitsToShip(order);
      return `It is paid. ${sendsMail ? 'We write to you' : 'This page says'} when ${isCollected ? 'you can collect it' : 'it is on its way'}.`;
    case 'shipped':
      if (isCollected) return 'It is ready to be collected.';
      return `It is on its way${carrier ? ` with ${carrier}` : ''}${tracking ? `; its tracking number is ${tracking}` : ''}.`;
    case 'delivered':
      if (!deliveredOn) return isCollected ? 'It has been collected.' : 'It has arrived.';
      return `It ${isCollected ? 'was collected' : 'arrived'} on ${formatShopDay(deliveredOn)}.`;
    case 'cancelled':
      return 'This order was cancelled.';
    case 'expired':
      return 'This order was not paid in time.';
    case 'refunded':
      return 'This order was refunded.';
  }
}

function describeUnitsToShip({ quantity, parcelUnits }: Order): string {
  if (parcelUnits === quantity) return 'This order is paid and has to be shipped.';
  return `This order is paid; ${parcelUnits} of its ${quantity} units ${parcelUnits === 1 ? 'has' : 'have'} to be shipped.`;
}
