/** A part of the catalogue index. */
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';

/** An SSD that can be bought, unless `fields` say otherwise. */
export function givenIndexedPart(fields: Partial<IndexedPart> & { number: number }): IndexedPart {
  return {
    id: `00000000-0000-7000-8000-${String(fields.number).padStart(12, '0')}`,
    name: `Testco ${fields.number}`,
    brand: 'Testco',
    category: 'ssd',
    specs: { capacityGb: 1000 },
    price_cents: 10_000,
    stock: 5,
    minimum_order: 1,
    featured_rank: null,
    sales_points: 0,
    rating_points: 0,
    rating_tenths: null,
    created_at: new Date(fields.number),
    file_row: 0,
    ...fields,
  };
}
