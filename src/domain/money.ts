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

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
