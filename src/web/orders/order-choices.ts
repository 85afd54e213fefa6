/** The sort orders and filters of tables of orders. */
import { orderStatuses } from '#domain/orders/orders.ts';
import { capitalize } from '#domain/words.ts';
import type { Choice } from '#web/ui/list-controls.tsx';

export const orderSortChoices: Choice[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'total', label: 'Largest total first' },
];

export const orderStatusChoices: Choice[] = [
  { value: '', label: 'All but cancelled and expired' },
  ...orderStatuses.map((status) => ({
    value: status,
    label: capitalize(status),
  })),
];
