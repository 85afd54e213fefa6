/** The button that records that an order has arrived, for its buyer and for administrators. */
import { useRevalidator } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { deliverOrderEndpoint, type Order } from '#orders/contract/orders.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';

/** Of shipped orders only. */
export function DeliverButton({
  order,
  label,
  className = 'btn',
}: {
  order: Order;
  label: string;
  className?: string;
}) {
  const { revalidate } = useRevalidator();
  if (order.status !== 'shipped') return null;

  async function deliver() {
    const answer = await callEndpoint(deliverOrderEndpoint, { params: { id: order._id } });
    if (isProblem(answer)) toast.error(answer.detail);
    else toast.success('The order is marked as delivered');
    // a refusal may mean that the order has changed
    if (!isProblem(answer) || answer.refused) await revalidate();
  }

  return (
    <AsyncButton className={className} aria-label={`${label}: ${order.partsName}`} onPress={deliver}>
      {label}
    </AsyncButton>
  );
}
