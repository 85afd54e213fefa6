/** The dialog that cancels an unpaid order. */
import { useEffect, useState } from 'react';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import { wording } from '#kernel/wording.ts';
import { describeRest } from '#orders/components/describe-rest.ts';
import { cancelOrderEndpoint, type ListedOrder, readMyOrderEndpoint } from '#orders/contract/orders.ts';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { ConfirmDialog } from '#ui/components/dialog.tsx';
import { toast } from '#ui/components/toast.ts';
import { refreshFrame } from '#ui/session/session.ts';

type CancelDialogProps = { order: ListedOrder | undefined; onClose: (wasCancelled: boolean) => void };

export function CancelDialog({ order, onClose }: CancelDialogProps) {
  const rest = useRest(order);
  return (
    <ConfirmDialog
      isOpen={rest !== undefined} // not before the buyer can see what is left to pay
      question={wording.cancel.question}
      confirmLabel={wording.cancel.yes}
      onClose={() => onClose(false)}
      onConfirm={async () => {
        const params = { id: order?._id ?? '' };
        const answer = await callEndpoint(cancelOrderEndpoint, { params });
        if (isProblem(answer) && !(await isCancelledByNow(answer, params))) return answer;
        refreshFrame();
        toast.success(wording.toasts.orderRemoved);
        onClose(true);
      }}
    >
      <dl className="my-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 break-words">
        <dt>Purchaser</dt>
        <dd>{order?.name}</dd>
        <dt>E-mail</dt>
        <dd className="break-all">{order?.email}</dd>
        <dt>Order</dt>
        <dd className="identifier">{order && formatOrderNumber(order._id)}</dd>
        <dt>Order id</dt>
        <dd className="identifier break-all">{order?._id}</dd>
        <dt>Part</dt>
        <dd>{withNonBreakingSpaces(order?.partsName ?? '')}</dd>
      </dl>
      {rest && <p className="my-4">{rest}</p>}
    </ConfirmDialog>
  );
}

/** What is left to pay of the purchase without the order, in sentences; undefined until it is known. */
function useRest(order: ListedOrder | undefined): string | undefined {
  const [rest, setRest] = useState<{ of: ListedOrder; text: string }>();
  useEffect(() => {
    if (!order || order.purchase.orders === 1) return;
    const show = (text: string) => setRest({ of: order, text });
    void callEndpoint(readMyOrderEndpoint, { params: { id: order._id } }).then((answer) =>
      show(isProblem(answer) ? answer.detail : describeRest(answer.ifCancelled)),
    );
  }, [order]);
  if (!order) return undefined;
  if (order.purchase.orders === 1) return '';
  return rest?.of === order ? rest.text : undefined;
}

/** An earlier try may have cancelled it, with a lost response. */
async function isCancelledByNow({ refused }: Problem, params: { id: string }): Promise<boolean> {
  if (refused !== 'order-not-unpaid') return false;
  const order = await callEndpoint(readMyOrderEndpoint, { params });
  return !isProblem(order) && order.status === 'cancelled';
}
