/** Decides what an imported row does: the part it adds, or the changes to an existing part. */
import { guessBrand } from '#catalogue/rules/brands.ts';
import { deriveFacts, omitDerived } from '#catalogue/rules/derived-facts.ts';
import type { ImportedPart, StoredPart } from '#catalogue/rules/import/part-rows.ts';
import { makeDescription } from '#catalogue/rules/part-description.ts';
import { type Category, fallbackCategory } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import type { FieldError } from '#kernel/refusals.ts';

/** A row of parts as the rules of imports see it. */
export function makeStoredPart<Row extends { off_sale_at: Date | null }>(row: Row) {
  return { ...row, isOffSale: row.off_sale_at !== null };
}

export type ImportDefaults = { stock: number; minimum_order: number };

export const importDefaults: ImportDefaults = { stock: 0, minimum_order: 1 };

export function findImportProblems(
  part: ImportedPart,
  categoryInShop: Category | undefined,
  earlier: ImportedPart | undefined,
): FieldError[] {
  if (earlier && earlier.identity !== part.identity) {
    return [{ path: 'sku', message: 'An earlier row has this SKU and says other things of the part' }];
  }
  if (categoryInShop === undefined) {
    const missing = (['category', 'name'] as const).filter((field) => part[field] === undefined);
    return missing.map((path) => ({
      path,
      message: 'This is required, for no part of the shop has this SKU',
    }));
  }
  const changesCategory = part.category !== undefined && part.category !== categoryInShop;
  return changesCategory && part.specs === undefined
    ? [
        {
          path: 'specs',
          message: `This is required, for the part is of the category ${categoryInShop} so far`,
        },
      ]
    : [];
}

/** `inFile`, `inShop`: the SKU of the earlier row and of the part that has the GTIN. */
export function findGtinProblem(
  { sku }: ImportedPart,
  { inFile = sku, inShop = sku }: { inFile?: string | undefined; inShop?: string | undefined },
): FieldError[] {
  if (inFile !== sku) return [{ path: 'gtin', message: 'An earlier row has this GTIN' }];
  return inShop === sku ? [] : [{ path: 'gtin', message: `The part with the SKU ${inShop} has this GTIN` }];
}

export function chooseCheaper(earlier: ImportedPart, later: ImportedPart): ImportedPart {
  const [price, other] = [earlier.price_cents ?? Infinity, later.price_cents ?? Infinity];
  return other < price ? { ...earlier, price_cents: other } : earlier;
}

export function makeAddedPart(row: ImportedPart, defaults: ImportDefaults): StoredPart {
  const { category = fallbackCategory, name = row.sku, description } = row;
  const { specs, derivedFields } = deriveFacts({ category, name, description, specs: readSpecs(row) });
  return {
    category,
    name,
    brand: row.brand ?? row.guessedBrand ?? guessBrand(name),
    mpn: row.mpn ?? null,
    gtin: row.gtin ?? null,
    description: description ?? makeDescription({ category, name, specs }),
    image: row.image ?? null,
    price_cents: row.price_cents ?? null,
    stock: row.stock ?? defaults.stock,
    minimum_order: row.minimum_order ?? defaults.minimum_order,
    low_stock: row.low_stock ?? null,
    weight_grams: row.weight_grams ?? null,
    isOffSale: row.isOffSale ?? false,
    featured_rank: row.featured_rank ?? null,
    specs,
    derived_fields: derivedFields,
  };
}

export function computeChanges(stored: StoredPart, imported: ImportedPart): Partial<StoredPart> {
  const { sku: _, identity: __, file: ___, fileRow: ____, isListed: _____, ...others } = imported;
  const { hasMadeSku: ______, recognized: _______, guessedBrand: ________, ...row } = others;
  const { category = stored.category, name = stored.name } = row;
  const isStoredGenerated = stored.description === makeDescription(stored);
  const stated = row.description ?? (isStoredGenerated ? undefined : stored.description);
  const specs = row.specs ? readSpecs(row) : omitDerived(stored.specs, stored.derived_fields);
  const facts = deriveFacts({ category, name, description: stated, specs });
  const values = { ...row, specs: facts.specs, derived_fields: facts.derivedFields };
  const changes: Partial<StoredPart> = Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => value !== undefined && !isEqual(value, stored[field as keyof StoredPart]),
    ),
  );
  if (Object.keys(changes).length === 0) return changes;
  const isGenerated = row.description === undefined && isStoredGenerated;
  const description = isGenerated ? makeDescription({ ...stored, ...changes }) : stored.description;
  return description === stored.description ? changes : { ...changes, description };
}

function readSpecs({ specs = {} }: Pick<ImportedPart, 'specs'>): SpecificationValues {
  return specs as SpecificationValues; // validated when the row was read
}

function isEqual(one: unknown, other: unknown): boolean {
  return (
    one === other || (isObject(one) && isObject(other) && serializeSorted(one) === serializeSorted(other))
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function serializeSorted(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}
