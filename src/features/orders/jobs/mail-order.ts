/** Mails a buyer what became of orders, with the document that it issued. */
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { type Carrier, makeTrackingLink } from '#delivery/rules/carriers.ts';
import { findInvoicesOfPurchase, nameInvoice } from '#invoices/database/invoices.ts';
import type { InvoiceKind } from '#invoices/rules/invoices.ts';
import { keepInvoiceFile } from '#invoices/use-cases/keep-invoice-file.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import { type Parcel, renderOrderMail } from '#orders/mails/order-mail.ts';
import { hasLatePayment } from '#payments/database/payments.ts';
import { findParcelUnits, findRefund } from '#payments/database/refunds.ts';
import { isConfirmed, isErased } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { Mail, Mailbox } from '#platform/mail/mailbox.ts';
import { findDelivery } from '#purchases/database/order-deliveries.ts';
import { findOrdersPlacedWith, type OrderRow } from '#purchases/database/orders.ts';
import { isClosedUnpaid, type OrderChange, type OrderMailJob } from '#purchases/rules/orders.ts';
import { selectUnpaid, sumDelivery, sumTotals } from '#purchases/rules/purchases.ts';
import { readSettings } from '#settings/database/settings.ts';

type MailDependencies = Pick<Dependencies, 'db' | 'isolation'> & {
  mailbox: Mailbox;
  publicUrl: string;
  now: () => Date;
  onFailure: (failure: { job: string; error: unknown }) => void;
};

export async function mailOrder(
  { db, isolation, mailbox, publicUrl, now, onFailure }: MailDependencies,
  { change, refundId, orderIds }: Omit<OrderMailJob, 'name'>,
): Promise<void> {
  const [orderId = ''] = orderIds;
  const ofPurchase = await findOrdersPlacedWith(db, orderId);
  const order = ofPurchase.find(({ id }) => id === orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  const attachments = await makeAttachments(
    { db, isolation, onFailure },
    { change, purchaseId: order.purchase_id, refundId, at: now() },
  );
  if (!(await mayMailBuyer(db, order))) return;
  // whoever has been forgotten still gets the document of a sale
  if (!attachments && (await isErased(db, order.buyer_id))) return;
  const isPlaced = change === 'placed';
  const orders = ofPurchase.filter(
    ({ id, state }) => orderIds.includes(id) && !(isPlaced && isClosedUnpaid(state)),
  );
  const [first] = orders;
  // no server took it for as long: nothing is kept, and nothing can be paid any more
  if (!first || (isPlaced && order.expires_at <= now())) return;
  const refund = refundId ? await findRefund(db, refundId) : undefined;
  const total = sumTotals(orders);
  const units = await findParcelUnits(db, ofPurchase);
  const isOfParcel = change === 'shipped' || change === 'tracked';
  const others = ofPurchase.filter(({ id }) => !orderIds.includes(id));
  const unpaid = selectUnpaid(others);
  const { promise, pickUpAt } = await findDelivery(db, first, now());
  const shop = await readSettings(db);
  const { carriers, calendar } = (await findDeliveryRules(db)).rules;
  const mail = renderOrderMail(
    change,
    {
      orders: isOfParcel ? orders.map((one) => ({ ...one, quantity: units.get(one.id) ?? 0 })) : orders,
      buyerName: order.buyer_name,
      total,
      deliveryPrice: sumDelivery(orders),
      refunded: isOfParcel ? orders.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0) : 0,
      promise,
      pickUpAt,
      location: order.location,
      transactionId: first.transaction_id,
      parcels: [
        ...Map.groupBy(orders, ({ carrier, tracking }) => JSON.stringify([carrier, tracking])).values(),
      ].map((parcel) => presentParcel(carriers, parcel)),
      expiresAt: order.expires_at,
      timeZone: calendar.timeZone,
      others: {
        unpaid: { orders: unpaid, total: sumTotals(unpaid), deliveryPrice: sumDelivery(unpaid) },
        paid: others.filter(({ id, state }) => state === 'paid' && units.get(id) !== 0).length,
      },
      refund: refund && {
        amount: refund.amount_cents,
        reason: refund.reason,
        failure: refund.failure,
        isWhole: refund.amount_cents === total,
      },
      publicUrl,
    },
    shop,
  );
  await mailbox.send({
    id: `${refundId ?? orderId}-${change}`,
    shop,
    to: order.buyer_email,
    ...mail,
    attachments,
  });
}

/** Anyone can sign up with another person's address: it is confirmed, or a payment has succeeded. */
export async function mayMailBuyer(db: Database, order: OrderRow): Promise<boolean> {
  if (order.transaction_id !== null || (await isConfirmed(db, order.buyer_id))) return true;
  return await hasLatePayment(db, order.purchase_id);
}

type Attached = { change: OrderChange; purchaseId: string; refundId: string | undefined; at: Date };

/** The document that the change has issued, undefined: none; it is kept even if the mail may not be sent. */
async function makeAttachments(
  { db, isolation, onFailure }: Pick<MailDependencies, 'db' | 'isolation' | 'onFailure'>,
  { change, purchaseId, refundId, at }: Attached,
): Promise<Mail['attachments']> {
  const kind = attachedKinds[change];
  if (!kind) return undefined;
  const invoices = await findInvoicesOfPurchase(db, purchaseId);
  const invoice = invoices.find((one) => one.kind === kind && one.refund_id === (refundId ?? null));
  if (!invoice) return undefined;
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

/** The orders have one carrier and one number. */
function presentParcel(carriers: Carrier[], orders: OrderRow[]): Parcel {
  const { carrier = null, tracking = null } = orders[0] ?? {};
  const trackingLink = makeTrackingLink(carriers, { carrier, tracking });
  return { partNames: orders.map(({ part_name }) => part_name), carrier, tracking, trackingLink };
}
