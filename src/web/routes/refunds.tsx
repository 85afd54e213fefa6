/** Refunds: all that were asked for, and those that failed, whose money is still with the shop. */
import { Link } from 'react-router';
import { listRefunds, type Refund } from '#contract/refunds.ts';
import { centsOf, formatMoney } from '#domain/money.ts';
import { wording } from '#domain/wording.ts';
import { askPage } from '#web/api-client.ts';
import { Buyer } from '#web/components/buyer.tsx';
import { DataTable } from '#web/components/data-list.tsx';
import { ListPages, listQuestion, useFirstSerial } from '#web/components/list-controls.tsx';
import { orThrow, requirePerson } from '#web/guard.ts';
import { writtenTime } from '#web/written-time.ts';
import type { Route } from './+types/refunds.ts';

export const meta = () => [{ title: `Refunds – ${wording.shop}` }];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  return { listed: orThrow(request, await askPage(listRefunds, { query: listQuestion(request) })) };
}

export default function Refunds({ loaderData: { listed } }: Route.ComponentProps) {
  const firstSerial = useFirstSerial();
  return (
    <section>
      <h2 className="dashboard-heading">Refunds</h2>
      <p className="mb-4">An order is refunded on its own page, which Manage Orders leads to.</p>
      {listed.rows.length > 0 && (
        <DataTable
          caption="Refunds"
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
            { heading: 'Reason', cell: ({ reason }) => reason },
            { heading: 'State', cell: (refund) => <State refund={refund} /> },
            { heading: 'Asked for', cell: ({ createdAt }) => writtenTime(createdAt) },
          ]}
        />
      )}
      <ListPages listed={listed} nothing="Nothing was refunded yet." />
    </section>
  );
}

const looks: Record<Refund['status'], string> = {
  pending: 'badge badge-warning',
  succeeded: 'badge badge-success',
  failed: 'badge badge-error',
};

function State({ refund: { status, failure } }: { refund: Refund }) {
  return (
    <>
      <span className={looks[status]}>{status}</span>
      {failure && <p className="mt-1 text-sm">{failure.replaceAll('_', ' ')}</p>}
    </>
  );
}
