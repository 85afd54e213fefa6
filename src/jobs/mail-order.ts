/** Mails a buyer what became of orders, with the document that it issued. */
import type { Database } from '#database/connect.ts';
import { findDeliveryRules } from '#database/delivery-rules.ts';
import { findInvoicesOfPurchase, nameInvoice } from '#database/invoices/invoices.ts';
import { findDelivery } from '#database/orders/order-deliveries.ts';
import { findOrdersPlacedWith, mayMailBuyer, type OrderRow } from '#database/orders/orders.ts';
import { findRefund } from '#database/payments/refunds.ts';
import { readSettings } from '#database/settings.ts';
import { makeTrackingLink } from '#domain/delivery/carriers.ts';
import type { InvoiceKind } from '#domain/invoices/invoices.ts';
import type { Job, OrderChange } from '#domain/jobs.ts';
import { selectUnpaid, sumDelivery, sumTotals } from '#domain/orders/purchases.ts';
import { explainRefusal, isRefused } from '#domain/refusals.ts';
import type { Mail, Mailbox } from '#mail/mailbox.ts';
import { renderOrderMail } from '#mail/order-mail.ts';
import { keepInvoiceFile } from '#shop/invoices/keep-invoice-file.ts';
import type { Isolation } from '#system/isolation/isolation.ts';

type MailDependencies = {
  db: Database;
  isolation: Isolation;
  mailbox: Mailbox;
  publicUrl: string;
  now: () => Date;
  onFailure: (failure: { job: string; error: unknown }) => void;
};
type OrderMailJob = Omit<Extract<Job, { name: 'mail-order' }>, 'name'>;

export async function mailOrder(
  { db, isolation, mailbox, publicUrl, now, onFailure }: MailDependencies,
  { change, refundId, orderIds }: OrderMailJob,
): Promise<void> {
  const [orderId = ''] = orderIds;
  const ofPurchase = await findOrdersPlacedWith(db, orderId);
  const order = ofPurchase.find(({ id }) => id === orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  const attachments = await makeAttachments(
    { db, isolation, onFailure },
    { change, purchaseId: order.purchase_id, refundId, at: now() },
  );
  // anyone can sign up with another person's address
  if (!(await mayMailBuyer(db, orderId))) return;
  const refund = refundId ? await findRefund(db, refundId) : undefined;
  const orders = ofPurchase.filter(({ id }) => orderIds.includes(id));
  const total = sumTotals(orders);
  const others = ofPurchase.filter(({ id }) => !orderIds.includes(id));
  const unpaid = selectUnpaid(others);
  const { promise, pickUpAt } = await findDelivery(db, order, now());
  const shop = await readSettings(db);
  const { carriers, calendar } = (await findDeliveryRules(db)).rules;
  const mail = renderOrderMail(
    change,
    {
      orders: orders.map(presentOrderedPart),
      buyerName: order.buyer_name,
      total,
      deliveryPrice: sumDelivery(orders),
      promise,
      pickUpAt,
      location: order.location,
      transactionId: order.transaction_id,
      carrier: order.carrier,
      tracking: order.tracking,
      trackingLink: makeTrackingLink(carriers, order),
      expiresAt: order.expires_at,
      timeZone: calendar.timeZone,
      others: {
        unpaid: {
          orders: unpaid.map(presentOrderedPart),
          ...{ total: sumTotals(unpaid), deliveryPrice: sumDelivery(unpaid) },
        },
        paid: others.filter(({ state }) => state === 'paid').length,
      },
      refund: refund && {
        amount: refund.amount_cents,
        reason: refund.reason,
        failure: refund.failure,
        isWhole: refund.amount_cents === total,
      },
      publicUrl,
    },
    shop.name,
  );
  await mailbox.send({
    id: `${refundId ?? orderId}-${change}`,
    shop,
    to: order.buyer_email,
    ...mail,
    attachments,
  });
}

type Attached = { change: OrderChange; purchaseId: string; refundId: string | undefined; at: Date };

/** The document that the change has issued; it is kept even if the mail may not be sent. */
async function makeAttachments(
  { db, isolation, onFailure }: Pick<MailDependencies, 'db' | 'isolation' | 'onFailure'>,
  { change, purchaseId, refundId, at }: Attached,
): Promise<NonNullable<Mail['attachments']>> {
  const kind = attachedKinds[change];
  if (!kind) return [];
  const invoices = await findInvoicesOfPurchase(db, purchaseId);
  const invoice = invoices.find((one) => one.kind === kind && one.refund_id === (refundId ?? null));
  if (!invoice) return [];
  try {
    const file = await keepInvoiceFile({ db, isolation }, { viewer: undefined, invoice, at });
    if (isRefused(file)) throw new Error(explainRefusal(file));
    const name = nameInvoice(invoice);
    return [{ filename: `${name}.pdf`, content: file.pdf, contentType: 'application/pdf' }];
  } catch (error) {
    onFailure({ job: 'mail-order', error }); // the buyer gets the mail, and the document on its page
    return [];
  }
}

const attachedKinds: Partial<Record<OrderChange, InvoiceKind>> = {
  paid: 'invoice',
  refunded: 'credit-note',
  'refund-failed': 'reversal',
};

function presentOrderedPart(order: OrderRow) {
  return {
    orderId: order.id,
    partId: order.part_id,
    partName: order.part_name,
    quantity: order.quantity,
    unitPrice: order.unit_price_cents,
  };
}
