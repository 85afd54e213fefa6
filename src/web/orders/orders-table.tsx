/** A table of orders, a person's own or all, in which unpaid ones can be cancelled. */
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ListedOrder } from '#contract/orders/orders.ts';
import { orderStatuses } from '#domain/orders/orders.ts';
import { capitalize } from '#domain/words.ts';
import type { ListPage } from '#web/api/api-client.ts';
import { CancelDialog } from '#web/orders/cancel-dialog.tsx';
import { type Column, DataTable, type RowGroup } from '#web/ui/data-table.tsx';
import { TrashIcon } from '#web/ui/icons.tsx';
import { type Choice, ListControls, ListPages, useFirstRowNumber } from '#web/ui/list-controls.tsx';

type CellContext = {
  firstSerial: number;
  cancel: (order: ListedOrder) => void;
  reload: () => void;
};

export function OrdersTable({
  heading,
  searchLabel,
  page,
  lead,
  empty,
  columns,
  filters,
  isFolded,
  group,
}: {
  heading: string;
  /** Stands above the heading. */
  lead?: ReactNode;
  searchLabel: string;
  page: ListPage<ListedOrder>;
  empty: ReactNode;
  columns: (context: CellContext) => Column<ListedOrder>[];
  filters?: ReactNode;
  isFolded?: true;
  group?: (order: ListedOrder) => RowGroup | undefined;
}) {
  const { revalidate } = useRevalidator();
  const [orderToCancel, setOrderToCancel] = useState<ListedOrder>();
  const firstSerial = useFirstRowNumber();
  return (
    <section>
      {lead}
      <h2 className="dashboard-heading">{heading}</h2>
      <ListControls label={searchLabel} sorts={orderSortChoices} statuses={orderStatusChoices}>
        {filters}
      </ListControls>
      {page.rows.length > 0 && (
        <DataTable
          caption={heading}
          rows={page.rows}
          {...(isFolded ? { isFolded } : {})}
          group={group}
          columns={columns({ firstSerial, cancel: setOrderToCancel, reload: revalidate })}
        />
      )}
      <ListPages page={page} empty={empty} />
      <CancelDialog
        order={orderToCancel}
        onClose={(wasCancelled) => {
          setOrderToCancel(undefined);
          if (wasCancelled) revalidate();
        }}
      />
    </section>
  );
}

type CancelButtonProps = { order: ListedOrder; onCancel: (order: ListedOrder) => void };

export function CancelButton({ order, onCancel }: CancelButtonProps) {
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

const orderSortChoices: Choice[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'total', label: 'Largest total first' },
];

const orderStatusChoices: Choice[] = [
  { value: '', label: 'All but cancelled and expired' },
  ...orderStatuses.map((status) => ({
    value: status,
    label: capitalize(status),
  })),
];
