/** The button that records that an order has arrived, for its buyer and for administrators. */
import { toast } from 'react-toastify/unstyled';
import { deliverOrderEndpoint, type Order } from '#contract/orders/orders.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { AsyncButton } from '#web/ui/async-button.tsx';

/** Of shipped orders only. `onDone` also runs when the order may have changed. */
export function DeliverButton({
  order,
  label,
  className = 'btn',
  onDone,
}: {
  order: Order;
  label: string;
  className?: string;
  onDone: () => unknown;
}) {
  if (order.status !== 'shipped') return null;

  async function deliver() {
    const answer = await callEndpoint(deliverOrderEndpoint, { params: { id: order._id } });
    if (isProblem(answer)) toast.error(answer.detail);
    else toast.success('The order is marked as delivered');
    if (!isProblem(answer) || answer.refused) await onDone();
  }

  return (
    <AsyncButton className={className} aria-label={`${label}: ${order.partsName}`} onPress={deliver}>
      {label}
    </AsyncButton>
  );
}
