/** The invoice of a paid order, for print. */
import { data } from 'react-router';
import { readHistoryEndpoint } from '#contract/orders/order-history.ts';
import { type Order, readMyOrderEndpoint } from '#contract/orders/orders.ts';
import { dollarsToCents, formatMoney } from '#domain/money.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { formatOrderNumber } from '#domain/orders/order-number.ts';
import { useShop } from '#web/layout/shop.ts';
import { Wordmark } from '#web/layout/wordmark.tsx';
import { callForPage, requirePerson } from '#web/people/guard.ts';
import { formatDay } from '#web/ui/format-day.ts';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/invoice.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePrivatePageMeta(
    `Invoice ${loaderData ? makeInvoiceNumber(loaderData.order) : ''}`,
    'The invoice of a paid order, to be printed.',
    matches,
  );

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  const [order, { history }] = await Promise.all([
    callForPage(request, readMyOrderEndpoint, { params: { id } }),
    callForPage(request, readHistoryEndpoint, { params: { id } }),
  ]);
  if (!order.transactionId) {
    throw data({ detail: 'There is an invoice as soon as the order is paid.' }, { status: 404 });
  }
  return { order, history };
}

export default function Invoice({ loaderData: { order, history } }: Route.ComponentProps) {
  return (
    <article className="invoice panel">
      <header className="invoice-head">
        <Wordmark />
        <div>
          <h2>Invoice</h2>
          <p className="identifier">{makeInvoiceNumber(order)}</p>
        </div>
      </header>
      <Parties order={order} history={history} />
      <Lines order={order} history={history} />
      <button
        type="button"
        className="btn btn-primary not-printed justify-self-start"
        onClick={() => print()}
      >
        Print the invoice
      </button>
    </article>
  );
}

function Seller() {
  const { name, companyName, postalAddress, email, registration, taxId } = useShop();
  const lines = [
    ...(companyName && companyName !== name ? [companyName] : []),
    ...postalAddress.split('\n'),
    email,
    registration,
    taxId && `Tax id: ${taxId}`,
  ];
  return (
    <address>
      <strong>{name}</strong>
      {lines.filter(Boolean).map((line) => (
        <span className="block" key={line}>
          {line}
        </span>
      ))}
    </address>
  );
}

type InvoiceProps = Route.ComponentProps['loaderData'];

function Parties({ order, history }: InvoiceProps) {
  const payment = history.find(({ kind }) => kind === 'paid' || kind === 'late-payment');
  return (
    <div className="invoice-parties">
      <Seller />
      <address>
        <strong>{order.name}</strong>
        <br />
        {order.location}
        <br />
        {order.email}
        <br />
        {order.phone}
      </address>
      <dl>
        <dt>Ordered</dt>
        <dd>{formatDay(order.placedAt)}</dd>
        <dt>Paid</dt>
        <dd>
          {formatDay(payment?.at ?? order.updatedAt)}, by {order.testPayment ? 'test card' : 'card'}
        </dd>
        <dt>Transaction</dt>
        <dd className="identifier">{order.transactionId}</dd>
        <dt>Order</dt>
        <dd className="identifier">{formatOrderNumber(order._id)}</dd>
      </dl>
    </div>
  );
}

function Lines({ order, history }: InvoiceProps) {
  const refunds = history
    .filter(({ transactionId }) => transactionId === order.transactionId)
    .flatMap(({ kind, at, amount }) => {
      if (kind === 'refunded') return [{ name: `Refunded on ${formatDay(at)}`, at, amount: -(amount ?? 0) }];
      if (kind !== 'refund-sent-back') return [];
      return [{ name: `Refund came back on ${formatDay(at)}`, at, amount: amount ?? 0 }];
    });
  return (
    <table className="invoice-lines">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Unit price</th>
          <th scope="col">Quantity</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{withNonBreakingSpaces(order.partsName)}</td>
          <td>{formatDollars(order.price)}</td>
          <td>{order.quantity}</td>
          <td>{formatDollars(order.total)}</td>
        </tr>
      </tbody>
      <tfoot>
        <AmountRow name="Delivery, to town and country" amount={0} />
        <AmountRow name="Total, paid" amount={order.total} isTotal />
        {refunds.map(({ at, name, amount }) => (
          <AmountRow key={name + at} name={name} amount={amount} />
        ))}
        {refunds.length > 0 && <AmountRow name="Remaining" amount={order.total - order.refunded} isTotal />}
      </tfoot>
    </table>
  );
}

function AmountRow({ name, amount, isTotal = false }: { name: string; amount: number; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? 'invoice-total' : undefined}>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <td>{formatDollars(amount)}</td>
    </tr>
  );
}

function makeInvoiceNumber(order: Order): string {
  return `${order.placedAt.slice(0, 10).replaceAll('-', '')}-${order._id.slice(-6).toUpperCase()}`;
}

function formatDollars(amount: number): string {
  return formatMoney(dollarsToCents(amount));
}
