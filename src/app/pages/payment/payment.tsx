/** The payment page: the order and the card form. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { readPurchaseEndpoint } from '#app/contract/purchases.ts';
import { IncludedTax } from '#delivery/components/included-tax.tsx';
import { sayPromise } from '#delivery/rules/promise-wording.ts';
import { centsToDollars, type Dollars, dollarsToCents, formatDollars, formatMoney } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import { computeAmount } from '#orders/components/order-amount.ts';
import { type Order, readMyOrderEndpoint, settleMyOrderEndpoint } from '#orders/contract/orders.ts';
import {
  authenticationFailure,
  type ConfirmationResult,
  explainProviderError,
  type PaymentSecret,
  parseTransactionId,
} from '#payments/components/card-payment.ts';
import { readFromSandbox } from '#payments/components/sandbox-client.ts';
import SandboxForm from '#payments/components/sandbox-form.tsx';
import { createPaymentIntentEndpoint } from '#payments/contract/payments.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import type { PageHandle } from '#root.tsx';
import { callEndpoint, isProblem, type Problem } from '#ui/api/api-client.ts';
import { Countdown } from '#ui/components/countdown.tsx';
import { Fact } from '#ui/components/fact.tsx';
import { useFocusOnMount } from '#ui/components/focus.ts';
import { Loading } from '#ui/components/notice.tsx';
import { describePrivatePage } from '#ui/components/page-meta.ts';
import { FramedImage } from '#ui/images/responsive-image.tsx';
import { callForPage, requireDocument, requirePerson } from '#ui/session/guard.ts';
import { LogInElsewhere } from '#ui/session/log-in-elsewhere.tsx';
import { refreshFrame } from '#ui/session/session.ts';
import type { Route } from './+types/payment.ts';

const StripeForm = lazy(() => import('#payments/components/stripe-form.tsx'));

export const handle: PageHandle = { takesCards: true };

export const meta = describePrivatePage('Payment', 'Pay your order by card.');

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireDocument(request);
  const { page, paymentAtBank } = hideSecret(request);
  const person = await requirePerson(page);
  const named = await callForPage(page, readMyOrderEndpoint, { params: { id: params.id } });
  const { toPay, tax, paid, transactionId } = named;
  const isOfSeveral = named.status === 'unpaid' && dollarsToCents(toPay) !== computeAmount(named);
  const purchase =
    isOfSeveral || isRestUnpaid(named) || paid
      ? await callForPage(page, readPurchaseEndpoint, { params: { id: named.purchaseId } }).catch(
          (error: unknown) => {
            if (!paid) throw error; // what is paid is said in any case
            return undefined;
          },
        )
      : undefined;
  const isOfPayment = (other: Order) =>
    paid ? other.transactionId === transactionId : other.status === 'unpaid';
  const lines: Order[] = purchase?.orders.filter(isOfPayment) ?? [named];
  const order = lines.find(({ _id }) => _id === named._id) ?? lines[0] ?? named;
  // the bank returns to it, and a reload shows that it is paid
  if (order._id !== named._id) history.replaceState(history.state, '', paths.payment(order._id));
  const pays = paid ? centsToDollars(lines.reduce((sum, line) => sum + computeAmount(line), 0)) : toPay;
  return { person, order, toPay: pays, tax: paid ? null : tax, lines, paymentAtBank };
}

type NamedOrder = EndpointResponse<typeof readMyOrderEndpoint>;

/** Of an order that was cancelled: the link in a mail names one of those that were ordered together. */
function isRestUnpaid({ status, paid, toPay }: NamedOrder): boolean {
  return status !== 'unpaid' && !paid && toPay > 0;
}

/** The bank returns with the payment's secret in the address, where it would stay in the history and be shared. */
function hideSecret(request: Request) {
  const { origin, pathname, searchParams } = new URL(request.url);
  const paymentAtBank = searchParams.get('payment_intent');
  if (paymentAtBank !== null) history.replaceState(history.state, '', pathname);
  return { page: new Request(origin + pathname, request), paymentAtBank };
}

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const { lines, toPay, tax } = loaderData;
  const [closed, setClosed] = useState<Order>();
  const [notice, setNotice] = useState<string>();
  const { revalidate } = useRevalidator();
  const order = closed ?? loaderData.order;
  return (
    <div className="order-page">
      {lines.length > 1 ? (
        <SummaryOfSeveral
          lines={lines}
          toPay={toPay}
          tax={tax}
          promised={order.status === 'unpaid' ? lines[0] : undefined}
        />
      ) : (
        <Summary order={order} tax={order.status === 'unpaid' ? tax : null} />
      )}
      <section className={order.status === 'unpaid' ? 'panel' : 'panel max-lg:order-first'}>
        {order.status === 'unpaid' ? (
          <PayByCard
            key={`${order._id} ${toPay}`} // another amount is another payment
            order={order}
            toPay={toPay}
            paymentAtBank={loaderData.paymentAtBank}
            notice={notice}
            onClosed={setClosed}
            onAmountChange={(current) => {
              setNotice(sayRest(current));
              void revalidate();
            }}
          />
        ) : (
          <Outcome order={order} />
        )}
      </section>
    </div>
  );
}

const sayRest = (toPay: Dollars) =>
  `An order of this purchase was cancelled: what is left costs ${formatMoney(dollarsToCents(toPay))}. Nothing was charged; please pay again.`;

type TaxedOrder = Pick<NamedOrder, 'toPay' | 'tax'>;

function Summary({ order, tax }: Pick<PayByCardProps, 'order'> & Pick<TaxedOrder, 'tax'>) {
  return (
    <section className="panel">
      <h2 className="panel-heading">Hello, {order.name}</h2>
      <div className="mt-5 flex items-center gap-4">
        <FramedImage
          frame="part-picture w-24 flex-none rounded-field"
          of={order.partsImg}
          alt=""
          sizes="6rem"
          isFirst
        />
        <div className="min-w-0">
          <p className="text-lg">
            {wording.payment.pay}
            {formatDollars(order.price)} × {order.quantity}
            {order.delivery > 0 && ` + ${formatDollars(order.delivery)}`} ={' '}
            <strong>{formatMoney(computeAmount(order))}</strong>
          </p>
          {order.status === 'unpaid' && <Arrival order={order} />}
          <IncludedTax tax={tax} amount={tax?.ofToPay} />
        </div>
      </div>
      <dl className="facts">
        <Fact name="Product name">
          <strong>{withNonBreakingSpaces(order.partsName)}</strong>
        </Fact>
        <Fact name="Product ID">
          <span className="identifier">{order.partsId}</span>
        </Fact>
        <Fact name="Quantity">{order.quantity}</Fact>
        {order.delivery > 0 && <Fact name="Delivery">{formatDollars(order.delivery)}</Fact>}
      </dl>
    </section>
  );
}

/** All orders of the purchase that this payment pays or has paid. */
function SummaryOfSeveral({
  lines,
  toPay,
  tax,
  promised,
}: TaxedOrder & { lines: Order[]; promised: Order | undefined }) {
  const delivery = lines.reduce((sum, line) => sum + dollarsToCents(line.delivery), 0);
  return (
    <section className="panel">
      <h2 className="panel-heading">Hello, {lines[0]?.name}</h2>
      <ul className="purchase-orders">
        {lines.map(({ _id, partsName, quantity, price, total }) => (
          <li key={_id}>
            <div className="min-w-0 wrap-anywhere">
              <strong>{withNonBreakingSpaces(partsName)}</strong>
              <p className="muted text-sm tabular-nums">
                {formatDollars(price)} × {quantity}
              </p>
            </div>
            <div className="grid flex-none content-start justify-items-end gap-1 tabular-nums">
              {formatDollars(total)}
            </div>
          </li>
        ))}
        {delivery > 0 && (
          <li>
            <div>Delivery</div>
            <div className="grid flex-none content-start justify-items-end gap-1 tabular-nums">
              {formatMoney(delivery)}
            </div>
          </li>
        )}
      </ul>
      <p className="mt-4 text-lg">
        {wording.payment.pay}
        <strong>{formatDollars(toPay)}</strong> for {lines.length} parts
        {delivery > 0 && ' and their delivery'}
      </p>
      <Arrival order={promised} />
      <IncludedTax tax={tax} amount={tax?.ofToPay} />
    </section>
  );
}

function Arrival({ order }: { order: Order | undefined }) {
  if (!order?.promise) return null;
  const { label, days } = sayPromise(order.promise);
  return (
    <p>
      {label} {days}
    </p>
  );
}

type PayByCardProps = {
  order: Order;
  /** Of all unpaid orders of the purchase, in US dollars. */
  toPay: Dollars;
  /** The payment that the bank was asked for, if it returned from there. */
  paymentAtBank: string | null;
  /** Why this payment follows another one. */
  notice: string | undefined;
  onClosed: (order: Order) => void;
  onAmountChange: (toPay: Dollars) => void;
};

function PayByCard({ order, toPay, paymentAtBank, notice, onClosed, onAmountChange }: PayByCardProps) {
  const [declineMessage, setDeclineMessage] = useState(notice);
  const [unsettledTransactionId, setUnsettledTransactionId] = useState<string>();
  const [isLoggedOut, setLoggedOut] = useState(false);
  const { secret, problem, start } = usePaymentSecret({ order, toPay }, onClosed, async (secret) => {
    if (paymentAtBank === null) return;
    if (paymentAtBank !== parseTransactionId(secret.clientSecret)) return setDeclineMessage(sayRest(toPay));
    const { error } = secret.provider === 'sandbox' ? await readFromSandbox(secret) : {};
    setDeclineMessage(await explainProviderError(error ?? authenticationFailure));
  });
  const billing = { name: order.name, email: order.email };
  const CardForm = secret?.provider === 'stripe' ? StripeForm : SandboxForm;

  async function settle(transactionId: string): Promise<Problem | undefined> {
    const answer = await callEndpoint(settleMyOrderEndpoint, {
      params: { id: order._id },
      body: { orderId: order._id, transactionId },
    });
    if (isProblem(answer)) return answer;
    refreshFrame();
    onClosed(answer);
    return undefined;
  }

  /** The shop reads the result from the provider, so that a lost response to the browser does not matter. */
  async function finish(result: ConfirmationResult): Promise<string | undefined> {
    setDeclineMessage(undefined);
    if ('message' in result && !result.isUnknown)
      return (await showIfChanged({ order, toPay, onClosed, onAmountChange })) ? undefined : result.message;
    const transactionId = parseTransactionId(secret?.clientSecret ?? '');
    const settleProblem = await settle(transactionId);
    if (!settleProblem) return undefined;
    if (settleProblem.refused === 'payment-not-succeeded' && 'message' in result) {
      return `${result.message} Nothing was charged; please try again.`;
    }
    setUnsettledTransactionId(transactionId);
    setLoggedOut(settleProblem.refused === 'not-signed-in');
    return settleProblem.detail;
  }

  const settleAgain = async () => setDeclineMessage((await settle(unsettledTransactionId ?? ''))?.detail);
  return (
    <>
      <h2 className="panel-heading">Your card</h2>
      {order.expiresAt && <Countdown until={order.expiresAt} label="Please pay within" />}
      {problem && <StartProblem problem={problem} onRetry={start} />}
      <Suspense fallback={<Loading />}>
        <CardForm
          secret={secret}
          billing={billing}
          label={`${wording.payment.button} ${formatDollars(toPay)}`}
          declineMessage={declineMessage}
          onConfirmed={finish}
        />
      </Suspense>
      {unsettledTransactionId && <RetrySettlement isLoggedOut={isLoggedOut} onRetry={settleAgain} />}
    </>
  );
}

function usePaymentSecret(
  { order, toPay }: Pick<PayByCardProps, 'order' | 'toPay'>,
  onClosed: (order: Order) => void,
  onStarted: (secret: PaymentSecret) => void,
) {
  const [secret, setSecret] = useState<PaymentSecret>();
  const [problem, setProblem] = useState<string>();
  const hasStarted = useRef(false);

  async function start() {
    setProblem(undefined);
    const body = { orderId: order._id, price: toPay };
    const answer = await callEndpoint(
      createPaymentIntentEndpoint,
      { body },
      { idempotencyKey: `pay-${order._id}-${toPay}` },
    );
    if (!isProblem(answer)) {
      setSecret(answer);
      return onStarted(answer);
    }
    const onAmountChange = () => location.reload(); // another order was cancelled
    if (answer.refused === 'price-changed') return onAmountChange();
    if (answer.refused !== 'order-not-unpaid') return setProblem(answer.detail);
    if (!(await showIfChanged({ order, toPay, onClosed, onAmountChange }))) setProblem(answer.detail);
  }

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    start();
  });

  return { secret, problem, start };
}

type Shown = Pick<PayByCardProps, 'order' | 'toPay' | 'onClosed' | 'onAmountChange'>;

/**
 * An order cancelled, expired or paid in the meantime is shown instead of the provider's message; so is another amount, when
 * one of several was cancelled.
 */
async function showIfChanged({ order, toPay, onClosed, onAmountChange }: Shown): Promise<boolean> {
  const current = await callEndpoint(readMyOrderEndpoint, { params: { id: order._id } });
  if (isProblem(current)) return false;
  if (isRestUnpaid(current)) onAmountChange(current.toPay);
  else if (current.status !== 'unpaid') onClosed(current);
  else if (current.toPay !== toPay) onAmountChange(current.toPay);
  else return false;
  return true;
}

function StartProblem({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <p className="text-error">{problem}</p>
      <button type="button" className="btn mt-2" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

function RetrySettlement({ isLoggedOut, onRetry }: { isLoggedOut: boolean; onRetry: () => void }) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-4">
      <button type="button" className="btn" onClick={onRetry}>
        Ask again whether it was paid
      </button>
      {isLoggedOut && <LogInElsewhere />}
    </p>
  );
}

function Outcome({ order }: { order: Order }) {
  const element = useFocusOnMount<HTMLDivElement>();
  return (
    <div className="outcome" role="status" tabIndex={-1} ref={element}>
      {order.paid ? <Paid order={order} /> : <Unpayable order={order} />}
    </div>
  );
}

function Unpayable({ order }: { order: Order }) {
  return (
    <>
      <p>This order is {order.status} and cannot be paid any more.</p>
      <p className="mt-4">
        <Link className="btn" to={paths.dashboard}>
          {wording.dashboard.myOrders}
        </Link>
      </p>
    </>
  );
}

function Paid({ order }: { order: Order }) {
  return (
    <>
      <p className="text-success text-xl font-bold">{wording.payment.complete}</p>
      <p>
        {wording.payment.transaction}
        <span className="identifier">{order.transactionId}</span>
      </p>
      <div className="my-4 text-lg font-semibold">
        <Arrival order={order} />
      </div>
      <p className="flex flex-wrap gap-3">
        <Link className="btn btn-primary" to={paths.dashboard}>
          {wording.dashboard.myOrders}
        </Link>
        <Link className="btn" to={paths.invoice(order._id)}>
          Invoice
        </Link>
      </p>
    </>
  );
}
