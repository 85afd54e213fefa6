/** Asks before an order is cancelled, and cancels it. */
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import { cancelOrder, type Order } from '#contract/orders.ts';
import { wording } from '#domain/wording.ts';
import { ask, isProblem } from '#web/api-client.ts';

/** Open while there is an order; `onClose` is told whether that order was cancelled. */
export function CancelDialog({
  order,
  onClose,
}: {
  order: Order | undefined;
  onClose: (wasCancelled: boolean) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    setProblem(undefined);
    if (order) dialog.current?.showModal();
    else dialog.current?.close();
  }, [order]);

  async function cancel() {
    if (!order || isBusy) return;
    setBusy(true);
    const answer = await ask(cancelOrder, { params: { id: order._id } });
    setBusy(false);
    if (isProblem(answer)) return setProblem(answer.detail);
    toast.success(wording.toasts.orderRemoved);
    onClose(true);
  }

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby="cancel-question"
      onClose={() => order && onClose(false)}
    >
      <div className="modal-box">
        <h2 className="text-lg font-bold" id="cancel-question">
          {wording.cancel.question}
        </h2>
        <dl className="my-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 break-words">
          <dt>Purchaser</dt>
          <dd>{order?.name}</dd>
          <dt>E-mail</dt>
          <dd className="min-w-0 break-all">{order?.email}</dd>
          <dt>Order</dt>
          <dd className="min-w-0 break-all">{order?._id}</dd>
          <dt>Part</dt>
          <dd>{order?.partsName}</dd>
        </dl>
        <p className="text-error" role="alert">
          {problem}
        </p>
        <div className="modal-action">
          <button type="button" className="btn" onClick={() => onClose(false)}>
            No, keep it
          </button>
          <button type="button" className="btn btn-error" aria-disabled={isBusy} onClick={cancel}>
            {wording.cancel.yes}
          </button>
        </div>
      </div>
    </dialog>
  );
}
