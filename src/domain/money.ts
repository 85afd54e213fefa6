/** Money in whole US cents; only the API and pages use dollars. */

/** Cents. Source: Stripe, 'Minimum and maximum charge amounts'. */
export const minChargeCents = 50;

export const maxChargeCents = 99_999_999;

export function dollarsToCents(dollars: number): number {
  return Math.round(dollars * 100);
}

export function centsToDollars(cents: number): number {
  return cents / 100;
}

export function formatMoney(cents: number): string {
  return dollars.format(cents / 100);
}

/** Of an amount as the API has it. */
export function formatDollars(dollars: number): string {
  return formatMoney(dollarsToCents(dollars));
}

/** 'free', '$4.50': what delivery costs. */
export function formatCost(cents: number): string {
  return cents === 0 ? 'free' : formatMoney(cents);
}

/** Of a unit that may cost little: below a dollar with a tenth of a cent, '$0.075'. */
export function formatUnitPrice(dollars: number): string {
  return dollars < 1 ? `$${dollars.toFixed(3)}` : formatDollars(dollars);
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
