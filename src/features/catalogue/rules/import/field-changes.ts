/** What an import changes of a part, field by field, under the names that files of parts have. */
import type { StoredPart } from '#catalogue/rules/import/part-rows.ts';
import type { ChangedField } from '#kernel/admin-changes.ts';
import { centsToDollars } from '#kernel/money.ts';

export function listFieldChanges(stored: StoredPart, changes: Partial<StoredPart>): ChangedField[] {
  const after = { ...stored, ...changes };
  const columns = (Object.keys(columnNames) as (keyof typeof columnNames)[]).map((field) => ({
    field: columnNames[field],
    before: formatValue(field, stored[field]),
    after: formatValue(field, after[field]),
  }));
  const fields = [...new Set([...Object.keys(stored.specs), ...Object.keys(after.specs)])];
  const specs = fields.map((field) => ({
    field: `specs.${field}`,
    before: formatValue(field, stored.specs[field]),
    after: formatValue(field, after.specs[field]),
  }));
  return [...columns, ...specs].filter(({ before, after }) => before !== after);
}

/** As the API and files of parts name the columns. */
export const columnNames = {
  category: 'category',
  name: 'name',
  brand: 'brand',
  mpn: 'mpn',
  gtin: 'gtin',
  description: 'description',
  image: 'img',
  price_cents: 'price',
  stock: 'available_quantity',
  minimum_order: 'minimum_order',
  low_stock: 'low_stock',
  weight_grams: 'weight_grams',
  isOffSale: 'off_sale',
  featured_rank: 'featured',
} as const;

function formatValue(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return field === 'price_cents' ? centsToDollars(Number(value)).toFixed(2) : String(value);
}
