/** The page of one order: facts, state, history and actions. */
import Check from 'lucide:check';
import ChevronLeft from 'lucide:chevron-left';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { readPurchaseEndpoint } from '#app/contract/purchases.ts';
import { isAwaited, NextStep } from '#app/pages/order/next-step.tsx';
import { sayPromise } from '#delivery/rules/promise-wording.ts';
import { dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { formatShopDay } from '#kernel/times.ts';
import { wording } from '#kernel/wording.ts';
import { capitalize } from '#kernel/words.ts';
import { CancelDialog } from '#orders/components/cancel-dialog.tsx';
import { OrderAgain } from '#orders/components/order-again.tsx';
import { computeAmount } from '#orders/components/order-amount.ts';
import { OrderHistory } from '#orders/components/order-history.tsx';
import {
  computeMissingRefund,
  OrderState,
  TestPaymentMark,
  TrackLink,
} from '#orders/components/order-state.tsx';
import { DeliverButton } from '#orders/components/ship-button.tsx';
import { type HistoryEntry, readHistoryEndpoint } from '#orders/contract/order-history.ts';
import { type Order, readMyOrderEndpoint } from '#orders/contract/orders.ts';
import type { HistoryKind } from '#orders/rules/order-history.ts';
import { readAdminEndpoint } from '#platform/contract/session.ts';
import { isShippedOrDelivered } from '#purchases/rules/orders.ts';
import { Buyer } from '#ui/components/buyer.tsx';
import { Countdown } from '#ui/components/countdown.tsx';
import { Fact } from '#ui/components/fact.tsx';
import { focusHeading } from '#ui/components/focus.ts';
import { Icon } from '#ui/components/icons.tsx';
import { LinkLine, LoadingCircle, Notice } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { useShopTimes } from '#ui/components/shop-times.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { useShop } from '#ui/layout/shop.ts';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
import { loadOnServer } from '#ui/session/load-on-server.server.ts';
import { type Loaded, whenLoaded } from '#ui/session/when-loaded.tsx';
import type { Route } from './+types/order.ts';

// for administrators only: as large as the rest of the page
const RefundDialog = lazy(() => import('#orders/components/refund-dialog.tsx'));
const ShipDialog = lazy(() => import('#orders/components/ship-dialog.tsx'));
// for paid orders only
const InvoiceFilesOfPurchase = lazy(() => import('#app/pages/order/invoice-files.tsx'));
const AddressDialog = lazy(() => import('#app/pages/order/address-dialog.tsx'));
// for purchases of several orders only
const PurchasePanel = lazy(() => import('#app/pages/order/purchase-panel.tsx'));

export const meta = describePrivatePage('Order', 'What you ordered, what became of it and when.');

async function load({ request, params: { id } }: Route.ClientLoaderArgs) {
  const person = await requirePerson(request);
  const [order, historyAnswer, { admin }] = await Promise.all([
    callForPage(request, readMyOrderEndpoint, { params: { id } }),
    callForPage(request, readHistoryEndpoint, { params: { id } }),
    callForPage(request, readAdminEndpoint, { params: { email: person.email } }),
  ]);
  const purchase =
    order.purchase.orders > 1
      ? await callForPage(request, readPurchaseEndpoint, { params: { id: order.purchaseId } })
      : undefined;
  return { order, ...historyAnswer, purchase, admin, isBuyer: order.email === person.email };
}

type LoadedPage = Loaded<Route.ComponentProps>['loaderData'];

export const loader = loadOnServer(load);
export const clientLoader = load;

export default whenLoaded(OrderPage);

function OrderPage({ loaderData }: Loaded<Route.ComponentProps>) {
  const { order, history, purchase, admin, isBuyer } = loaderData;
  return (
    <section>
      <BackToList admin={admin} />
      <h2 className="dashboard-heading">{withNonBreakingSpaces(order.partsName)}</h2>
      <OrderProgress order={order} history={history} />
      <div className="order-page">
        <OrderPanel {...loaderData} />
        <div>
          <h3 className="mb-4 text-xl">What has happened</h3>
          <OrderHistory history={history} isBuyer={isBuyer} />
        </div>
      </div>
      {purchase && (
        <Suspense fallback={<LoadingCircle />}>
          <PurchasePanel order={order} purchase={purchase} admin={admin} />
        </Suspense>
      )}
    </section>
  );
}

function BackToList({ admin }: { admin: boolean }) {
  const { manageOrders, myOrders } = wording.dashboard;
  return (
    <LinkLine className="way-back" to={admin ? paths.manageOrders : paths.dashboard}>
      <Icon of={ChevronLeft} />
      {admin ? manageOrders : myOrders}
    </LinkLine>
  );
}

function Part({ order }: { order: PageOrder }) {
  return (
    <div className="mt-5 flex items-center gap-4">
      <FramedImage
        frame="part-picture w-24 flex-none rounded-field"
        of={order.partsImg}
        alt=""
        sizes="6rem"
        isFirst
      />
      <div>
        <p>
          {order.quantity}&nbsp;× {formatDollars(order.price)}
        </p>
        <p className="text-sm">
          {order.partsPage ? (
            <Link className="link" to={order.partsPage}>
              See the part’s page
            </Link>
          ) : (
            <span className="muted">This part is off sale now.</span>
          )}
        </p>
      </div>
    </div>
  );
}

type PageOrder = LoadedPage['order'];

function Facts({ order, admin }: { order: PageOrder; admin: boolean }) {
  const { tax, promise } = order;
  const isRefunded = order.refunded > 0 || order.status === 'refunded';
  // before it has arrived, it stands at the top; once the order is closed, what was promised does not hold
  const promised = promise && order.status === 'delivered' ? sayPromise(promise) : undefined;
  return (
    <dl className="facts">
      <Fact name="State">
        <OrderState order={order} />
        <TestPaymentMark order={order} />
      </Fact>
      <Fact name="Order">
        <span className="identifier">{formatOrderNumber(order._id)}</span>
      </Fact>
      <Fact name="Quantity">{order.quantity}</Fact>
      <Fact name="Unit price">{formatDollars(order.price)}</Fact>
      {order.delivery > 0 && <Fact name="Delivery">{formatDollars(order.delivery)}</Fact>}
      <Fact name="Total">
        <strong>{formatMoney(computeAmount(order))}</strong>
      </Fact>
      {order.purchase.orders === 1 && order.purchase.total > 0 && tax && (
        <Fact name={`${tax.name} ${tax.rate}%, included`}>{formatDollars(tax.ofTotal)}</Fact>
      )}
      {isRefunded && <Fact name="Given back">{formatDollars(order.refunded)}</Fact>}
      {admin && (
        <Fact name="Buyer">
          <Buyer of={order} />
        </Fact>
      )}
      <Fact name={order.pickUpAt === null ? 'Deliver to' : 'To be collected'}>
        <span className="whitespace-pre-line">{order.pickUpAt ?? order.location}</span>
      </Fact>
      <Fact name="Phone">{order.phone}</Fact>
      {order.deliveryMethod && <Fact name="Delivery method">{order.deliveryMethod}</Fact>}
      {order.billTo && (
        <Fact name="Invoice for">
          <span className="whitespace-pre-line">{order.billTo.join('\n')}</span>
        </Fact>
      )}
      {promised && <Fact name={promised.label}>{promised.days}</Fact>}
      {!isAwaited(order) && (order.tracking || order.carrier) && (
        <Fact name="Tracking">
          <Tracking order={order} />
        </Fact>
      )}
    </dl>
  );
}

function Tracking({ order: { carrier, tracking, trackingLink } }: { order: Order }) {
  return (
    <>
      {carrier}{' '}
      {trackingLink ? (
        <a className="link" href={trackingLink} target="_blank" rel="noopener noreferrer">
          {tracking}
        </a>
      ) : (
        tracking
      )}
    </>
  );
}

function Notices({ order, refundable, admin }: Pick<LoadedPage, 'order' | 'refundable' | 'admin'>) {
  const missing = computeMissingRefund(order);
  const refusal = admin && refundable.refusal;
  const { email } = useShop();
  if (missing === 0 && !refusal) return null;
  return (
    <div className="grid gap-4">
      {missing > 0 && (
        <Notice kind="warning">
          <p>
            {formatMoney(missing)} of this order’s refund came back to the shop.{' '}
            {admin ? (
              'Refund it again, or ask the buyer how it can reach them.'
            ) : (
              <>
                It stays yours: please write to{' '}
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
                , so that we can send it in another way.
              </>
            )}
          </p>
        </Notice>
      )}
      {refusal && (
        <Notice kind="info">
          <p>{refusal}</p>
        </Notice>
      )}
    </div>
  );
}

function OrderPanel({ order, refundable, admin, isBuyer }: LoadedPage) {
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const { canShip, canCorrect } = computeShippingActions(order, admin);
  const [search] = useSearchParams();
  const isFromShipLink = (canShip || canCorrect) && search.has('ship'); // linked in Manage Orders
  const [openDialog, setOpenDialog] = useState<Dialog | undefined>(isFromShipLink ? 'ship' : undefined);
  const [hasLoadedForms, setHasLoadedForms] = useState(isFromShipLink);
  const showDialog = (dialog: Dialog) => {
    if (dialog === 'ship' || dialog === 'refund') setHasLoadedForms(true);
    setOpenDialog(dialog);
  };
  const close = (wasDone: boolean) => {
    setOpenDialog(undefined);
    if (!wasDone) return;
    // a reload must not open the dialog again
    const reload = search.has('ship') ? navigate('.', { replace: true }) : revalidator.revalidate();
    void Promise.resolve(reload).then(focusHeading); // the button may be gone
  };
  const buttons = { order, refundable, admin, isBuyer, onOpen: showDialog };
  return (
    <div className="panel">
      <NextStep order={order} isBuyer={isBuyer}>
        <Notices order={order} refundable={refundable} admin={admin} />
        {order.expiresAt && (
          <Countdown
            until={order.expiresAt}
            label={isBuyer ? 'Please pay within' : 'Reserved for another'}
            onEnd={() => revalidator.revalidate()}
          />
        )}
        <LeadingButtons {...buttons} />
      </NextStep>
      <Part order={order} />
      <Facts order={order} admin={admin} />
      <OtherButtons {...buttons} />
      <CancelDialog order={openDialog === 'cancel' ? order : undefined} onClose={close} />
      {openDialog === 'address' && (
        <Suspense fallback={<LoadingCircle />}>
          <AddressDialog isOpen order={order} onClose={close} />
        </Suspense>
      )}
      {hasLoadedForms && (
        <Suspense fallback={<LoadingCircle />}>
          <ShipDialog order={openDialog === 'ship' ? order : undefined} onClose={close} />
          <RefundDialog
            isOpen={openDialog === 'refund'}
            order={order}
            refundable={refundable}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

type Dialog = 'cancel' | 'ship' | 'refund' | 'address';

function computeShippingActions(order: Order, admin: boolean) {
  return {
    canShip: order.status === 'paid' && order.parcelUnits > 0 && admin,
    canCorrect: isShippedOrDelivered(order.status) && admin,
  };
}

type ButtonsProps = Omit<LoadedPage, 'history' | 'purchase'> & {
  onOpen: (dialog: Dialog) => void;
};

/** One leads: it is what happens next. */
function LeadingButtons({ order, admin, isBuyer, onOpen }: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {order.status === 'unpaid' && isBuyer && (
        <Link className="btn btn-primary" to={paths.payment(order._id)}>
          {wording.myOrders.pay} {formatDollars(order.purchase.toPay)}
          {dollarsToCents(order.purchase.toPay) !== computeAmount(order) && ' for all parts'}
        </Link>
      )}
      {computeShippingActions(order, admin).canShip && (
        <button type="button" className="btn btn-primary" onClick={() => onOpen('ship')}>
          Ship the order
        </button>
      )}
      {order.status === 'shipped' && <TrackLink order={order} className="btn btn-primary" />}
      <DeliverButton order={order} label={isBuyer ? 'It has arrived' : 'Mark as delivered'} />
      {isBuyer && !isAwaited(order) && <OrderAgain order={order} className="btn btn-primary" />}
    </div>
  );
}

function OtherButtons({ order, refundable, admin, isBuyer, onOpen }: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {computeShippingActions(order, admin).canCorrect && (
        <button type="button" className="btn" onClick={() => onOpen('ship')}>
          {order.tracking ? 'Correct the tracking' : 'Add the tracking number'}
        </button>
      )}
      {isBuyer && isAwaited(order) && <OrderAgain order={order} />}
      {order.transactionId && (
        <>
          <Link className="btn" to={paths.invoice(order._id)}>
            Invoice
          </Link>
          <Suspense>
            <InvoiceFilesOfPurchase id={order.purchaseId} />
          </Suspense>
        </>
      )}
      {refundable.amount > 0 && admin && (
        <button type="button" className="btn" onClick={() => onOpen('refund')}>
          Refund
        </button>
      )}
      {(order.status === 'unpaid' || order.status === 'paid') && order.pickUpAt === null && (
        <button type="button" className="btn" onClick={() => onOpen('address')}>
          Correct the address
        </button>
      )}
      {order.status === 'unpaid' && (
        <button type="button" className="btn" onClick={() => onOpen('cancel')}>
          Cancel the order
        </button>
      )}
    </div>
  );
}

const usualSteps: readonly HistoryKind[] = ['placed', 'paid', 'shipped', 'delivered'];
const ends: readonly HistoryKind[] = ['cancelled', 'expired', 'refunded'];

/** Ordered, paid, shipped, delivered, or how it ended. */
function OrderProgress({ order, history }: { order: Order; history: HistoryEntry[] }) {
  const { formatShortDay } = useShopTimes();
  const dates = new Map(history.map(({ kind, at }) => [kind, at])); // of several, the last
  const reached: HistoryKind = order.status === 'unpaid' ? 'placed' : order.status;
  const steps = ends.includes(reached)
    ? [...usualSteps.filter((kind) => dates.has(kind)), reached]
    : usualSteps;
  const current = steps.lastIndexOf(reached);
  return (
    <ol className="order-progress" aria-label="Where the order is">
      {steps.map((kind, index) => {
        const date = dates.get(kind);
        const day = kind === 'delivered' ? order.deliveredOn : null; // it may have been recorded later
        return (
          <li
            key={kind}
            className={index <= current ? 'is-reached' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="order-step">{index <= current && <Icon of={Check} />}</span>
            <span>{kind === 'placed' ? 'Ordered' : capitalize(kind)}</span>
            {index <= current && date && (
              <time className="history-time" dateTime={day ?? date}>
                {day ? formatShopDay(day) : formatShortDay(date)}
              </time>
            )}
          </li>
        );
      })}
    </ol>
  );
}
