/** How much of an amount is tax. */
import { type Dollars, formatDollars } from '#kernel/money.ts';

type IncludedTaxProps = {
  /** `rate` in percent; null: none. */
  tax: { name: string; rate: number } | null | undefined;
  /** US dollars. */
  amount: Dollars | undefined;
};

/** 'VAT 15% included: $1.50' */
export function IncludedTax({ tax, amount = 0 }: IncludedTaxProps) {
  return (
    tax && <p className="muted text-sm">{`${tax.name} ${tax.rate}% included: ${formatDollars(amount)}`}</p>
  );
}
