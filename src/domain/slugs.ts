/** Slugs: the last part of a part's address, made of its name. */

/**
 * The name in lower-case ASCII words with hyphens between: 'Corsair Vengeance 32 GB (2 × 16 GB)' is
 * 'corsair-vengeance-32-gb-2-x-16-gb'; at most 80 characters, cut between words where possible; never empty.
 */
export function slugOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[×ßøæœđł]/g, (letter) => spelled[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (ascii.length <= longest) return ascii || 'part';
  const end = ascii.lastIndexOf('-', longest);
  return ascii.slice(0, end > longest / 2 ? end : longest);
}

/** What a part may be called in its address, in the order of preference; the last is no other part's. */
export function slugCandidates(part: { id: string; sku: string; name: string }): [string, string, string] {
  const slug = slugOf(part.name);
  return [slug, `${slug}-${slugOf(part.sku)}`, `${slug}-${part.id.slice(-12)}`];
}

const longest = 80;

const spelled: Record<string, string> = { '×': 'x', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ł: 'l' };
