/** Slugs: the last segment of a part's address, made from its name. */
import { isMadeSku } from '#catalogue/rules/import/part-sku.ts';
import type { Category } from '#catalogue/rules/parts.ts';

/** 'Corsair Vengeance 32 GB (2 × 16 GB)' is 'corsair-vengeance-32-gb-2-x-16-gb'; at most 80 characters. */
export function makeSlug(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[×ßøæœđł]/g, (letter) => asciiSpellings[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (ascii.length <= maxSlugLength) return ascii || 'part';
  const end = ascii.lastIndexOf('-', maxSlugLength);
  return ascii.slice(0, end > maxSlugLength / 2 ? end : maxSlugLength);
}

export function makeSlugCandidates(part: SluggedPart): [string, string, string] {
  const slug = makeSlug(part.name);
  const last = part.id.slice(-12);
  return [slug, `${slug}-${findOwnWords(part, slug) || last}`, `${slug}-${last}`];
}

export type SluggedPart = { id: string; sku: string; name: string; category: Category };

/** What the SKU says and the name does not; a made SKU repeats the name before its last word. */
function findOwnWords({ sku, category }: SluggedPart, slug: string): string {
  const words = makeSlug(sku).split('-');
  const named = slug.split('-');
  return isMadeSku(sku, category)
    ? (words.at(-1) ?? '')
    : words.filter((word) => !named.includes(word)).join('-');
}

const maxSlugLength = 80;

const asciiSpellings: Record<string, string> = {
  '×': 'x',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ł: 'l',
};
