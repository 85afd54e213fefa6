/** The invoice of a purchase and the notes that correct it, as their PDFs have them: for who cannot read those. */
import { data } from 'react-router';
import { readPurchaseEndpoint } from '#app/contract/purchases.ts';
import { InvoiceFiles } from '#app/pages/order/invoice-files.tsx';
import { PurchaseFit } from '#app/pages/order/purchase-fit.tsx';
import { describeInvoice, type InvoiceDocument } from '#invoices/rules/invoice-document.ts';
import { dollarsToCents } from '#kernel/money.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { readMyOrderEndpoint } from '#orders/contract/orders.ts';
import { Fact } from '#ui/components/fact.tsx';
import { makePrivatePageMeta } from '#ui/components/page-meta.ts';
import { useShop } from '#ui/layout/shop.ts';
import { Wordmark } from '#ui/layout/wordmark.tsx';
import { callForPage, requirePerson } from '#ui/session/guard.ts';
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
  if (!order.transactionId) {
    throw data({ detail: 'There is an invoice as soon as the order is paid.' }, { status: 404 });
  }
  const purchase = await callForPage(request, readPurchaseEndpoint, { params: { id: order.purchaseId } });
  return { order, purchase };
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { invoices, fit } = loaderData.purchase;
  const undocumented = useUndocumented(loaderData);
  const documents = invoices.length > 0 ? invoices.map(({ document }) => document) : [undocumented];
  return (
    <div className="invoices">
      {documents.map((document) => (
        <DocumentPanel key={document.number} document={document} />
      ))}
      <PurchaseFit fit={fit} />
      <p className="not-printed flex flex-wrap gap-3">
        <InvoiceFiles invoices={invoices} />
        <button type="button" className="btn btn-primary" onClick={() => print()}>
          Print the invoice
        </button>
      </p>
    </div>
  );
}

function DocumentPanel({ document }: { document: InvoiceDocument }) {
  const { title, number, shop, from, to, facts } = document;
  return (
    <article className="invoice panel">
      <header className="invoice-head">
        <Wordmark />
        <div>
          <h2>{title}</h2>
          <p className="identifier">{number}</p>
        </div>
      </header>
      <div className="invoice-parties">
        <address>
          <strong>{shop}</strong>
          {`\n${from.join('\n')}`}
        </address>
        <address>{to.join('\n')}</address>
        <dl>
          {facts.map(({ name, value }) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </div>
      <Lines {...document} />
    </article>
  );
}

function Lines({ lines, totals }: Pick<InvoiceDocument, 'lines' | 'totals'>) {
  const hasUnits = lines.some(({ quantity }) => quantity !== '');
  return (
    <table className="invoice-lines">
      <thead>
        <tr>
          <th scope="col">Part</th>
          {hasUnits && (
            <>
              <th scope="col">Unit price</th>
              <th scope="col">Quantity</th>
            </>
          )}
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, order, unitPrice, quantity, amount }) => (
          <tr key={order}>
            <td>
              {withNonBreakingSpaces(name)}
              <span className="identifier block">{order}</span>
            </td>
            {hasUnits && (
              <>
                <td>{unitPrice}</td>
                <td>{quantity}</td>
              </>
            )}
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map(({ name, amount, isTotal }) => (
          <tr key={name} className={isTotal ? 'invoice-total' : undefined}>
            <th scope="row" colSpan={hasUnits ? 3 : 1}>
              {name}
            </th>
            <td>{amount}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

type InvoicePurchase = Route.ComponentProps['loaderData']['purchase'];

/** Of what was paid in an earlier release, which issued no document: as the shop and its orders are now. */
function useUndocumented({ order, purchase }: Route.ComponentProps['loaderData']): InvoiceDocument {
  const { timeZone, ...seller } = useShop();
  const { transactionId } = order;
  const orders = purchase.orders.filter((one) => one.transactionId === transactionId);
  const payment = purchase.payments.find((one) => one.transactionId === transactionId);
  const lines = orders.map((one) => ({
    orderId: one._id,
    name: one.partsName,
    quantity: one.quantity,
    unitCents: dollarsToCents(one.price),
    cents: dollarsToCents(one.total),
  }));
  const delivery = orders.reduce((sum, one) => sum + dollarsToCents(one.delivery), 0);
  return describeInvoice({
    kind: 'invoice',
    number: nameInvoice(purchase),
    isTest: false,
    content: {
      ...{ prefix: '', seller, buyer: order, timeZone, orderedAt: order.placedAt, lines, tax: null },
      transactionId: transactionId ?? '',
      isTestPayment: order.testPayment,
      delivery: { name: 'Delivery', cents: delivery },
    },
    total: lines.reduce((sum, { cents }) => sum + cents, delivery),
    tax: 0,
    issuedAt: new Date(payment?.paidAt ?? order.updatedAt),
  });
}

/** What was paid in an earlier release has no number of a series; of a purchase of one that one made, it is that of before. */
function nameInvoice({ invoices: [invoice], _id, placedAt }: InvoicePurchase): string {
  return invoice?.number ?? `${placedAt.slice(0, 10).replaceAll('-', '')}-${_id.slice(-6).toUpperCase()}`;
}
