/** Identifies equal parts of imports, and generates SKUs. */
import { createHash } from 'node:crypto';
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import { makePlainName } from '#domain/catalogue/part-names.ts';

export type NamedPart = {
  category?: Category | undefined;
  name?: string | undefined;
  specs?: Readonly<Record<string, unknown>> | undefined;
};

/** Equal for equal category, name and specification. Must never change: generated SKUs end with it. */
export function makeIdentity({ category, name = '', specs = {} }: NamedPart): string {
  const facts = Object.entries(specs)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([category ?? '', makePlainName(name).normalize('NFKC').toLowerCase(), facts]);
  const bytes = createHash('sha256').update(text).digest();
  return [...bytes.subarray(0, 10)].map((byte) => alphabet[byte % 32]).join('');
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
