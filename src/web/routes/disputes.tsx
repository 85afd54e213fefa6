/** Disputes: payments that a buyer's bank takes back or asks about; they are answered at the card provider. */
import { Link } from 'react-router';
import { type Dispute, listDisputes } from '#contract/disputes.ts';
import { centsOf, formatMoney } from '#domain/money.ts';
import { wording } from '#domain/wording.ts';
import { askPage } from '#web/api-client.ts';
import { Buyer } from '#web/components/buyer.tsx';
import { DataTable } from '#web/components/data-list.tsx';
import { ListPages, listQuestion, useFirstSerial } from '#web/components/list-controls.tsx';
import { orThrow, requirePerson } from '#web/guard.ts';
import { writtenDay } from '#web/written-day.ts';
import type { Route } from './+types/disputes.ts';

export const meta = () => [{ title: `Disputes – ${wording.shop}` }];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return { listed: orThrow(request, await askPage(listDisputes, { query: listQuestion(request) })) };
}

export default function Disputes({ loaderData: { listed } }: Route.ComponentProps) {
  const firstSerial = useFirstSerial();
  return (
    <section>
      <h2 className="dashboard-heading">Disputes</h2>
      <p className="mb-4">
        A buyer’s bank asks for a payment back. Answer it at the card provider, before the day that is named
        here.
      </p>
      {listed.rows.length > 0 && (
        <DataTable
          caption="Disputes"
          rows={listed.rows}
          columns={[
            { heading: 'Serial no', cell: (_, index) => firstSerial + index },
            {
              heading: 'Order',
              isName: true,
              cell: ({ orderId, partsName }) => (
                <Link className="link" to={`/dashboard/order/${orderId}`}>
                  {partsName}
                </Link>
              ),
            },
            { heading: 'Buyer', cell: (row) => <Buyer order={row} /> },
            { heading: 'Amount', cell: ({ amount }) => formatMoney(centsOf(amount)) },
            { heading: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
            { heading: 'State', cell: (dispute) => <State dispute={dispute} /> },
          ]}
        />
      )}
      <ListPages listed={listed} nothing="No bank asks for anything back." />
    </section>
  );
}

function State({ dispute }: { dispute: Dispute }) {
  const words = dispute.status.replaceAll('_', ' ');
  if (!dispute.open) return <span className="badge">{words}</span>;
  return (
    <>
      <span className="badge badge-error">{words}</span>
      {dispute.respondBy && <p className="mt-1 text-sm">Answer by {writtenDay(dispute.respondBy)}</p>}
    </>
  );
}
