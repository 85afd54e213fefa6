/** A table of orders, a person's own or all, in which unpaid ones can be cancelled. */
import { type ComponentProps, useState } from 'react';
import { useRevalidator } from 'react-router';
import { capitalize } from '#kernel/words.ts';
import { CancelDialog } from '#orders/components/cancel-dialog.tsx';
import type { ListedOrder } from '#orders/contract/orders.ts';
import { orderStatuses } from '#purchases/rules/orders.ts';
import type { Column } from '#ui/components/data-table.tsx';
import { TrashIcon } from '#ui/components/icons.tsx';
import { type Choice, ListControls } from '#ui/components/list-controls.tsx';
import { ListView } from '#ui/components/list-view.tsx';

export function OrdersTable({
  searchLabel,
  columns,
  moreFilters,
  isFoldedOnPhones,
  ...list
}: Omit<ComponentProps<typeof ListView<ListedOrder>>, 'columns'> & {
  searchLabel: string;
  columns: (cancel: (order: ListedOrder) => void) => Column<ListedOrder>[];
} & Pick<ComponentProps<typeof ListControls>, 'moreFilters' | 'isFoldedOnPhones'>) {
  const { revalidate } = useRevalidator();
  const [orderToCancel, setOrderToCancel] = useState<ListedOrder>();
  return (
    <>
      <ListView {...list} columns={columns(setOrderToCancel)}>
        <ListControls
          label={searchLabel}
          sorts={orderSortChoices}
          statuses={orderStatusChoices}
          moreFilters={moreFilters}
          isFoldedOnPhones={isFoldedOnPhones}
        />
      </ListView>
      <CancelDialog
        order={orderToCancel}
        onClose={(wasCancelled) => {
          setOrderToCancel(undefined);
          if (wasCancelled) revalidate();
        }}
      />
    </>
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
  ...orderStatuses.map((status) => ({ value: status, label: capitalize(status.replace('-', ' ')) })),
];
