/** A list of orders, the person's own or everybody's, in which unpaid ones can be cancelled. */
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import type { ListPage } from '#web/api/api-client.ts';
import { CancelDialog } from '#web/orders/cancel-dialog.tsx';
import { orderSortChoices, orderStatusChoices } from '#web/orders/order-choices.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { TrashIcon } from '#web/ui/icons.tsx';
import { ListControls, ListPages, useFirstRowNumber } from '#web/ui/list-controls.tsx';

/** What the columns need to know of the table around them. */
type CellContext = {
  /** The number of the page's first order among all. */
  firstSerial: number;
  /** Asks whether to cancel the order. */
  cancel: (order: Order) => void;
  /** Loads the list anew. */
  reload: () => void;
};

export function OrdersTable({
  heading,
  searchLabel,
  listed,
  empty,
  columns,
}: {
  heading: string;
  searchLabel: string;
  listed: ListPage<Order>;
  /** Stands there when nobody has ordered. */
  empty: ReactNode;
  columns: (surroundings: CellContext) => Column<Order>[];
}) {
  const { revalidate } = useRevalidator();
  const [cancelling, setCancelling] = useState<Order>();
  const firstSerial = useFirstRowNumber();
  return (
    <section>
      <h2 className="dashboard-heading">{heading}</h2>
      <ListControls label={searchLabel} sorts={orderSortChoices} statuses={orderStatusChoices} />
      {listed.rows.length > 0 && (
        <DataTable
          caption={heading}
          rows={listed.rows}
          columns={columns({ firstSerial, cancel: setCancelling, reload: revalidate })}
        />
      )}
      <ListPages listed={listed} empty={empty} />
      <CancelDialog
        order={cancelling}
        onClose={(wasCancelled) => {
          setCancelling(undefined);
          if (wasCancelled) revalidate();
        }}
      />
    </section>
  );
}

export function CancelButton({ order, onCancel }: { order: Order; onCancel: (order: Order) => void }) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`Cancel ${order.partsName}`}
      onClick={() => onCancel(order)}
    >
      <TrashIcon />
    </button>
  );
}
