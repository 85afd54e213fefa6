/** My Orders: a person's own orders by purchase, to pay and to cancel. Administrators see their overview above it. */
import { Link, replace, useRevalidator, useSearchParams } from 'react-router';
import { readOverviewEndpoint } from '#app/contract/overview.ts';
import { Overview } from '#app/pages/overview/overview.tsx';
import { dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { formatShopDay } from '#kernel/times.ts';
import { wording } from '#kernel/wording.ts';
import { OrderAgain } from '#orders/components/order-again.tsx';
import { computeAmount } from '#orders/components/order-amount.ts';
import {
  OrderLink,
  OrderState,
  RefundSummary,
  TestPaymentMark,
  TrackLink,
} from '#orders/components/order-state.tsx';
import { CancelButton, OrdersTable } from '#orders/components/orders-table.tsx';
import { groupByPurchase } from '#orders/components/purchase-group.tsx';
import { DeliverButton } from '#orders/components/ship-button.tsx';
import {
  type ListedOrder,
  listMyOrdersEndpoint,
  listUnpaidPurchasesEndpoint,
  type UnpaidPurchase,
} from '#orders/contract/orders.ts';
import { isShippedOrDelivered } from '#purchases/rules/orders.ts';
import { callEndpoint, callListEndpoint, isProblem, type ListPage } from '#ui/api/api-client.ts';
import { Buyer } from '#ui/components/buyer.tsx';
import { Countdown } from '#ui/components/countdown.tsx';
import { PartThumbnail } from '#ui/components/data-table.tsx';
import { readListQuery } from '#ui/components/list-controls.tsx';
import { EmptyState, Notice } from '#ui/components/notice.tsx';
import { makePrivatePageMeta } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { toast } from '#ui/components/toast.ts';
import { callForPage, readRole, requirePerson, throwIfProblem } from '#ui/session/guard.ts';
import { loadOnServer } from '#ui/session/load-on-server.server.ts';
import { deleteSession, endSession, refreshFrame } from '#ui/session/session.ts';
import { type Loaded, whenLoaded } from '#ui/session/when-loaded.tsx';
import type { Route } from './+types/my-orders.ts';

const { dashboard, myOrders } = wording;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePrivatePageMeta(
    loaderData?.overview ? 'Overview' : dashboard.myOrders,
    'What you have ordered, to be paid, cancelled or followed.',
    matches,
  );

async function load({ request }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const { email } = person;
  const [page, unpaid, role] = await Promise.all([
    callListEndpoint(listMyOrdersEndpoint, { query: { ...readListQuery(request), email } }),
    callEndpoint(listUnpaidPurchasesEndpoint, {}),
    readRole(request, person),
  ]);
  if (isProblem(page) && (page.status === 401 || page.status === 403)) {
    await endSession();
    deleteSession();
    toast.error(wording.toasts.accessCancelled);
    throw replace(paths.home);
  }
  const { admin } = throwIfProblem(request, role);
  const overview = admin ? await callForPage(request, readOverviewEndpoint, {}) : undefined;
  refreshFrame(); // some may have been placed or paid elsewhere
  return { page: throwIfProblem(request, page), unpaid: isProblem(unpaid) ? [] : unpaid, overview };
}

export const loader = loadOnServer(load);
export const clientLoader = load;

export default whenLoaded(MyOrders);

function MyOrders({ loaderData: { page, unpaid, overview } }: Loaded<Route.ComponentProps>) {
  const [search] = useSearchParams();
  const isEmpty = page.rows.length === 0 && search.size === 0;
  const orders = isEmpty ? undefined : <OwnOrders page={page} unpaid={unpaid} />;
  if (!overview) return orders ?? <NoOrders />;
  return (
    <div className="flex flex-col gap-10">
      <Overview overview={overview} />
      {orders}
    </div>
  );
}

/** What is to be paid, with the way to the purchase that expires first. */
function UnpaidPurchases({ unpaid, onExpiry }: { unpaid: UnpaidPurchase[]; onExpiry: () => void }) {
  const [next] = unpaid;
  if (!next) return null;
  const total = formatMoney(unpaid.reduce((sum, { toPay }) => sum + dollarsToCents(toPay), 0));
  const isOne = unpaid.length === 1;
  return (
    <div className="to-pay">
      <Notice kind="warning">
        <p>
          <strong>{isOne ? `1 to pay: ${total}` : `${unpaid.length} to pay: ${total} together`}</strong>
        </p>
        <Countdown
          until={next.expiresAt}
          label={isOne ? 'Please pay within' : 'Please pay the first within'}
          onEnd={onExpiry}
        />
        <Link className="btn btn-primary btn-sm" to={paths.payment(next.orderId)}>
          Pay now
          <span className="sr-only">
            {' '}
            for {next.partsName}
            {next.orders > 1 && ` and ${next.orders - 1} more`}
          </span>
        </Link>
      </Notice>
    </div>
  );
}

function NoOrders() {
  return (
    <EmptyState image="empty-orders" link={{ to: paths.parts, label: 'Look at our parts', isPrimary: true }}>
      <h2 className="text-lg font-semibold">{myOrders.empty}</h2>
      <p>You have not ordered anything yet. What you order is listed here.</p>
    </EmptyState>
  );
}

function OwnOrders({ page, unpaid }: { page: ListPage<ListedOrder>; unpaid: UnpaidPurchase[] }) {
  const { formatDay } = useShopTimes();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const isGrouped = search.get('sort') !== 'total'; // by total, the orders of a purchase are apart
  const { orders, group } = groupByPurchase(page.rows, { unpaid, onExpiry: revalidate });
  const [serial, name, image, quantity, user, payment, remove] = myOrders.columns;
  return (
    <OrdersTable
      heading={myOrders.heading}
      lead={<UnpaidPurchases unpaid={unpaid} onExpiry={revalidate} />}
      searchLabel="Part, place or order number"
      isFoldedOnPhones
      page={isGrouped ? { ...page, rows: orders } : page}
      {...(isGrouped ? { group } : {})}
      serial={serial}
      empty={<NoOrders />}
      columns={(cancel) => [
        {
          heading: name,
          isName: true,
          cell: (order) => (
            <>
              <OrderLink order={order}>{withNonBreakingSpaces(order.partsName)}</OrderLink>
              <p className="muted text-sm font-normal">
                <time dateTime={order.placedAt}>{formatDay(order.placedAt)}</time>{' '}
                <span className="identifier whitespace-nowrap">{formatOrderNumber(order._id)}</span>
              </p>
              {!isGrouped && order.purchase.orders > 1 && (
                <p className="muted text-sm font-normal">1 of {order.purchase.orders} ordered together</p>
              )}
            </>
          ),
        },
        {
          heading: image,
          isPicture: true,
          width: 'w-28',
          cell: (order) => <PartThumbnail src={order.partsImg} />,
        },
        { heading: quantity, width: 'w-24', cell: (order) => order.quantity },
        { heading: user, cell: (order) => <Buyer of={order} /> },
        { heading: payment, cell: (order) => <Payment order={order} isGrouped={isGrouped} /> },
        { heading: remove, width: 'w-24', cell: (order) => <Remove order={order} onRemove={cancel} /> },
      ]}
    />
  );
}

function Payment({ order, isGrouped }: { order: ListedOrder; isGrouped: boolean }) {
  const { revalidate } = useRevalidator();
  const { orders, toPay } = order.purchase;
  // of several orders the head of their group leads to the one payment
  if (order.status === 'unpaid' && !(isGrouped && orders > 1)) {
    return (
      <>
        <Link className="btn btn-primary btn-sm" to={paths.payment(order._id)}>
          {myOrders.pay} <span className="font-normal">{formatDollars(toPay)}</span>
          <span className="sr-only"> for {order.partsName}</span>
        </Link>
        {dollarsToCents(toPay) !== computeAmount(order) && (
          <p className="mt-1 text-sm">together with what was ordered with it</p>
        )}
        {order.expiresAt && <Countdown until={order.expiresAt} label="within" onEnd={revalidate} />}
      </>
    );
  }
  const isPaid = order.paid && order.status !== 'refunded' && !order.dispute;
  return (
    <>
      <p className="mb-1 tabular-nums">
        {formatMoney(computeAmount(order))}
        {order.delivery > 0 && <span className="muted block text-sm">with delivery</span>}
      </p>
      {isPaid ? <span className="badge badge-success">{myOrders.paid}</span> : <OrderState order={order} />}
      {isShippedOrDelivered(order.status) && (
        <p className="mt-1 text-sm">
          {order.status === 'delivered' ? 'Delivered' : 'Shipped'}
          {order.deliveredOn && ` on ${formatShopDay(order.deliveredOn)}`}
          {order.carrier && ` with ${order.carrier}`}
          {order.tracking && `, ${order.tracking}`}
        </p>
      )}
      <div className="row-buttons">
        {order.status === 'shipped' && <TrackLink order={order} className="btn btn-tint btn-sm" />}
        <DeliverButton order={order} label="It has arrived" className="btn btn-sm" />
        {!(isGrouped && orders > 1) && <OrderAgain order={order} className="btn btn-sm" />}
      </div>
      <RefundSummary order={order} />
      {order.transactionId && (
        <Link className="link text-sm" to={paths.invoice(order._id)}>
          Invoice<span className="sr-only"> of order {formatOrderNumber(order._id)}</span>
        </Link>
      )}
      <TestPaymentMark order={order} />
    </>
  );
}

function Remove({ order, onRemove }: { order: ListedOrder; onRemove: (order: ListedOrder) => void }) {
  if (order.status === 'unpaid') return <CancelButton order={order} onCancel={onRemove} />;
  return order.paid ? myOrders.alreadyPaid : null;
}
