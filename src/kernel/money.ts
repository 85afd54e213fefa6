/** Money in whole US cents; only the API and pages use dollars. */

/** The unit is in the type, so that what takes one for the other does not compile; a plain number, as a sum is, fits both. */
export type Cents = number & { readonly unit?: 'cents' };
export type Dollars = number & { readonly unit?: 'dollars' };

/** Cents. Source: Stripe, 'Minimum and maximum charge amounts'. */
export const minChargeCents: Cents = 50;

/** Also a refusal; here, because pages that say it need none of the others. */
export const restTooSmall =
  'What is left to pay is below $0.50, where card payments start. Please cancel it and order it again with something else.';

export const maxChargeCents: Cents = 99_999_999;

export function dollarsToCents(dollars: Dollars): Cents {
  return Math.round(dollars * 100);
}

export function centsToDollars(cents: Cents): Dollars {
  return cents / 100;
}

/** '$1,234.50'. Without Intl, whose first format delays the first paint of a page by a tenth of a second on a slow phone. */
export function formatMoney(cents: Cents): string {
  const amount = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${cents < 0 ? '-' : ''}$${amount}`;
}

/** Of an amount as the API has it. */
export function formatDollars(dollars: Dollars): string {
  return formatMoney(dollarsToCents(dollars));
}

/** '$1,200': a budget is of whole dollars. */
export function formatBudget(budget: Dollars): string {
  return formatDollars(budget).replace(/\.00$/, '');
}

/** 'free', '$4.50': what delivery costs. */
export function formatCost(cents: Cents): string {
  return cents === 0 ? 'free' : formatMoney(cents);
}

/** Of a unit that may cost little: below a dollar with a tenth of a cent, '$0.075'. */
export function formatUnitPrice(dollars: Dollars): string {
  return dollars < 1 ? `$${dollars.toFixed(3)}` : formatDollars(dollars);
}
