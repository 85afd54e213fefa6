/** The invoice of a purchase, for print: of all its orders that one payment paid. */
import { data } from 'react-router';
import type { Invoice } from '#contract/invoices/invoices.ts';
import { readMyOrderEndpoint } from '#contract/orders/orders.ts';
import { type PurchaseRefund, readPurchaseEndpoint } from '#contract/orders/purchases.ts';
import { centsToDollars, dollarsToCents, formatMoney } from '#domain/money.ts';
import { withNonBreakingSpaces } from '#domain/non-breaking-spaces.ts';
import { formatOrderNumber } from '#domain/orders/order-number.ts';
import { InvoiceFiles } from '#web/invoices/invoice-files.tsx';
import { useShop } from '#web/layout/shop.ts';
import { Wordmark } from '#web/layout/wordmark.tsx';
import { PurchaseFit } from '#web/orders/purchase-fit.tsx';
import { callForPage, requirePerson } from '#web/people/guard.ts';
import { formatDay } from '#web/ui/format-day.ts';
import { makePrivatePageMeta } from '#web/ui/private-page-meta.ts';
import type { Route } from './+types/invoice.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  makePrivatePageMeta(
    `Invoice ${loaderData ? nameInvoice(loaderData.purchase) : ''}`,
    'The invoice of a paid order, to be printed.',
    matches,
  );

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  await requirePerson(request);
  const order = await callForPage(request, readMyOrderEndpoint, { params: { id } });
  const { transactionId } = order;
  if (!transactionId) {
    throw data({ detail: 'There is an invoice as soon as the order is paid.' }, { status: 404 });
  }
  const purchase = await callForPage(request, readPurchaseEndpoint, { params: { id: order.purchaseId } });
  const isOfPayment = (row: { transactionId: string | null }) => row.transactionId === transactionId;
  return {
    order,
    purchase,
    orders: purchase.orders.filter(isOfPayment),
    payment: purchase.payments.find(isOfPayment),
    refunds: purchase.refunds.filter(isOfPayment),
  };
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  return (
    <article className="invoice panel">
      <header className="invoice-head">
        <Wordmark />
        <div>
          <h2>Invoice</h2>
          <p className="identifier">{nameInvoice(loaderData.purchase)}</p>
        </div>
      </header>
      <Parties {...loaderData} />
      <Lines {...loaderData} />
      <PurchaseFit fit={loaderData.purchase.fit} />
      <p className="order-actions not-printed">
        <InvoiceFiles invoices={loaderData.purchase.invoices} />
        <button type="button" className="btn btn-primary" onClick={() => print()}>
          Print the invoice
        </button>
      </p>
    </article>
  );
}

function Seller({ seller }: { seller: Invoice['seller'] | undefined }) {
  const shop = useShop();
  const { name, companyName, postalAddress, email, registration, taxId } = seller ?? shop;
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

/** As the invoice has them, whatever was corrected since; of what was paid before there were invoices, as they are now. */
function Parties({ order, orders, payment, purchase }: InvoiceProps) {
  const invoice = findInvoice(purchase);
  const buyer = invoice?.buyer ?? order;
  return (
    <div className="invoice-parties">
      <Seller seller={invoice?.seller} />
      <address>
        <strong>{buyer.name}</strong>
        <br />
        {buyer.location}
        <br />
        {buyer.email}
        <br />
        {buyer.phone}
      </address>
      <dl>
        <dt>Ordered</dt>
        <dd>{formatDay(order.placedAt)}</dd>
        <dt>Paid</dt>
        <dd>
          {formatDay(payment?.paidAt ?? order.updatedAt)}, by {order.testPayment ? 'test card' : 'card'}
        </dd>
        <dt>Transaction</dt>
        <dd className="identifier">{order.transactionId}</dd>
        {orders.length === 1 && (
          <>
            <dt>Order</dt>
            <dd className="identifier">{formatOrderNumber(order._id)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Lines({ orders, refunds, purchase }: InvoiceProps) {
  const { tax } = purchase;
  const invoice = findInvoice(purchase);
  const delivery = sumAmounts(orders.map((order) => order.delivery));
  const paid = sumAmounts([...orders.map(({ total }) => total), delivery]);
  const returns = refunds.flatMap((refund) => listReturns(refund, orders.length > 1));
  const refunded = sumAmounts(orders.map((order) => order.refunded));
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
        {orders.map(({ _id, partsName, price, quantity, total }) => (
          <tr key={_id}>
            <td>
              {withNonBreakingSpaces(partsName)}
              {orders.length > 1 && <span className="identifier block">{formatOrderNumber(_id)}</span>}
            </td>
            <td>{formatDollars(price)}</td>
            <td>{quantity}</td>
            <td>{formatDollars(total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <AmountRow
          name={purchase.delivery ? `Delivery: ${purchase.delivery.name}` : 'Delivery, to town and country'}
          amount={delivery}
        />
        <AmountRow name="Total, paid" amount={paid} isTotal />
        {invoice && tax && <AmountRow name={`${tax.name} ${tax.rate}%, included`} amount={invoice.tax} />}
        {returns.map(({ key, name, amount }) => (
          <AmountRow key={key} name={name} amount={amount} />
        ))}
        {returns.length > 0 && <AmountRow name="Remaining" amount={sumAmounts([paid, -refunded])} isTotal />}
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

type Return = { key: string; name: string; amount: number };

/** A refund, and again the amount that the bank has returned of it. */
function listReturns(refund: PurchaseRefund, isOfSeveral: boolean): Return[] {
  const { _id, amount, orders, succeededAt, failedAt } = refund;
  if (!succeededAt) return [];
  const parts = isOfSeveral ? `: ${orders.map(({ partsName }) => partsName).join(', ')}` : '';
  const sent = { key: _id, name: `Refunded on ${formatDay(succeededAt)}${parts}`, amount: -amount };
  if (!failedAt) return [sent];
  return [sent, { key: `${_id} back`, name: `Refund came back on ${formatDay(failedAt)}${parts}`, amount }];
}

function nameInvoice(purchase: InvoiceProps['purchase']): string {
  return findInvoice(purchase)?.number ?? makeInvoiceNumber(purchase);
}

function findInvoice({ invoices }: InvoiceProps['purchase']): Invoice | undefined {
  return invoices.find(({ kind }) => kind === 'invoice');
}

/** Of what was paid in an earlier release; of a purchase of one that one made, it is the number of before. */
function makeInvoiceNumber({ _id, placedAt }: { _id: string; placedAt: string }): string {
  return `${placedAt.slice(0, 10).replaceAll('-', '')}-${_id.slice(-6).toUpperCase()}`;
}

function sumAmounts(dollars: number[]): number {
  return centsToDollars(dollars.reduce((sum, amount) => sum + dollarsToCents(amount), 0));
}

function formatDollars(amount: number): string {
  return formatMoney(dollarsToCents(amount));
}
