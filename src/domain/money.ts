/** Money in whole US cents; only the API and pages use dollars. */

/** The provider's minimum (cents). Source: Stripe, 'Minimum and maximum charge amounts'. */
export const minChargeCents = 50;

/** The provider's maximum (cents). Source: Stripe, 'Minimum and maximum charge amounts'. */
export const maxChargeCents = 99_999_999;

export function dollarsToCents(dollars: number): number {
  return Math.round(dollars * 100);
}

export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** 123456 is '$1,234.56'. */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100);
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
