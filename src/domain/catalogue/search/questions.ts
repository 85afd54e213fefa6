/** Takes from a search what it says of sorts, prices and limits; the rest remains words. */
import type { Category } from '#domain/catalogue/categories.ts';
import { readLimit } from '#domain/catalogue/search/limits.ts';
import { readPriceWords } from '#domain/catalogue/search/price-words.ts';
import { readSuperlative } from '#domain/catalogue/search/superlatives.ts';

export type SearchQuestion = {
  text: string;
  /** That of the sort or limit, when the search names it. */
  category: Category | undefined;
  sort: string | undefined;
  /** By the keys of range filters. */
  ranges: ReadonlyMap<string, { min: number | undefined; max: number | undefined }>;
};

export function readQuestion(search: string, chosen: Category | undefined, priceKey: string): SearchQuestion {
  // most lists are not searched, and the first use of all these patterns takes some 60 ms
  if (search === '') return { text: search, category: chosen, sort: undefined, ranges: new Map() };
  const superlative = readSuperlative(search, chosen);
  const limited = readLimit(superlative?.text ?? search, superlative?.category ?? chosen);
  const { text, min, max, sort } = readPriceWords(limited.text);
  const { limit } = limited;
  const ranges = new Map([
    ...(limit ? [[limit.key, { min: limit.min, max: limit.max }] as const] : []),
    ...((min ?? max) === undefined ? [] : [[priceKey, { min, max }] as const]),
  ]);
  const category = chosen ?? superlative?.category ?? limited.category;
  const ordered = superlative?.sort ?? sort;
  return { text: ordered ? excludeVariants(text) : text, category, sort: ordered, ranges };
}

/** A cheaper or shorter 'Ti' would come before the chip that is searched. The last word may be incomplete. */
function excludeVariants(text: string): string {
  const isPlainChip = /\b[rg]tx ?[1-9]\d{3}(?! ?(?:t|s|ti|su.*)(?: |$))(?!\w)/i.test(text);
  return isPlainChip ? `${text} -ti -super` : text;
}
