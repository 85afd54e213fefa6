/** Unpaid orders whose time is up end, so that what nobody pays can be sold to somebody else. */

import { findOrdersToExpire } from '#database/orders/orders.ts';
import { isRefused } from '#domain/refusals.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { closeOrder } from '#shop/orders/close-order.ts';

/**
 * Expires all orders whose time was up at `at`, and answers how many. An order whose payment the provider does not let
 * be cancelled now, or that is just being paid, stays for the next time.
 */
export async function expireOrders(dependencies: PaymentDependencies, { at }: { at: Date }): Promise<number> {
  let expired = 0;
  let after: string | undefined;
  for (;;) {
    const orders = await findOrdersToExpire(dependencies.db, { at, after, limit: 100 });
    for (const order of orders) {
      const closed = await closeOrder(dependencies, { order, to: 'expired', viewer: undefined, at });
      if (!isRefused(closed)) expired += 1;
    }
    after = orders.at(-1)?.id;
    if (after === undefined) return expired;
  }
}
