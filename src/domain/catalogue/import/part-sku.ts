/** Says which rows of lists are the same part, and makes a SKU for parts that come without one. */
import { createHash } from 'node:crypto';
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import { makePlainName } from '#domain/catalogue/part-names.ts';

/** What a part is, apart from what it costs. */
export type NamedPart = {
  category?: Category | undefined;
  name?: string | undefined;
  specs?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Ten letters and digits that are equal for equal parts: category, name and specifications count, the price does not.
 * Names are compared without regard to case, white space, or how a letter is encoded (Unicode's NFKC); specifications
 * without regard to their order. It never changes, because made SKUs end with it.
 */
export function makeIdentity({ category, name = '', specs = {} }: NamedPart): string {
  const facts = Object.entries(specs)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([category ?? '', makePlainName(name).normalize('NFKC').toLowerCase(), facts]);
  const bytes = createHash('sha256').update(text).digest();
  return [...bytes.subarray(0, 10)].map((byte) => alphabet[byte % 32]).join('');
}

/**
 * The SKU of a part that has none: its kind, its name as far as it fits, and its identity, as in
 * 'SSD-SAMSUNG-990-PRO-4K7M2QW9XA'. The same part gets the same one every time; at most 60 characters.
 */
export function makeSku(part: NamedPart & { category: Category }): string {
  const words = makePlainName(part.name ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .slice(0, 45)
    .replace(/^-+|-+$/g, '');
  return [getDefinition(part.category).skuPrefix, words, makeIdentity(part)].filter(Boolean).join('-');
}

/** Crockford's base 32: no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
