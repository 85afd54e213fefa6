/** Money as whole cents of a US dollar; dollars with two decimals exist only at the edges. */

/** The provider refuses card payments below this amount (cents). Source: Stripe, 'Minimum and maximum charge amounts'. */
export const minChargeCents = 50;

/** The largest amount (cents) that one card payment may have. Source: Stripe, 'Minimum and maximum charge amounts'. */
export const maxChargeCents = 99_999_999;

/** Dollars (a number with at most two decimals) as whole cents. */
export function dollarsToCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Whole cents as dollars, a number with at most two decimals, as the API shows them. */
export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** Whole cents for people to read: 123456 is '$1,234.56'. */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100);
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
