/** Presents parts: the specification's field names, and dollars. */
import type { Part } from '#catalogue/contract/parts.ts';
import type { Twin } from '#catalogue/database/part-lists.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { describeDoubts } from '#catalogue/rules/doubts.ts';
import { getFacts } from '#catalogue/rules/facts/read-fit-part.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import { type NamedPart, showName } from '#catalogue/rules/shown-names.ts';
import { centsToDollars } from '#kernel/money.ts';

/** The same object for the same row: the bytes of lists are kept by it. */
export function presentPart(part: PartRow & NamedPart): Part {
  return presented.getOrInsertComputed(part, describePart);
}

const presented = new WeakMap<PartRow & NamedPart, Part>();

function describePart(part: PartRow & NamedPart): Part {
  return {
    _id: part.id,
    img: choosePartImage(part),
    name: part.name,
    full_name: showName(part),
    description: part.shownDescription ?? part.description,
    available_quantity: part.stock,
    minimum_order: part.minimum_order,
    price: part.price_cents === null ? null : centsToDollars(part.price_cents),
    slug: part.slug,
    category: part.category,
    brand: part.brand,
    sku: part.sku,
    mpn: part.mpn,
    gtin: part.gtin,
    off_sale: part.off_sale_at !== null,
    featured: part.featured_rank,
    specs: part.specs,
    facts: getFacts(part),
    derived: part.derived_fields,
  };
}

/** For administrators. */
export function presentManagedPart(part: PartRow & NamedPart & { twin?: Twin | undefined }): Part {
  const doubts = describeDoubts(part, part.doubtful_fields);
  const { description, low_stock, weight_grams } = part;
  const twin = part.twin && { twin: { _id: part.twin.id, sku: part.twin.sku } };
  return { ...presentPart(part), description, low_stock, weight_grams, doubts, ...twin };
}
