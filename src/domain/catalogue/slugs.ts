/** Slugs: the last part of a part's address, made of its name. */

/**
 * The name in lower-case ASCII words with hyphens between: 'Corsair Vengeance 32 GB (2 × 16 GB)' is
 * 'corsair-vengeance-32-gb-2-x-16-gb'; at most 80 characters, cut between words where possible; never empty.
 */
export function makeSlug(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[×ßøæœđł]/g, (letter) => spelledLetters[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (ascii.length <= maxSlugLength) return ascii || 'part';
  const end = ascii.lastIndexOf('-', maxSlugLength);
  return ascii.slice(0, end > maxSlugLength / 2 ? end : maxSlugLength);
}

/** What a part may be called in its address, in the order of preference; the last is no other part's. */
export function makeSlugCandidates(part: {
  id: string;
  sku: string;
  name: string;
}): [string, string, string] {
  const slug = makeSlug(part.name);
  return [slug, `${slug}-${makeSlug(part.sku)}`, `${slug}-${part.id.slice(-12)}`];
}

const maxSlugLength = 80;

const spelledLetters: Record<string, string> = {
  '×': 'x',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ł: 'l',
};
