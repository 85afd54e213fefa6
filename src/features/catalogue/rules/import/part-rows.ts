/** Reads a part from a row of a file: one of our own (fields as in the API) or of pc-part-dataset. */
import { z } from 'zod';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import { checkSpecification } from '#catalogue/rules/import/check-specification.ts';
import { isMissing, type RowFields } from '#catalogue/rules/import/import-values.ts';
import { translateListRow, translateProblems } from '#catalogue/rules/import/part-lists.ts';
import { makeIdentity, makeSku } from '#catalogue/rules/import/part-sku.ts';
import { makeFullName } from '#catalogue/rules/part-names.ts';
import { gtinField, mpnField } from '#catalogue/rules/part-numbers.ts';
import {
  type Category,
  categories,
  categorySchema,
  fallbackCategory,
  maxStock,
} from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { lowStock, optionalText, price, requiredText, weightGrams, wholeNumber } from '#kernel/fields.ts';
import { imageAddress } from '#kernel/image-address.ts';
import { type Cents, dollarsToCents } from '#kernel/money.ts';
import { type FieldError, isRefused, keepFirstPerField } from '#kernel/refusals.ts';
import { formatIssue } from '#kernel/validation-messages.ts';

/** By the names of the columns. */
export type StoredPart = {
  category: Category;
  name: string;
  brand: string;
  mpn: string | null;
  gtin: string | null;
  description: string;
  image: string | null;
  /** Null: not for sale. */
  price_cents: Cents | null;
  stock: number;
  minimum_order: number;
  /** Null: the default. */
  low_stock: number | null;
  /** Null: not known. */
  weight_grams: number | null;
  isOffSale: boolean;
  featured_rank: number | null;
  /** With derived facts. */
  specs: SpecificationValues;
  derived_fields: string[];
};

/** A valid row; missing fields leave an existing part unchanged. */
export type ImportedPart = {
  [Column in keyof Omit<StoredPart, 'specs' | 'derived_fields'>]?: StoredPart[Column] | undefined;
} & {
  sku: string;
  identity: string;
  /** Of a row that states none; other rows of the import tell how long it is. */
  guessedBrand?: string | undefined;
  specs?: Record<string, unknown> | undefined;
  /** In its file, from 1. */
  fileRow?: number | undefined;
  file?: string | undefined;
  /** Of a public list, where shops repeat a part at several prices: the lowest counts. */
  isListed?: boolean | undefined;
  /** The row has no SKU. */
  hasMadeSku?: boolean | undefined;
  /** The row means a part of the shop that has this SKU; `name`: in the row. */
  recognized?: { by: RecognizedBy; name: string } | undefined;
};

export type RecognizedBy = 'gtin' | 'mpn' | 'name';

export type RowReading = {
  /** Of pc-part-dataset. */
  list: string | undefined;
  category: Category | undefined;
  /** Its rows may name a part by a number only. */
  isPriceList?: boolean | undefined;
};

export function readPartRow(row: RowFields, { list, category, isPriceList }: RowReading): ReadRow {
  const { numbers, fields } = readPartNumbers(row);
  if (!list) {
    const own: RowFields = { ...(category && { category }), ...clearEmptyValues({ ...fields, ...numbers }) };
    return readOwnRow(own, isPriceList && (own.mpn || own.gtin) ? [] : ['category', 'name']);
  }
  const translated = translateListRow({ list, category }, fields);
  if (!translated) {
    return { problems: [{ path: 'type', message: `This part is not of the category ${category}` }] };
  }
  const result = readOwnRow(clearEmptyValues({ ...translated, ...numbers }));
  if ('problems' in result) return { problems: translateProblems({ list, category }, result.problems) };
  return { part: { ...completeName(result.part), isListed: true } };
}

/** Of lists whose names leave out what the specification says. */
export function completeName(part: ImportedPart): ImportedPart {
  if (!part.category || !part.name) return part;
  return { ...part, name: makeFullName(part.category, part.name, part.specs ?? {}) };
}

/** `quarantined`: what the row states of the part, but cannot be true; the part is without it. */
export type ReadRow = { part: ImportedPart; quarantined?: FieldError[] } | { problems: FieldError[] };

/** `needed`: of a row without a SKU. */
function readOwnRow(
  row: RowFields,
  needed: readonly ('category' | 'name')[] = ['category', 'name'],
): ReadRow {
  const parsed = rowSchema.safeParse(row, { error: formatIssue });
  if (!parsed.success) return { problems: keepFirstPerField(parsed.error.issues.map(makeProblem)) };
  const { sku, category, specs } = parsed.data;
  if (specs && !category) return { problems: [makeRequiredProblem('category')] };
  const missing = sku ? [] : needed.filter((field) => !parsed.data[field]);
  if (missing.length > 0) return { problems: missing.map(makeRequiredProblem) };
  const checked = category && specs ? checkSpecification(category, specs) : { specs: undefined };
  if (isRefused(checked)) {
    return { problems: checked.refused === 'invalid-input' ? keepFirstPerField(checked.errors) : [] };
  }
  return { part: makePart({ ...parsed.data, specs: checked.specs && omitUndefined(checked.specs) }) };
}

function makePart(row: z.output<typeof rowSchema>): ImportedPart {
  const { img: image, price, available_quantity: stock, off_sale: isOffSale, featured, ...columns } = row;
  return {
    ...columns,
    ...{ image, stock, isOffSale, featured_rank: featured },
    sku: row.sku ?? makeSku({ ...row, category: row.category ?? fallbackCategory }),
    hasMadeSku: row.sku === undefined,
    identity: makeIdentity(row),
    price_cents: price == null ? price : dollarsToCents(price),
  };
}

const rowSchema = z.strictObject({
  sku: requiredText(80, 'A SKU is needed here').optional(),
  category: z.preprocess(readCategory, categorySchema).optional(),
  name: requiredText(200, 'A name is needed here').optional(),
  brand: optionalText(60).optional(),
  mpn: mpnField.nullable().optional(),
  gtin: gtinField.nullable().optional(),
  description: requiredText(5000, 'A description is needed here').optional(),
  price: price('A price is needed here').nullable().optional(),
  available_quantity: wholeNumber(0, maxStock, 'A quantity is needed here').optional(),
  minimum_order: wholeNumber(1, 10_000, 'A quantity is needed here').optional(),
  low_stock: lowStock.nullable().optional(),
  weight_grams: weightGrams.nullable().optional(),
  off_sale: z.preprocess(readYesOrNo, z.boolean('Yes or no (true or false) is needed here')).optional(),
  featured: wholeNumber(1, 1_000_000, 'A whole number is needed here').nullable().optional(),
  img: imageAddress('The address of a picture is needed here').nullable().optional(),
  specs: z.record(z.string(), z.unknown()).optional(),
});

const { specs: _, ...ownColumns } = rowSchema.shape;
export const partColumns: readonly string[] = Object.keys(ownColumns);

/** 'SSD', 'Graphics cards': in any case, also as pages call it. */
function readCategory(value: unknown): unknown {
  return (typeof value === 'string' && categoryNames.get(value.trim().toLowerCase())) || value;
}

const categoryNames = new Map(
  categories.flatMap((category) => {
    const { singular, plural } = categoryLabels[category];
    return [category, singular, plural].map((name) => [name.toLowerCase(), category]);
  }),
);

/** As spreadsheets write it in English, German, French, Spanish and Italian. */
function readYesOrNo(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^(?:true|yes|wahr|vrai|verdadero|vero)$/i.test(value.trim())) return true;
  return /^(?:false|no|falsch|faux|falso)$/i.test(value.trim()) ? false : value;
}

const clearableFields = ['price', 'featured', 'low_stock', 'weight_grams', 'img'];

/** Null and empty cells clear a field or are ignored; a brand may be empty. */
function clearEmptyValues(row: RowFields): Record<string, unknown> {
  const entries = Object.entries(row).map(([field, value]): [string, unknown] => {
    if (value !== null && value !== '') return [field, value];
    if (clearableFields.includes(field)) return [field, null];
    return [field, field === 'brand' && value === '' ? '' : undefined];
  });
  return omitUndefined(Object.fromEntries(entries));
}

/** The columns that lists call the numbers of a part; the first that has a value counts. */
const partNumberColumns: Readonly<Record<string, readonly string[]>> = {
  mpn: ['mpn', 'part_number'],
  gtin: ['gtin', 'ean', 'upc'],
};

export const partNumberNames: readonly string[] = Object.values(partNumberColumns).flat();

function readPartNumbers(row: RowFields): { numbers: RowFields; fields: RowFields } {
  const numbers = Object.entries(partNumberColumns).flatMap(([field, columns]) => {
    const present = columns.filter((column) => row[column] !== undefined);
    const stated = present.find((column) => !isMissing(row[column])) ?? present[0];
    return stated === undefined ? [] : [[field, row[stated]]];
  });
  const fields = Object.entries(row).filter(([field]) => !partNumberNames.includes(field));
  return { numbers: Object.fromEntries(numbers), fields: Object.fromEntries(fields) };
}

function omitUndefined(fields: RowFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function makeProblem(issue: z.core.$ZodIssue): FieldError {
  return issue.code === 'unrecognized_keys'
    ? { path: issue.keys.join(', '), message: 'There is no such field' }
    : { path: issue.path.join('.'), message: issue.message };
}

function makeRequiredProblem(field: string): FieldError {
  return { path: field, message: 'This is required' };
}
