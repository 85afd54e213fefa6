/** The names of a part's columns in the API, where they differ. */
import { centsToDollars } from '#domain/money.ts';

const fieldNames: Readonly<Record<string, string>> = {
  image: 'img',
  price_cents: 'price',
  featured_rank: 'featured',
};

/** Names and values as the API shows them. */
export function presentPartFields(columns: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      fieldNames[column] ?? column,
      column === 'price_cents' && typeof value === 'number' ? centsToDollars(value) : value,
    ]),
  );
}
