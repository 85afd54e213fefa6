/** Asks how a paid order travels, and ships it. */
import { toast } from 'react-toastify/unstyled';
import { type Order, shipOrder } from '#contract/orders.ts';
import { wording } from '#domain/wording.ts';
import { ask, isProblem } from '#web/api-client.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Field } from '#web/components/fields.tsx';
import { FormProblem, SubmitButton, useCallForm } from '#web/components/form.tsx';

/** Open while there is an order; `onClose` is told whether that order was shipped. */
export function ShipDialog({
  order,
  onClose,
}: {
  order: Order | undefined;
  onClose: (wasShipped: boolean) => void;
}) {
  return (
    <Dialog isOpen={order !== undefined} heading="Ship the order" onClose={() => onClose(false)}>
      {order && <ShipForm order={order} onClose={onClose} />}
    </Dialog>
  );
}

const formSchema = shipOrder.body.omit({ status: true });

function ShipForm({ order, onClose }: { order: Order; onClose: (wasShipped: boolean) => void }) {
  const { form, fields, isBusy } = useCallForm({
    schema: formSchema,
    async submit(way) {
      const answer = await ask(shipOrder, { params: { id: order._id }, body: { ...way, status: 'shipped' } });
      if (isProblem(answer)) return answer;
      toast.success(wording.toasts.shipped);
      onClose(true);
    },
  });
  return (
    <form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate={form.noValidate}
      className="form mt-4"
    >
      <p className="break-words">
        {order.quantity} × {order.partsName}, to {order.name}, {order.location}
      </p>
      <Field label="Carrier" field={fields.carrier} hint="Optional; the buyer sees it" />
      <Field label="Tracking number" field={fields.tracking} hint="Optional; the buyer sees it" />
      <FormProblem errors={form.errors} />
      <div className="modal-action mt-0">
        <button type="button" className="btn" onClick={() => onClose(false)}>
          Not yet
        </button>
        <SubmitButton isBusy={isBusy}>Ship it</SubmitButton>
      </div>
    </form>
  );
}
