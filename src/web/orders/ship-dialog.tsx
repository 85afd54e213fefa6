/** Asks how an order travels: ships a paid one, and puts right what was told of a shipped one. */
import { type RefObject, useRef } from 'react';
import { toast } from 'react-toastify/unstyled';
import {
  correctShipmentEndpoint,
  type Order,
  shipmentSchema,
  shipOrderEndpoint,
} from '#contract/orders/orders.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { isShippedOrDelivered } from '#domain/orders/orders.ts';
import { wording } from '#domain/wording.ts';
import { callEndpoint, isProblem } from '#web/api/api-client.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useCallForm } from '#web/ui/form.tsx';

/** Open while there is an order; `onClose` is told whether that order was shipped or corrected. */
export function ShipDialog({
  order,
  onClose,
}: {
  order: Order | undefined;
  onClose: (wasDone: boolean) => void;
}) {
  const isOld = useRef(false); // a refusal may be of what an earlier try has done, its answer being lost
  const close = (wasDone: boolean) => onClose(wasDone || isOld.current);
  const heading =
    order && isShippedOrDelivered(order.status) ? 'Carrier and tracking number' : 'Ship the order';
  return (
    <Dialog isOpen={order !== undefined} heading={heading} onClose={() => close(false)}>
      {order && <ShipForm order={order} isOld={isOld} onClose={close} />}
    </Dialog>
  );
}

type ShipFormProps = { order: Order; isOld: RefObject<boolean>; onClose: (wasDone: boolean) => void };

function ShipForm({ order, isOld, onClose }: ShipFormProps) {
  const hasLeft = isShippedOrDelivered(order.status);
  const { form, fields, isBusy } = useCallForm({
    schema: shipmentSchema,
    defaultValue: { carrier: order.carrier ?? '', tracking: order.tracking ?? '' },
    async submit(way) {
      const params = { id: order._id };
      const answer = hasLeft
        ? await callEndpoint(correctShipmentEndpoint, { params, body: way })
        : await callEndpoint(shipOrderEndpoint, { params, body: { ...way, status: 'shipped' } });
      isOld.current = isProblem(answer) && answer.refused !== undefined;
      if (isProblem(answer)) return answer;
      toast.success(hasLeft ? 'Carrier and tracking number saved' : wording.toasts.shipped);
      onClose(true);
    },
  });
  return (
    <DialogForm
      form={form}
      isBusy={isBusy}
      send={hasLeft ? 'Save' : 'Ship it'}
      leave={hasLeft ? 'Leave as it is' : 'Not yet'}
      onLeave={() => onClose(false)}
    >
      <p className="break-words">
        {order.quantity}&nbsp;× {withNonBreakingSpaces(order.partsName)}, to {order.name}, {order.location}
      </p>
      <Field label="Carrier" field={fields.carrier} hint="Optional; the buyer sees it" />
      <Field label="Tracking number" field={fields.tracking} hint="Optional; the buyer sees it" />
    </DialogForm>
  );
}
