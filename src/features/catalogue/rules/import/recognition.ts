/** Recognizes rows without a SKU as parts of the shop: by GTIN, by MPN, or by brand, name and stated specification. */
import { guessBrand } from '#catalogue/rules/brands.ts';
import { getDefinition } from '#catalogue/rules/categories.ts';
import { omitDerived } from '#catalogue/rules/derived-facts.ts';
import type { ImportedPart, RecognizedBy, StoredPart } from '#catalogue/rules/import/part-rows.ts';
import { isMadeSku } from '#catalogue/rules/import/part-sku.ts';
import { makeFullName, makePlainName } from '#catalogue/rules/part-names.ts';
import { simplifyMpn } from '#catalogue/rules/part-numbers.ts';
import { type Category, fallbackCategory } from '#catalogue/rules/parts.ts';
import type { SpecificationField, SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type Recognition = { sku: string; by: RecognizedBy };

export type KnownPart = Pick<
  StoredPart,
  'category' | 'brand' | 'name' | 'mpn' | 'gtin' | 'specs' | 'derived_fields'
> & { sku: string; match_key: string | null };

type KeyedPart = Pick<KnownPart, 'category' | 'brand' | 'name' | 'specs'>;

/** Equal for parts that may be the same one: category, brand and full name, without blanks and punctuation. */
export function makeMatchKey({ category, brand, name, specs }: KeyedPart): string {
  const plain = makePlainName(name);
  const full = Object.keys(specs).length > 0 ? makeFullName(category, plain, specs) : plain;
  const [words, maker] = [simplify(full), simplify(brand)];
  return `${category} ${words.startsWith(maker) ? words : maker + words}`;
}

export function makeRowKey({ category = fallbackCategory, name = '', brand, specs }: ImportedPart): string {
  const values = (specs ?? {}) as SpecificationValues;
  return makeMatchKey({ category, name, brand: brand ?? guessBrand(name), specs: values });
}

/**
 * The part that the row means; `isExact`: it has the same MPN, or states the same fields. Undefined when several parts may
 * be meant. Parts that differ in anything that both state are never the same.
 */
export function recognizePart(
  row: ImportedPart,
  parts: readonly KnownPart[],
): (Recognition & { isExact: boolean }) | undefined {
  const possible = parts.filter((part) => isPossible(row, part));
  const byMpn = possible.filter((part) => hasSameMpn(row, part));
  if (byMpn[0] && byMpn.length === 1) return { sku: byMpn[0].sku, by: 'mpn', isExact: true };
  const key = makeRowKey(row);
  const byName = possible.filter(({ match_key }) => match_key === key);
  const same = byName.find((part) => statesTheSame(row, part));
  const [only] = byName.length === 1 ? byName : [same];
  return only && { sku: only.sku, by: 'name', isExact: same !== undefined };
}

/**
 * The row as a change of the part, which keeps its name, its brand, and what the row does not state. Of one that has the
 * maker's number and one that has none, the first says how both are written, whichever was there before.
 */
export function applyRecognition(
  row: ImportedPart,
  part: KnownPart,
  { sku, by }: Recognition,
): ImportedPart & { recognized: { by: RecognizedBy; name: string } } {
  const stated = omitDerived(part.specs, part.derived_fields);
  const isNamed = isNumbered(row) && !isNumbered(part) && isMadeSku(part.sku, part.category);
  const isSpelled = !isNumbered(row) && isNumbered(part);
  const merged = isSpelled ? { ...row.specs, ...stated } : { ...stated, ...row.specs };
  const specs = by === 'gtin' ? row.specs : row.specs && merged;
  const recognized = { by, name: row.name ?? row.sku };
  const mpn = by === 'gtin' || part.mpn === null ? row.mpn : undefined; // the spelling of the shop
  const written = isNamed ? {} : { name: undefined, brand: undefined };
  return { ...row, sku, mpn, ...written, specs, recognized };
}

export function isNumbered({ mpn, gtin }: Pick<ImportedPart | KnownPart, 'mpn' | 'gtin'>): boolean {
  return mpn != null || gtin != null;
}

/**
 * The rows that mean each part. Where a part could be several rows' and none of these says the same as the part, or they have
 * several numbers, it is nobody's.
 */
export function resolveClaims<
  Claim extends { sku: string; by: RecognizedBy; isExact: boolean; row: Pick<ImportedPart, 'mpn'> },
>(claims: readonly Claim[]): Claim[] {
  const bySku = Map.groupBy(claims, ({ sku }) => sku);
  return [...bySku.values()].flatMap((rivals) => {
    const numbers = new Set(
      rivals.flatMap(({ by, row }) => (by === 'name' && row.mpn ? simplifyMpn(row.mpn) : [])),
    );
    if (numbers.size > 1) return rivals.filter(({ by }) => by === 'mpn').slice(0, 1);
    const exact = rivals.find(({ isExact }) => isExact);
    if (exact) return [exact];
    return rivals.length === 1 ? rivals : [];
  });
}

function isPossible(row: ImportedPart, part: KnownPart): boolean {
  if ((row.category ?? fallbackCategory) !== part.category) return false;
  if (row.gtin && part.gtin && row.gtin !== part.gtin) return false;
  if (row.mpn && part.mpn && !hasSameMpn(row, part)) return false;
  return !isContradicting(part.category, row.specs ?? {}, part.specs);
}

/** Both state a fact, and not the same, however it is spelled. */
export function isContradicting(
  category: Category,
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const fields: Readonly<Record<string, SpecificationField>> = getDefinition(category).fields;
  return Object.entries(one).some(
    ([field, value]) =>
      value !== undefined && other[field] !== undefined && !isSameValue(value, other[field], fields[field]),
  );
}

function hasSameMpn(row: ImportedPart, part: KnownPart): boolean {
  if (!row.mpn || !part.mpn || simplifyMpn(row.mpn) !== simplifyMpn(part.mpn)) return false;
  if (row.brand === undefined) return simplify(row.name ?? '').startsWith(simplify(part.brand));
  return simplify(row.brand) === simplify(part.brand);
}

function statesTheSame(row: ImportedPart, part: KnownPart): boolean {
  const stated = Object.keys(omitDerived(part.specs, part.derived_fields));
  const fields = Object.keys(row.specs ?? {});
  return fields.length > 0 && stated.every((field) => fields.includes(field));
}

function isSameValue(one: unknown, other: unknown, field: SpecificationField | undefined): boolean {
  const [first, second] = [one, other].map((value) =>
    typeof value === 'string' ? simplify(field?.spell?.(value) ?? value) : value,
  );
  return first === second;
}

function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
