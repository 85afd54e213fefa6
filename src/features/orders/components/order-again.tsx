/** The button that puts a purchase into the basket again, and leads there. */
import * as paths from '#kernel/paths.ts';
import { orderAgainEndpoint } from '#orders/contract/order-again.ts';
import type { ListedOrder } from '#orders/contract/orders.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { toast } from '#ui/components/toast.ts';

/** For the buyer, unless there is something to pay first. */
export function OrderAgain({ order, className = 'btn' }: { order: ListedOrder; className?: string }) {
  const { purchaseId, partsName, purchase } = order;
  if (purchase.states.some(({ status }) => status === 'unpaid')) return null;
  const isOfOne = purchase.orders === 1;

  async function orderAgain() {
    const basket = await callEndpoint(orderAgainEndpoint, { body: { purchaseId } });
    // the page of the basket says what is not as it was
    if (isProblem(basket)) toast.error(basket.detail);
    else location.assign(`${paths.basket}?again=${purchaseId}`);
  }

  return (
    <AsyncButton className={className} onPress={orderAgain}>
      {isOfOne ? 'Order again' : 'Order all again'}
      <span className="sr-only">: {isOfOne ? partsName : `${purchase.orders} parts`}</span>
    </AsyncButton>
  );
}
