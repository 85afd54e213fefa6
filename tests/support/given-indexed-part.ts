/** A part of the catalogue index. */
import { type CatalogueIndex, makeCatalogueIndex } from '#catalogue/rules/index/catalogue-index.ts';
import type { MakeBuildColumn } from '#catalogue/rules/index/column.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { makeWordIndex, type WordedPart } from '#catalogue/rules/search/word-index.ts';

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

/** Parts in memory by slot, which are reused as those of the file of parts. */
export function givenStore<Part extends { number: number }>() {
  const parts: (Part | undefined)[] = [];
  const slots = new Map<number, number>();
  const free: number[] = [];
  return {
    find: (number: number) => slots.get(number),
    get: (slot: number) => parts[slot],
    put(part: Part): number {
      const slot = slots.get(part.number) ?? free.pop() ?? parts.length;
      slots.set(part.number, slot);
      parts[slot] = part;
      return slot;
    },
    remove(slot: number): void {
      slots.delete(parts[slot]?.number as number);
      parts[slot] = undefined;
      free.push(slot);
    },
  };
}

/** An index with its parts in memory. */
export function givenCatalogueIndex(
  makeBuildColumn?: MakeBuildColumn,
  store = givenStore<IndexedPart>(),
): GivenIndex {
  const index = makeCatalogueIndex((slot) => store.get(slot) as IndexedPart, makeBuildColumn);
  return {
    ...index,
    put(part) {
      const slot = store.put(part);
      index.put(part, slot);
      return slot;
    },
    remove(number) {
      const slot = store.find(number);
      if (slot === undefined) return;
      index.remove(slot);
      store.remove(slot);
    },
  };
}

export type GivenIndex = Omit<CatalogueIndex, 'put' | 'remove'> & {
  /** Returns the part's slot. */
  put(part: IndexedPart): number;
  remove(number: number): void;
};

type GivenPart = WordedPart & { number: number };

/** An index of words with its parts in memory. */
export function givenWordIndex(store = givenStore<GivenPart>()) {
  const index = makeWordIndex<GivenPart>(store.get);
  return {
    ...index,
    put(part: GivenPart, isListed: boolean): void {
      const known = store.find(part.number);
      const earlier = known === undefined ? undefined : store.get(known);
      index.put(store.put(part), part, { isListed, earlier });
    },
    remove(number: number): void {
      const slot = store.find(number);
      if (slot === undefined) return;
      index.remove(slot, store.get(slot) as GivenPart);
      store.remove(slot);
    },
  };
}
