/** How much of an amount is tax. */
import type { PurchaseTax } from '#contract/orders/orders.ts';
import { dollarsToCents, formatMoney } from '#domain/money.ts';

export function IncludedTax({ tax, amount }: { tax: PurchaseTax; amount: 'ofTotal' | 'ofToPay' }) {
  return tax && <p className="muted text-sm">{describeIncludedTax(tax, amount)}</p>;
}

/** 'VAT 15% included: $1.50' */
export function describeIncludedTax(tax: NonNullable<PurchaseTax>, amount: 'ofTotal' | 'ofToPay'): string {
  return `${tax.name} ${tax.rate}% included: ${formatMoney(dollarsToCents(tax[amount]))}`;
}
