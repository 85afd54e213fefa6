/** The packing table: papers for some paid orders, and many of them shipped or delivered at once. */
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { formatNumber } from '#kernel/words.ts';
import { type ListedOrder, listOrdersEndpoint } from '#orders/contract/orders.ts';
import { readPackingPapersEndpoint } from '#orders/contract/packing.ts';
import { DeliveryNote } from '#orders/pages/delivery-note.tsx';
import { describeBuyer } from '#orders/rules/packing.ts';
import { promisedDays } from '#purchases/rules/orders.ts';
import { downloadFile } from '#ui/api/download-file.ts';
import { AsyncButton } from '#ui/components/action-button.tsx';
import { readListQuery } from '#ui/components/list-controls.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useDraft } from '#ui/session/drafts.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/packing.ts';
import { DeliveredReport, ShipParcels, spreadTrackings } from './parcels.tsx';

const title = 'Packing table';
const maxOrders = 100;

export const meta = describePrivatePage(
  title,
  'Orders to be packed: pick list, packing slips, and shipping many at once.',
);

export const clientLoader = makeListLoader(listOrdersEndpoint, (request) => ({
  ...readListQuery(request, ['promised']),
  status: 'to-ship',
  sort: 'promised',
  limit: maxOrders,
}));

export default function Packing({ loaderData: { page } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const promised = promisedDays.find((day) => day === search.get('promised'));
  return (
    <section>
      <h2 className="dashboard-heading">{title}</h2>
      <p className="mb-6 max-w-[62ch]">
        {promised ? promisedHeads[promised] : 'Paid orders, those that are promised soonest first'}
        {page.total > page.rows.length && `: the first ${page.rows.length} of ${formatNumber(page.total)}`}.
        All orders are in{' '}
        <Link className="link" to={paths.manageOrders}>
          {wording.dashboard.manageOrders}
        </Link>
        .{' '}
        {promised && (
          <Link className="link" to={paths.packing}>
            Pack all paid orders
          </Link>
        )}
      </p>
      <div className="grid max-w-4xl gap-6">
        <OrdersToPack orders={page.rows} onShipped={revalidate} />
        <DeliveredReport />
      </div>
    </section>
  );
}

const promisedHeads = {
  late: 'Paid orders that are late',
  today: 'Paid orders that are promised for today',
  tomorrow: 'Paid orders that are promised for tomorrow',
  later: 'Paid orders that are promised for a later day, or for none',
};

/** Stays when no order is left, so that the lines that were refused are not lost. */
function OrdersToPack({ orders, onShipped }: { orders: ListedOrder[]; onShipped: () => void }) {
  const [unchosen, setUnchosen] = useState<ReadonlySet<string>>(new Set());
  const [trackings, setTrackings] = useDraft<Readonly<Record<string, string>>>('tracking-numbers', {});
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
      {orders.length > 0 ? (
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
      ) : (
        <p>No paid order waits to be packed.</p>
      )}
      <ShipParcels
        lines={chosen.map(({ _id }) => ({ order: _id, tracking: trackings[_id] ?? '' }))}
        onShipped={onShipped}
      />
    </>
  );
}

type PackingRowProps = {
  order: ListedOrder;
  isChosen: boolean;
  tracking: string;
  onChoose: (isChosen: boolean) => void;
  /** Perhaps several lines. */
  onTracking: (text: string) => void;
};

/** Whether the order is packed now, and its tracking number. */
function PackingRow({ order, isChosen, tracking, onChoose, onTracking }: PackingRowProps) {
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
          {order.parcelUnits}&nbsp;× {withNonBreakingSpaces(order.partsName)}
          <DeliveryNote order={order} />
          <span className="muted block text-sm">
            <span className="identifier">{number}</span> · {describeBuyer(order)}
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

/** A scanner ends each number with Enter. */
function goToNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...document.querySelectorAll<HTMLInputElement>('.packing .input')];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

/** Buttons that fetch the papers to pack the chosen orders by. */
function PackingPapers({ orders }: { orders: readonly { _id: string }[] }) {
  async function download(kind: 'pick-list' | 'slips'): Promise<void> {
    const body = { orders: orders.map(({ _id }) => _id), kind };
    await downloadFile(readPackingPapersEndpoint, { body });
  }
  const isNone = orders.length === 0;
  return (
    <div className="form-actions mt-5">
      <AsyncButton className="btn" onPress={() => download('pick-list')} disabled={isNone}>
        Pick list
      </AsyncButton>
      <AsyncButton className="btn" onPress={() => download('slips')} disabled={isNone}>
        Packing slips
      </AsyncButton>
    </div>
  );
}
