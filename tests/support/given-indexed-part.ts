/** A part of the catalogue index. */
import { type CatalogueIndex, makeCatalogueIndex } from '#catalogue/rules/index/catalogue-index.ts';
import type { MakeBuildColumn } from '#catalogue/rules/index/column.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { makeWordIndex, type WordedPart, type WordIndex } from '#catalogue/rules/search/word-index.ts';

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
    mpn: null,
    ...fields,
  };
}

/** An index with its parts in memory. */
export function givenCatalogueIndex(
  makeBuildColumn?: MakeBuildColumn,
  parts = new Map<number, IndexedPart>(),
): CatalogueIndex {
  const index = makeCatalogueIndex((number) => parts.get(number) as IndexedPart, makeBuildColumn);
  return {
    ...index,
    put(part) {
      parts.set(part.number, part);
      index.put(part);
    },
  };
}

/** An index of words with its parts in memory. */
export function givenWordIndex(parts = new Map<number, WordedPart>()): WordIndex {
  const index = makeWordIndex((number) => parts.get(number));
  return {
    ...index,
    put(part, isListed) {
      index.put(part, isListed);
      parts.set(part.number, part);
    },
    remove(number) {
      index.remove(number);
      parts.delete(number);
    },
  };
}
