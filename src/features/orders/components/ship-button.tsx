/** The button that ships a paid order at once; it asks first when the payment is disputed. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { wording } from '#kernel/wording.ts';
import { deliverOrderEndpoint, type Order, shipOrderEndpoint } from '#orders/contract/orders.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { ConfirmDialog } from '#ui/components/dialog.tsx';
import { toast } from '#ui/components/toast.ts';

const { manageOrders, toasts } = wording;

export const disputeWarning =
  'This order’s payment is disputed: the shop may have to give its money back, or has done so.';

export function ShipButton({ order }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);

  async function ship(despiteDispute: boolean) {
    const answer = await callEndpoint(shipOrderEndpoint, {
      params: { id: order._id },
      body: { status: 'shipped', ...(despiteDispute ? { despiteDispute } : {}) },
    });
    if (isProblem(answer) && answer.refused === 'dispute-unconfirmed') {
      setAsking(true); // disputed since this page was loaded
      return undefined;
    }
    if (isProblem(answer) && despiteDispute) return answer; // shown in the dialog
    if (!isProblem(answer)) toast.success(toasts.shipped);
    else toast.error(answer.detail);
    setAsking(false);
    // a refusal may mean that an earlier try with a lost response has shipped it
    if (!isProblem(answer) || answer.refused) void revalidate();
    return undefined;
  }

  return (
    <>
      <AsyncButton
        className="btn btn-tint btn-sm"
        aria-label={`${manageOrders.pending}: ship ${order.partsName} to ${order.name}`}
        onPress={async () => (order.dispute ? setAsking(true) : await ship(false))}
      >
        {manageOrders.pending}
      </AsyncButton>
      <ConfirmDialog
        isOpen={isAsking}
        question="Ship a disputed order?"
        confirmLabel="Ship it all the same"
        cancelLabel="Do not ship it"
        onClose={() => setAsking(false)}
        onConfirm={() => ship(true)}
      >
        <p className="my-4 break-words">
          {order.parcelUnits}&nbsp;× {withNonBreakingSpaces(order.partsName)}, to {order.name}
        </p>
        <p className="my-4">{disputeWarning}</p>
      </ConfirmDialog>
    </>
  );
}

type DeliverButtonProps = { order: Order; label: string; className?: string };

/** Of shipped orders only. */
export function DeliverButton({ order, label, className = 'btn' }: DeliverButtonProps) {
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
