/** Issues the invoice of a purchase, in the transaction that makes it paid. */
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { formatLocation } from '#delivery/rules/addresses.ts';
import { computeTax, findTaxPlace } from '#delivery/rules/tax.ts';
import { insertInvoice } from '#invoices/database/invoices.ts';
import type { InvoiceContent } from '#invoices/rules/invoices.ts';
import type { TransactionDependencies } from '#platform/jobs/dependencies.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import { findPurchase, type PurchaseRow, readTax } from '#purchases/database/purchases.ts';
import { sumDelivery, sumTotals } from '#purchases/rules/purchases.ts';
import { readSettings } from '#settings/database/settings.ts';
import type { Settings } from '#settings/rules/settings.ts';

export type PaidPurchase = {
  paymentId: string;
  isTestPayment: boolean;
  /** Those that the payment paid, as they are now: at least one. */
  orders: OrderRow[];
  at: Date;
};

/** Must be the last statement of the transaction (`insertInvoice`). */
export async function issueInvoice(
  { db }: Pick<TransactionDependencies, 'db'>,
  { paymentId, isTestPayment, orders, at }: PaidPurchase,
): Promise<void> {
  const [first] = orders;
  if (!first) throw new Error(`Payment ${paymentId} paid no order`);
  const purchase = await findPurchase(db, first.purchase_id);
  const settings = await readSettings(db);
  const { rules } = await findDeliveryRules(db);
  const total = sumTotals(orders);
  const tax = readTax(purchase);
  const taxPlace = findTaxPlace(purchase, rules.homeCountry);
  await insertInvoice(db, {
    kind: 'invoice',
    purchase_id: purchase.id,
    payment_id: paymentId,
    refund_id: null,
    invoice_id: null,
    total_cents: total,
    tax_cents: computeTax(total, tax),
    content: {
      prefix: settings.invoicePrefix,
      seller: describeSeller(settings),
      ...describeBuyer(first, purchase),
      ...(taxPlace && { taxPlace }),
      timeZone: rules.calendar.timeZone,
      orderedAt: purchase.placed_at.toISOString(),
      transactionId: first.transaction_id ?? '',
      isTestPayment,
      lines: orders.map((order) => ({
        orderId: order.id,
        name: order.part_name,
        quantity: order.quantity,
        unitCents: order.unit_price_cents,
        cents: order.total_cents,
      })),
      delivery: {
        name: purchase.delivery ? `Delivery: ${purchase.delivery.name}` : 'Delivery',
        cents: sumDelivery(orders),
      },
      tax,
    },
    issued_at: at,
  });
}

function describeSeller({ name, companyName, postalAddress, email, registration, taxId }: Settings) {
  return { name, companyName, postalAddress, email, registration, taxId };
}

function describeBuyer(
  { buyer_name, buyer_email, location, phone }: OrderRow,
  { billing, pick_up_at: pickUpAt }: PurchaseRow,
): Pick<InvoiceContent, 'buyer' | 'handover'> {
  const reached = { email: buyer_email, phone };
  const handover = { isPickUp: pickUpAt !== null, place: pickUpAt ?? location };
  if (billing) {
    const { address, ...company } = billing;
    const buyer = { name: address.name, location: formatLocation(address), ...reached, ...company };
    return { buyer, handover };
  }
  if (pickUpAt === null) return { buyer: { name: buyer_name, location, ...reached } };
  return { buyer: { name: buyer_name, location: '', ...reached }, handover };
}
