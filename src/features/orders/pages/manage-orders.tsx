/** Manage Orders: all orders; administrators ship paid ones and cancel unpaid ones. */
import { Link, useSearchParams } from 'react-router';
import { formatDollars } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import {
  DisputeBadge,
  OrderLink,
  OrderState,
  PlainState,
  RefundSummary,
  TestPaymentMark,
} from '#orders/components/order-state.tsx';
import { CancelButton, OrdersTable } from '#orders/components/orders-table.tsx';
import { describeStates, makePurchaseAddress } from '#orders/components/purchase-group.tsx';
import { DeliverButton, ShipButton } from '#orders/components/ship-button.tsx';
import { type ListedOrder, listOrdersEndpoint, type Order } from '#orders/contract/orders.ts';
import { DeliveryNote } from '#orders/pages/delivery-note.tsx';
import { Buyer } from '#ui/components/buyer.tsx';
import { PartThumbnail } from '#ui/components/data-table.tsx';
import { dayFilters, paidOnFilter } from '#ui/components/list-controls.tsx';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { makeListLoader } from '#ui/session/load-list.ts';
import type { Route } from './+types/manage-orders.ts';

const { manageOrders } = wording;

export const meta = describePrivatePage(
  wording.dashboard.manageOrders,
  'Everybody’s orders: ship what is paid, cancel what is not.',
);

export const clientLoader = makeListLoader(listOrdersEndpoint);

export default function ManageOrders({ loaderData: { page } }: Route.ComponentProps) {
  const { formatShortDay } = useShopTimes();
  const [serial, user, location, productId, name, image, status, action] = manageOrders.columns;
  return (
    <OrdersTable
      heading={wording.dashboard.manageOrders}
      searchLabel="Part, buyer, place, phone, order or invoice number"
      page={page}
      lead={<Lead orders={page.rows} />}
      moreFilters={[...dayFilters, paidOnFilter, { name: 'customer', label: 'Customer' }]}
      serial={serial}
      serialNote={({ _id, placedAt, total }) => (
        <span className="block text-sm">
          <span className="identifier min-w-0!">{formatOrderNumber(_id)}</span> {formatShortDay(placedAt)},{' '}
          {formatDollars(total)}
        </span>
      )}
      empty={
        <EmptyState image="empty-orders" link={{ to: paths.manageProducts, label: 'See what is on sale' }}>
          <h3 className="text-lg font-semibold">There are no orders yet</h3>
          <p>Those that were cancelled or have expired are found under “Show”.</p>
        </EmptyState>
      }
      columns={(cancel) => [
        { heading: user, cell: (order) => <Buyer of={order} /> },
        {
          heading: location,
          cell: (order) => (
            <>
              <span className="place">{order.location}</span>
              <DeliveryNote order={order} />
            </>
          ),
        },
        { heading: productId, cell: (order) => <span className="identifier">{order.partsId}</span> },
        {
          heading: name,
          isName: true,
          cell: (order) => (
            <>
              <OrderLink order={order}>
                {order.quantity}&nbsp;× {withNonBreakingSpaces(order.partsName)}
              </OrderLink>
              <PurchaseMark order={order} />
            </>
          ),
        },
        { heading: image, isPicture: true, cell: (order) => <PartThumbnail src={order.partsImg} /> },
        {
          heading: status,
          cell: (order) => (
            <>
              {order.dispute && (
                <p className="mb-1">
                  <DisputeBadge dispute={order.dispute} />
                </p>
              )}
              <Status order={order} />
              <RefundSummary order={order} />
              <TestPaymentMark order={order} />
            </>
          ),
        },
        { heading: action, cell: (order) => <Action order={order} onCancel={cancel} /> },
      ]}
    />
  );
}

/** Above the orders of one purchase: what became of all of them, and the way back to all orders. */
function Lead({ orders: [first] }: { orders: ListedOrder[] }) {
  const [search] = useSearchParams();
  if (!search.has('purchase'))
    return (
      <p className="mb-6">
        <Link className="link" to={paths.packing}>
          Packing table
        </Link>
        : papers, and many orders shipped or delivered at once
      </p>
    );
  return (
    <div className="mb-6">
      <Notice kind="info">
        <p>
          {first
            ? `${first.purchase.orders} parts ordered together: ${describeStates(first.purchase)}.`
            : 'Orders of one purchase.'}
        </p>
        <Link className="link" to={paths.manageOrders}>
          Show all orders
        </Link>
      </Notice>
    </div>
  );
}

function PurchaseMark({ order: { purchaseId, purchase, partsName } }: { order: ListedOrder }) {
  if (purchase.orders === 1) return null;
  return (
    <Link
      className="link row-link mt-1 py-0.5 text-sm font-normal"
      to={makePurchaseAddress(purchaseId)}
      aria-label={`Orders placed together with ${partsName}`}
    >
      1 of {purchase.orders} ordered together
    </Link>
  );
}

function Status({ order }: { order: Order }) {
  if (order.status === 'unpaid') return <span className="badge badge-warning">{manageOrders.unpaid}</span>;
  if (order.status === 'shipped') {
    return (
      <>
        <span className="badge badge-success">{manageOrders.shipped}</span>
        <DeliverButton order={order} label="Mark as delivered" className="btn btn-sm mt-1" />
        <TrackingLink order={order} label={order.tracking ? 'correct tracking' : 'add tracking'} />
      </>
    );
  }
  if (order.status !== 'paid' || order.parcelUnits === 0)
    return order.dispute ? <PlainState state={order.status} /> : <OrderState order={order} />;

  return (
    <>
      <ShipButton order={order} />
      <TrackingLink order={order} label="with tracking" />
    </>
  );
}

function TrackingLink({ order, label }: { order: Order; label: string }) {
  return (
    <Link
      className="link row-link mt-1 py-0.5 text-sm whitespace-nowrap"
      to={`${paths.order(order._id)}?ship`}
      aria-label={`${label}: ${order.partsName} to ${order.name}`}
    >
      {label}
    </Link>
  );
}

function Action({ order, onCancel }: { order: ListedOrder; onCancel: (order: ListedOrder) => void }) {
  if (order.status === 'unpaid') return <CancelButton order={order} onCancel={onCancel} />;
  if (!order.paid) return null;
  return <span className="text-sm">{manageOrders.activeUser}</span>;
}
