/** A paid order on the packing table: whether it is packed now, and its tracking number. */
import type { ClipboardEvent, KeyboardEvent } from 'react';
import type { ListedOrder } from '#contract/orders/orders.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { formatOrderNumber } from '#domain/orders/order-number.ts';
import { DeliveryNote } from '#web/orders/delivery-note.tsx';

type PackingRowProps = {
  order: ListedOrder;
  isChosen: boolean;
  tracking: string;
  onChoose: (isChosen: boolean) => void;
  /** Perhaps several lines. */
  onTracking: (text: string) => void;
};

export function PackingRow({ order, isChosen, tracking, onChoose, onTracking }: PackingRowProps) {
  const number = formatOrderNumber(order._id);
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text').trimEnd();
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault(); // a field of one line would join them
    onTracking(text);
  }
  return (
    <li>
      <label className="tick flex min-w-0 items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span className="min-w-0 wrap-anywhere">
          {order.quantity}&nbsp;× {withNonBreakingSpaces(order.partsName)}
          <DeliveryNote order={order} />
          <span className="muted block text-sm">
            <span className="identifier">{number}</span> · {sayBuyer(order)}
            {order.purchase.orders > 1 && ` · 1 of ${order.purchase.orders} ordered together`}
            {order.dispute && ' · disputed'}
          </span>
        </span>
      </label>
      <input
        className="input input-sm w-full"
        aria-label={`Tracking number of ${number}`}
        placeholder="Tracking number"
        autoComplete="off"
        value={tracking}
        onChange={({ currentTarget }) => onTracking(currentTarget.value)}
        onPaste={paste}
        onKeyDown={goToNext}
      />
    </li>
  );
}

/** The buyer, who most often is who gets it, and where it goes, in one line. */
function sayBuyer({ name, location }: ListedOrder): string {
  const lines = location.split('\n');
  return (lines[0] === name ? lines : [name, ...lines]).join(', ');
}

/** A scanner ends each number with Enter. */
function goToNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...document.querySelectorAll<HTMLInputElement>('.packing .input')];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
