/** Slugs: the last segment of a part's address, made from its name. */

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

export function makeSlugCandidates(part: {
  id: string;
  sku: string;
  name: string;
}): [string, string, string] {
  const slug = makeSlug(part.name);
  return [slug, `${slug}-${makeSlug(part.sku)}`, `${slug}-${part.id.slice(-12)}`];
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
