/** Decides what a row of an import does to the shop: which part it adds, or what it changes of the one that is there. */

import type { ImportedPart } from '#domain/catalogue/import/part-rows.ts';
import { makeDescription } from '#domain/catalogue/part-description.ts';
import { guessBrand } from '#domain/catalogue/part-names.ts';
import { type Category, fallbackCategory } from '#domain/catalogue/parts.ts';
import type { SpecificationValues } from '#domain/catalogue/specifications.ts';
import type { FieldError } from '#domain/refusals.ts';

/** A part as the shop keeps it, apart from its ids and times. */
export type StoredPart = {
  category: Category;
  name: string;
  brand: string;
  description: string;
  image: string | null;
  /** Null: not for sale. */
  priceCents: number | null;
  stock: number;
  minimumOrder: number;
  isOffSale: boolean;
  featuredRank: number | null;
  specs: SpecificationValues;
};

/** What a new part has where its row does not say so, in units. */
export type ImportDefaults = { stock: number; minimumOrder: number };

/** Enough to be sold at once, and above what counts as running low. */
export const importDefaults: ImportDefaults = { stock: 25, minimumOrder: 1 };

/**
 * Why a row cannot be done, in view of the category of the part that has its SKU in the shop, and of the earlier row
 * of the same import that has it; empty when it can.
 */
export function findImportProblems(
  part: ImportedPart,
  categoryInShop: Category | undefined,
  earlier: ImportedPart | undefined,
): FieldError[] {
  if (earlier && earlier.identity !== part.identity) {
    return [{ path: 'sku', message: 'An earlier row has this SKU and says other things of the part' }];
  }
  if (categoryInShop === undefined) {
    const lacking = (['category', 'name'] as const).filter((field) => part[field] === undefined);
    return lacking.map((path) => ({
      path,
      message: 'This is required, for no part of the shop has this SKU',
    }));
  }
  const isMoved = part.category !== undefined && part.category !== categoryInShop;
  return isMoved && part.specs === undefined
    ? [
        {
          path: 'specs',
          message: `This is required, for the part is of the category ${categoryInShop} so far`,
        },
      ]
    : [];
}

/** Of two rows that are the same part the earlier one, with the lower of their prices; the row itself when it has it. */
export function chooseCheaper(earlier: ImportedPart, later: ImportedPart): ImportedPart {
  const [price, other] = [earlier.priceCents ?? Infinity, later.priceCents ?? Infinity];
  return other < price ? { ...earlier, priceCents: other } : earlier;
}

/** The new part; what the row leaves out is made of its name and specification, or is the default. */
export function makeAddedPart(row: ImportedPart, defaults: ImportDefaults): StoredPart {
  const { category = fallbackCategory, name = row.sku } = row;
  const specs = mergeSpecs(row);
  return {
    category,
    name,
    brand: row.brand ?? guessBrand(name),
    description: row.description ?? makeDescription({ category, name, specs }),
    image: row.image ?? null,
    priceCents: row.priceCents ?? null,
    stock: row.stock ?? defaults.stock,
    minimumOrder: row.minimumOrder ?? defaults.minimumOrder,
    isOffSale: row.isOffSale ?? false,
    featuredRank: row.featuredRank ?? null,
    specs,
  };
}

/**
 * What the row changes of the part; empty when it says nothing new. What it does not say stays, above all the stock;
 * only a description that was made of the specification is made again when that has changed.
 */
export function computeChanges(
  kept: StoredPart,
  { sku: _, identity: __, ...said }: ImportedPart,
): Partial<StoredPart> {
  const changes: Partial<StoredPart> = Object.fromEntries(
    Object.entries(said).filter(
      ([field, value]) => value !== undefined && !isEqual(value, kept[field as keyof StoredPart]),
    ),
  );
  if (Object.keys(changes).length === 0) return changes;
  const isMade = said.description === undefined && kept.description === makeDescription(kept);
  const description = isMade ? makeDescription({ ...kept, ...changes }) : kept.description;
  return description === kept.description ? changes : { ...changes, description };
}

function mergeSpecs({ specs = {} }: ImportedPart): SpecificationValues {
  return specs as SpecificationValues; // they were checked when the row was read
}

function isEqual(one: unknown, other: unknown): boolean {
  return (
    one === other || (isObject(one) && isObject(other) && sortKeysOfValue(one) === sortKeysOfValue(other))
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function sortKeysOfValue(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}
