/** Reads the whole catalogue as rows of an import. */
import { countParts, readAllParts } from '#catalogue/database/part-batches.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { omitDerived } from '#catalogue/rules/derived-facts.ts';
import type { RowFields } from '#catalogue/rules/import/import-values.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { centsToDollars } from '#kernel/money.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type ExportRequest = {
  category: Category | undefined;
  onParts(rows: RowFields[], of: number): Promise<void>;
};

/** Parts off sale or without a price too; an import of the rows changes nothing. */
export async function exportParts(
  { db }: Pick<Dependencies, 'db'>,
  { category, onParts }: ExportRequest,
): Promise<{ parts: number }> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const total = await countParts(transaction, category);
      for await (const parts of readAllParts(transaction, category)) await onParts(parts.map(makeRow), total);
      return { parts: total };
    });
}

function makeRow(part: PartRow): RowFields {
  return {
    sku: part.sku,
    category: part.category,
    name: part.name,
    brand: part.brand,
    mpn: part.mpn,
    gtin: part.gtin,
    description: part.description,
    price: part.price_cents === null ? null : centsToDollars(part.price_cents),
    available_quantity: part.stock,
    minimum_order: part.minimum_order,
    low_stock: part.low_stock,
    weight_grams: part.weight_grams,
    off_sale: part.off_sale_at !== null,
    featured: part.featured_rank,
    img: part.image,
    specs: omitDerived(part.specs, part.derived_fields), // an import derives them again
  };
}
