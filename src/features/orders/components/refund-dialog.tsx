/** The dialog that refunds an order, in full or in part. */
import { useState } from 'react';
import { type Dollars, dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { computeAmount } from '#orders/components/order-amount.ts';
import type { readHistoryEndpoint } from '#orders/contract/order-history.ts';
import type { Order } from '#orders/contract/orders.ts';
import { makeRefundFormSchema, refundFormSchema, requestRefundEndpoint } from '#payments/contract/refunds.ts';
import { suggestReturnedUnits } from '#payments/rules/refunds.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import { type IdempotentCall, isProblem, useIdempotentCall } from '#ui/api/api-client.ts';
import { Dialog } from '#ui/components/dialog.tsx';
import { DialogForm } from '#ui/components/dialog-form.tsx';
import { Field } from '#ui/components/fields.tsx';
import { useCallForm } from '#ui/components/form.tsx';
import { toast } from '#ui/components/toast.ts';

type Refundable = EndpointResponse<typeof readHistoryEndpoint>['refundable'];
type RefundProps = { order: Order; refundable: Refundable; onClose: (wasRefunded: boolean) => void };

/** `wasRefunded` also when the response was lost and a refund may have been made. */
export default function RefundDialog({ isOpen, onClose, ...refund }: { isOpen: boolean } & RefundProps) {
  const attempt = useIdempotentCall();
  const close = (wasRefunded: boolean) => onClose(wasRefunded || attempt.isUnresolved());
  return (
    <Dialog isOpen={isOpen} heading="Refund the order" onClose={() => close(false)}>
      {isOpen && <RefundForm {...refund} attempt={attempt} onClose={close} />}
    </Dialog>
  );
}

function RefundForm({ order, refundable, attempt, onClose }: RefundProps & { attempt: IdempotentCall }) {
  const [amount, setAmount] = useState(refundable.amount);
  const [typedUnits, setTypedUnits] = useState<string>();
  const isShipped = order.shippedAt !== null;
  // what is on its way, too, unless the rest is of a payment that came too late
  const givenBack = Math.max(
    dollarsToCents(order.refunded),
    computeAmount(order) - dollarsToCents(refundable.amount),
  );
  const suggestedUnits = suggestReturnedUnits(refundable, { amount, isShipped });
  const { fields, ...sending } = useCallForm({
    schema: makeRefundFormSchema(refundable),
    defaultValue: { amount: refundable.amount.toFixed(2) },
    async submit(refund) {
      const body = { ...refund, orderId: order._id };
      const answer = await attempt.send(
        requestRefundEndpoint,
        { body },
        'its refund is in the history of this order',
      );
      if (isProblem(answer)) return answer;
      const amount = formatDollars(answer.amount);
      toast.success(
        answer.status === 'succeeded' ? `${amount} refunded` : `The refund of ${amount} is on its way`,
      );
      onClose(true);
    },
  });
  return (
    <DialogForm {...sending} submitLabel="Refund" cancelLabel="Not now" onCancel={() => onClose(false)}>
      <p>
        {order.name} paid {formatMoney(computeAmount(order))} for {order.quantity}&nbsp;×{' '}
        {withNonBreakingSpaces(order.partsName)}.
        {givenBack > 0 && ` ${formatMoney(givenBack)} of it was given back or is on its way.`}
      </p>
      <Field
        label="Amount (US dollars)"
        field={fields.amount}
        inputMode="decimal"
        onInput={({ currentTarget }) => setAmount(readAmount(currentTarget.value))}
        hint={`At most ${formatDollars(refundable.amount)}, which is all that is left`}
      />
      <Field label="Reason" field={fields.reason} hint="The buyer reads it, here and in a mail" />
      <Field
        key={suggestedUnits}
        label={isShipped ? 'Units that came back' : 'Units that go back into stock'}
        field={fields.returnedUnits}
        inputMode="numeric"
        defaultValue={typedUnits ?? String(suggestedUnits)}
        onInput={({ currentTarget }) => setTypedUnits(currentTarget.value)}
        hint={`${isShipped ? 'They go back to the stock' : 'They have not left the shop'}; at most ${refundable.units}`}
      />
    </DialogForm>
  );
}

/** 0: none is typed yet, or it cannot be one. */
function readAmount(text: string): Dollars {
  return refundFormSchema.shape.amount.safeParse(text).data ?? 0;
}
