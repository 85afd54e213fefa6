/** A row of parts as the rules of imports see it. */
import type { PartRow } from '#catalogue/database/parts.ts';
import type { StoredPart } from '#catalogue/rules/import/part-import.ts';

export function makeStoredPart(part: PartRow): StoredPart {
  return {
    category: part.category,
    name: part.name,
    brand: part.brand,
    mpn: part.mpn,
    gtin: part.gtin,
    description: part.description,
    image: part.image,
    priceCents: part.price_cents,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    lowStock: part.low_stock,
    weightGrams: part.weight_grams,
    isOffSale: part.off_sale_at !== null,
    featuredRank: part.featured_rank,
    specs: part.specs,
    derivedFields: part.derived_fields,
  };
}
