/** The packing table: papers for some paid orders, and many of them shipped or delivered at once. */
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { type ListedOrder, listOrdersEndpoint } from '#contract/orders/orders.ts';
import * as paths from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { formatNumber } from '#domain/words.ts';
import { DeliveredReport } from '#web/orders/packing/delivered-report.tsx';
import { PackingPapers } from '#web/orders/packing/packing-papers.tsx';
import { PackingRow } from '#web/orders/packing/packing-row.tsx';
import { spreadTrackings } from '#web/orders/packing/parcel-lines.ts';
import { ShipParcels } from '#web/orders/packing/ship-parcels.tsx';
import { loadList } from '#web/people/load-list.ts';
import { describePrivatePage } from '#web/ui/page-meta.ts';
import type { Route } from './+types/packing.ts';

const title = 'Packing table';
const maxOrders = 100;

export const meta = describePrivatePage(
  title,
  'Orders to be packed: pick list, packing slips, and shipping many at once.',
);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { status: 'paid', sort: 'promised', limit: maxOrders } as const;
  return { page: await loadList(request, listOrdersEndpoint, query) };
}

export default function Packing({ loaderData: { page } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <section>
      <h2 className="dashboard-heading">{title}</h2>
      <p className="mb-6 max-w-[62ch]">
        Paid orders, those that are promised soonest first
        {page.total > page.rows.length && `: the first ${page.rows.length} of ${formatNumber(page.total)}`}.
        All orders are in{' '}
        <Link className="link" to={paths.manageOrders}>
          {wording.dashboard.manageOrders}
        </Link>
        .
      </p>
      <div className="grid max-w-4xl gap-6">
        {page.rows.length > 0 ? (
          <OrdersToPack orders={page.rows} onShipped={revalidate} />
        ) : (
          <p>No paid order waits to be packed.</p>
        )}
        <DeliveredReport />
      </div>
    </section>
  );
}

function OrdersToPack({ orders, onShipped }: { orders: ListedOrder[]; onShipped: () => void }) {
  const [unchosen, setUnchosen] = useState<ReadonlySet<string>>(new Set());
  const [trackings, setTrackings] = useState<Readonly<Record<string, string>>>({});
  const chosen = orders.filter(({ _id }) => !unchosen.has(_id));
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(unchosen);
    for (const id of ids) isChosen ? next.delete(id) : next.add(id);
    setUnchosen(next);
  };
  /** Perhaps several lines, as a table gives them. */
  const setTracking = (index: number, text: string) => {
    const ids = orders.map(({ _id }) => _id);
    setTrackings({ ...trackings, ...Object.fromEntries(spreadTrackings(ids, index, text)) });
  };
  return (
    <>
      <section className="panel" aria-label="Orders">
        <label className="tick flex items-center gap-2 pb-3">
          <input
            type="checkbox"
            checked={unchosen.size === 0}
            onChange={({ currentTarget }) =>
              choose(
                orders.map(({ _id }) => _id),
                currentTarget.checked,
              )
            }
          />
          <span>All of them</span>
        </label>
        <ul className="packing">
          {orders.map((order, index) => (
            <PackingRow
              key={order._id}
              order={order}
              isChosen={!unchosen.has(order._id)}
              tracking={trackings[order._id] ?? ''}
              onChoose={(isChosen) => choose([order._id], isChosen)}
              onTracking={(text) => setTracking(index, text)}
            />
          ))}
        </ul>
        <PackingPapers orders={chosen} />
      </section>
      <ShipParcels
        lines={chosen.map(({ _id }) => ({ order: _id, tracking: trackings[_id] ?? '' }))}
        onShipped={onShipped}
      />
    </>
  );
}
