/** The dialog for carrier and tracking number: ships a paid order, or corrects a shipped one. */
import { type RefObject, useRef } from 'react';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { wording } from '#kernel/wording.ts';
import { CarrierNames } from '#orders/components/carrier-names.tsx';
import { disputeWarning } from '#orders/components/ship-button.tsx';
import { correctShipmentEndpoint, type Order, shipOrderEndpoint } from '#orders/contract/orders.ts';
import { shipmentSchema } from '#orders/contract/shipment.ts';
import { describeBuyer } from '#orders/rules/packing.ts';
import { isShippedOrDelivered } from '#purchases/rules/orders.ts';
import { callEndpoint, isProblem } from '#ui/api/api-client.ts';
import { Dialog } from '#ui/components/dialog.tsx';
import { DialogForm } from '#ui/components/dialog-form.tsx';
import { Field } from '#ui/components/fields.tsx';
import { useCallForm } from '#ui/components/form.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { toast } from '#ui/components/toast.ts';

type ShipDialogProps = { order: Order | undefined; onClose: (wasDone: boolean) => void };

/** Open while `order` is defined; `wasDone` also when the order may have changed. */
export default function ShipDialog({ order, onClose }: ShipDialogProps) {
  const isOutdated = useRef(false); // a refusal may mean that an earlier try was done
  const close = (wasDone: boolean) => onClose(wasDone || isOutdated.current);
  const heading =
    order && isShippedOrDelivered(order.status) ? 'Carrier and tracking number' : 'Ship the order';
  return (
    <Dialog isOpen={order !== undefined} heading={heading} onClose={() => close(false)}>
      {order && <ShipForm order={order} isOutdated={isOutdated} onClose={close} />}
    </Dialog>
  );
}

type ShipFormProps = { order: Order; isOutdated: RefObject<boolean>; onClose: (wasDone: boolean) => void };

function ShipForm({ order, isOutdated, onClose }: ShipFormProps) {
  const isShipped = isShippedOrDelivered(order.status);
  const seen = useRef({ carrier: order.carrier, tracking: order.tracking });
  const confirmation = order.dispute ? { despiteDispute: true } : {};
  const { fields, ...sending } = useCallForm({
    schema: shipmentSchema,
    defaultValue: { carrier: order.carrier ?? '', tracking: order.tracking ?? '' },
    async submit(shipment) {
      const params = { id: order._id };
      const answer = isShipped
        ? await callEndpoint(correctShipmentEndpoint, { params, body: { ...shipment, seen: seen.current } })
        : await callEndpoint(shipOrderEndpoint, {
            params,
            body: { ...shipment, status: 'shipped', ...confirmation },
          });
      if (isProblem(answer) && answer.refused === 'changed-meanwhile')
        Object.assign(seen.current, (answer as { current?: object }).current);
      isOutdated.current = isProblem(answer) && answer.refused !== undefined;
      if (isProblem(answer)) return answer;
      toast.success(isShipped ? 'Carrier and tracking number saved' : wording.toasts.shipped);
      onClose(true);
    },
  });
  return (
    <DialogForm
      {...sending}
      submitLabel={isShipped ? 'Save' : order.dispute ? 'Ship it all the same' : 'Ship it'}
      cancelLabel={isShipped ? 'Leave as it is' : 'Not yet'}
      onCancel={() => onClose(false)}
    >
      <p className="break-words">
        {order.parcelUnits}&nbsp;× {withNonBreakingSpaces(order.partsName)}, to {describeBuyer(order)}
      </p>
      {order.dispute && !isShipped && (
        <Notice kind="warning">
          <p>{disputeWarning}</p>
        </Notice>
      )}
      <Field label="Carrier" field={fields.carrier} list="carriers" hint="Optional; the buyer sees it" />
      <CarrierNames />
      <Field label="Tracking number" field={fields.tracking} hint="Optional; the buyer sees it" />
    </DialogForm>
  );
}
