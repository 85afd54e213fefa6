/** Refunds: the list of all, with their state. */
import Undo from 'lucide:undo-2';
import { listRefundsEndpoint, type Refund } from '#payments/contract/refunds.ts';
import { MoneyList } from '#payments/pages/money-list.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/refunds.ts';

export const meta = describePrivatePage('Refunds', 'Money that went back to buyers, or is on its way.');

export const clientLoader = makeListLoader(listRefundsEndpoint);

const states: Record<Refund['status'], { className: string; label: string }> = {
  pending: { className: 'badge badge-warning', label: 'On its way' },
  succeeded: { className: 'badge badge-success', label: 'Refunded' },
  failed: { className: 'badge badge-error', label: 'Failed' },
};
const statuses = [
  { value: '', label: 'All' },
  ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
  { value: 'to-repeat', label: 'Failed, not repeated' },
];

export default function Refunds({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <MoneyList
      heading="Refunds"
      page={page}
      statuses={statuses}
      state={(refund) => <State refund={refund} />}
      requestedAt={({ createdAt }) => createdAt}
      icon={Undo}
      emptyText="Nothing was refunded yet"
    >
      An order is refunded on its own page, which Manage Orders leads to.
    </MoneyList>
  );
}

function State({ refund: { status, failure, inAnotherAccount } }: { refund: Refund }) {
  const { className, label } = states[status];
  return (
    <>
      <span className={className}>{label}</span>
      {failure && <p className="mt-1 text-sm">{failure}</p>}
      {inAnotherAccount && (
        <p className="mt-1 text-sm">
          The order was paid in another account of the card provider. Look there what has become of this
          refund; the shop cannot, until it uses that account again.
        </p>
      )}
    </>
  );
}
