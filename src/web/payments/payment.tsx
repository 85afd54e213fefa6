/** The payment page: what is paid, and the card that pays it. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Order, readMyOrderEndpoint, settleMyOrderEndpoint } from '#contract/orders/orders.ts';
import { createPaymentIntentEndpoint } from '#contract/payments/payments.ts';
import { dollarsToCents, formatMoney } from '#domain/money.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { paths } from '#domain/paths.ts';
import { wording } from '#domain/wording.ts';
import { callEndpoint, isProblem, type Problem } from '#web/api/api-client.ts';
import { ResponsiveImage } from '#web/images/responsive-image.tsx';
import {
  type ConfirmationResult,
  type PaymentSecret,
  parseTransactionId,
  unfinishedAuthentication,
} from '#web/payments/card-payment.ts';
import { readFromSandbox } from '#web/payments/sandbox-client.ts';
import SandboxForm from '#web/payments/sandbox-form.tsx';
import { callForPage, requireDocument, requirePerson } from '#web/people/guard.ts';
import { LogInElsewhere } from '#web/people/log-in-elsewhere.tsx';
import type { PageHandle } from '#web/root.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { useFocusOnMount } from '#web/ui/focus.ts';
import { Loading } from '#web/ui/loading.tsx';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/payment.ts';

/** Stripe's element is fetched only where Stripe takes the cards. */
const StripeForm = lazy(() => import('#web/payments/stripe-form.tsx'));

export const handle: PageHandle = { takesCards: true };

export const meta = () => makePrivatePageMeta('Payment', 'Pay your order by card.');

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireDocument(request);
  const person = await requirePerson(request);
  return { person, order: await callForPage(request, readMyOrderEndpoint, { params: { id: params.id } }) };
}

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  const [order, setOrder] = useState<Order>(loaderData.order);
  return (
    <div className="order-page">
      <Summary order={order} />
      <section className="panel">
        {order.status === 'unpaid' ? (
          <PayByCard order={order} onPaid={setOrder} />
        ) : (
          <Outcome order={order} />
        )}
      </section>
    </div>
  );
}

function Summary({ order }: { order: Order }) {
  return (
    <section className="panel">
      <h2 className="panel-heading">Hello, {order.name}</h2>
      <div className="part-picture max-w-72">
        <ResponsiveImage of={order.partsImg} alt="" sizes="18rem" isFirst />
      </div>
      <dl className="facts">
        <div>
          <dt>Product name</dt>
          <dd>
            <strong>{withNonBreakingSpaces(order.partsName)}</strong>
          </dd>
        </div>
        <div>
          <dt>Product ID</dt>
          <dd className="identifier">{order.partsId}</dd>
        </div>
        <div>
          <dt>Quantity</dt>
          <dd>{order.quantity}</dd>
        </div>
      </dl>
      <p className="text-lg">
        {wording.payment.pay}
        {formatMoney(dollarsToCents(order.price))} × {order.quantity} ={' '}
        <strong>{formatMoney(dollarsToCents(order.total))}</strong>
      </p>
    </section>
  );
}

function PayByCard({ order, onPaid }: { order: Order; onPaid: (order: Order) => void }) {
  const [declined, setDeclined] = useState<string>();
  const [unsettled, setUnsettled] = useState<string>();
  const [isLoggedOut, setLoggedOut] = useState(false);
  const { secret, problem, start } = usePaymentSecret(order, onPaid, setDeclined);
  const billing = { name: order.name, email: order.email };
  const CardForm = secret?.provider === 'stripe' ? StripeForm : SandboxForm;

  async function settle(transactionId: string): Promise<Problem | undefined> {
    const settled = await callEndpoint(settleMyOrderEndpoint, {
      params: { id: order._id },
      body: { orderId: order._id, transactionId },
    });
    if (isProblem(settled)) return settled;
    onPaid(settled);
    return undefined;
  }

  /** The shop asks the provider itself; if the provider's answer to us was lost, this tells whether it succeeded. */
  async function finish(confirmed: ConfirmationResult): Promise<string | undefined> {
    setDeclined(undefined);
    if ('message' in confirmed && !confirmed.isUnknown)
      return (await showIfOver(order, onPaid)) ? undefined : confirmed.message;
    const transactionId = parseTransactionId(secret?.clientSecret ?? '');
    const refused = await settle(transactionId);
    if (!refused) return undefined;
    if (refused.refused === 'payment-not-succeeded' && 'message' in confirmed) {
      return `${confirmed.message} Nothing was charged; please try again.`;
    }
    setUnsettled(transactionId);
    setLoggedOut(refused.refused === 'not-signed-in');
    return refused.detail;
  }

  const settleAgain = async () => setDeclined((await settle(unsettled ?? ''))?.detail);
  return (
    <>
      <h2 className="panel-heading">Your card</h2>
      {order.expiresAt && (
        <Countdown until={order.expiresAt} label="This order is kept for you for another" />
      )}
      {problem && <StartProblem problem={problem} onAgain={start} />}
      {declined && (
        <p role="alert" className="text-error">
          {declined}
        </p>
      )}
      <Suspense fallback={<Loading />}>
        <CardForm secret={secret} billing={billing} onConfirmed={finish} />
      </Suspense>
      {unsettled && <Unsettled isLoggedOut={isLoggedOut} onAgain={settleAgain} />}
    </>
  );
}

/** Starts the payment at once; `problem` says why it could not be started. */
function usePaymentSecret(
  order: Order,
  onOver: (order: Order) => void,
  onDeclined: (message: string) => void,
) {
  const [secret, setSecret] = useState<PaymentSecret>();
  const [problem, setProblem] = useState<string>();
  const [search, setSearch] = useSearchParams();
  const started = useRef(false);

  async function start() {
    setProblem(undefined);
    const body = { orderId: order._id };
    const answer = await callEndpoint(
      createPaymentIntentEndpoint,
      { body },
      { idempotencyKey: `pay-${order._id}` },
    );
    if (!isProblem(answer)) return await takeUp(answer);
    if (answer.refused !== 'order-not-unpaid') return setProblem(answer.detail);
    if (!(await showIfOver(order, onOver))) setProblem(answer.detail);
  }

  /** The bank sends its customer back to this page; what it decided stands in the address until it has been said. */
  async function takeUp(answer: PaymentSecret) {
    setSecret(answer);
    const isBack = search.has('redirect_status');
    if (!isBack) return;
    const { message } = answer.provider === 'sandbox' ? await readFromSandbox(answer) : {};
    onDeclined(message ?? unfinishedAuthentication.notConfirmed);
    setSearch({}, { replace: true, preventScrollReset: true });
  }

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    start();
  });

  return { secret, problem, start };
}

/** Cancelled, expired or paid elsewhere meanwhile: then that is shown, in place of what the provider says of it. */
async function showIfOver(order: Order, show: (order: Order) => void): Promise<boolean> {
  const now = await callEndpoint(readMyOrderEndpoint, { params: { id: order._id } });
  if (isProblem(now) || now.status === 'unpaid') return false;
  show(now);
  return true;
}

function StartProblem({ problem, onAgain }: { problem: string; onAgain: () => void }) {
  return (
    <div role="alert">
      <p className="text-error">{problem}</p>
      <button type="button" className="btn mt-2" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}

function Unsettled({ isLoggedOut, onAgain }: { isLoggedOut: boolean; onAgain: () => void }) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-4">
      <button type="button" className="btn" onClick={onAgain}>
        Ask again whether it was paid
      </button>
      {isLoggedOut && <LogInElsewhere />}
    </p>
  );
}

function Outcome({ order }: { order: Order }) {
  const arrived = useFocusOnMount<HTMLDivElement>();
  return (
    <div className="outcome" role="status" tabIndex={-1} ref={arrived}>
      {order.paid ? <Paid order={order} /> : `This order is ${order.status} and cannot be paid any more.`}
    </div>
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
      <p className="mt-4">
        <Link className="btn" to={paths.dashboard}>
          {wording.dashboard.myOrders}
        </Link>
      </p>
    </>
  );
}
