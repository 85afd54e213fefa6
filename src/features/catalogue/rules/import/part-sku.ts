/** Identifies equal parts of imports, and generates SKUs. */
import { createHash } from 'node:crypto';
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { makePlainName } from '#catalogue/rules/part-names.ts';
import { simplifyMpn } from '#catalogue/rules/part-numbers.ts';

export type NamedPart = {
  category?: Category | undefined;
  name?: string | undefined;
  specs?: Readonly<Record<string, unknown>> | undefined;
  mpn?: string | null | undefined;
  gtin?: string | null | undefined;
};

/** Equal for equal category, name, specification and numbers. Must never change: generated SKUs end with it. */
export function makeIdentity({ category, name = '', specs = {}, mpn, gtin }: NamedPart): string {
  const facts = Object.entries(specs)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const plainName = makePlainName(name).normalize('NFKC').toLowerCase();
  const numbers = [gtin, mpn && simplifyMpn(mpn)].filter(Boolean);
  const text = JSON.stringify([category ?? '', plainName, facts, ...numbers]);
  const bytes = createHash('sha256').update(text).digest();
  return [...bytes.subarray(0, 10)].map((byte) => alphabet[byte % 32]).join('');
}

/** False for a SKU that an owner has given. */
export function isMadeSku(sku: string, category: Category): boolean {
  return sku.startsWith(`${getDefinition(category).skuPrefix}-`) || /^C-[0-9A-F]{12}$/.test(sku);
}

export function makeSku(part: NamedPart & { category: Category }): string {
  const words = makePlainName(part.name ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .slice(0, 45)
    .replace(/^-+|-+$/g, '');
  return [getDefinition(part.category).skuPrefix, words, makeIdentity(part)].filter(Boolean).join('-');
}

/** Crockford's base 32, without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
