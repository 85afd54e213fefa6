/** What is left to pay of a purchase when an order of it is cancelled. */
import { dollarsToCents, formatCost, formatMoney, minChargeCents, restTooSmall } from '#kernel/money.ts';
import type { readMyOrderEndpoint } from '#orders/contract/orders.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';

/** In sentences; none when nothing is left. */
export function describeRest(rest: EndpointResponse<typeof readMyOrderEndpoint>['ifCancelled']): string {
  if (!rest) return '';
  const toPay = dollarsToCents(rest.toPay);
  const { delivery, deliveryBefore } = rest;
  return [
    `What is left of the purchase then costs ${formatMoney(toPay)}.`,
    ...(delivery === deliveryBefore
      ? []
      : [
          `Its delivery is then ${formatCost(dollarsToCents(delivery))}; now it is ${formatCost(dollarsToCents(deliveryBefore))}.`,
        ]),
    ...(toPay < minChargeCents ? [restTooSmall] : []),
  ].join(' ');
}
