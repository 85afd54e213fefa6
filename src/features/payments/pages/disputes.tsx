/** Disputes: payments that banks demand back or inquire about; the shop answers at the card provider. */
import Scale from 'lucide:scale';
import { type Dispute, listDisputesEndpoint } from '#payments/contract/disputes.ts';
import { MoneyList } from '#payments/pages/money-list.tsx';
import { describeDisputeReason, describeDisputeStatus } from '#payments/rules/dispute-words.ts';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/disputes.ts';

export const meta = describePrivatePage(
  'Disputes',
  'Payments that a buyer’s bank has disputed, and until when to answer.',
);

export const clientLoader = makeListLoader(listDisputesEndpoint);

const statuses = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

export default function Disputes({ loaderData: { page } }: Route.ComponentProps) {
  const rows = page.rows.map((dispute) => ({ ...dispute, reason: describeDisputeReason(dispute.reason) }));
  return (
    <MoneyList
      heading="Disputes"
      page={{ ...page, rows }}
      statuses={statuses}
      state={(dispute) => <State dispute={dispute} />}
      requestedAt={({ openedAt }) => openedAt}
      icon={Scale}
      emptyText="No bank asks for anything back"
    >
      When a buyer’s bank asks for a payment back, answer it at the card provider, before the day that is
      named here.
    </MoneyList>
  );
}

function State({ dispute }: { dispute: Dispute }) {
  const { formatDay } = useShopTimes();
  const state = describeDisputeStatus(dispute.status);
  if (!dispute.open) return <span className="badge">{state}</span>;
  return (
    <>
      <span className="badge badge-error">{state}</span>
      {dispute.respondBy && (
        <p className="mt-1 text-sm">
          <span className="whitespace-nowrap">Answer by</span> {formatDay(dispute.respondBy)}
        </p>
      )}
    </>
  );
}
