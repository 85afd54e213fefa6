/** Superlatives in searches: 'biggest hard drive', 'gpu with most vram'. Each means a sort of the category's list. */
import type { Category } from '#domain/catalogue/categories.ts';
import { categories } from '#domain/catalogue/category-ids.ts';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';
import { findCategory } from '#domain/catalogue/search/kinds.ts';

export type SuperlativeSearch = { text: string; category: Category; sort: string };

/** Undefined: there is none, or it is not clear of what. Without a chosen category, the text must name one. */
export function readSuperlative(search: string, chosen: Category | undefined): SuperlativeSearch | undefined {
  for (const { category, pattern, sort } of superlatives) {
    if ((chosen !== undefined && category !== chosen) || !pattern.test(search)) continue;
    const text = search.replace(pattern, ' ').replace(/\s+/g, ' ').trim();
    if (category === (chosen ?? findCategory(text))) return { text, category, sort };
  }
  return undefined;
}

const greatest = '(?:most|highest|biggest|largest|greatest|longest|max(?:imum)?)';
const smallest = '(?:least|lowest|smallest|fewest|shortest|min(?:imum)?)';

/** 'most vram' is understood before 'most'. */
const superlatives = categories
  .flatMap((category) => listFilters(category).flatMap((filter) => listPatterns(category, filter)))
  .sort((one, other) => Number(other.hasNoun) - Number(one.hasNoun));

function listPatterns(category: Category, { key, label, sorts, superlatives }: Filter) {
  if (superlatives === undefined) return [];
  const nouns = [label.toLowerCase().replace(/ \(.*\)/, ''), ...(superlatives.nouns ?? [])].join('|');
  const ends = [
    { direction: 'up', sort: key, adverb: smallest, words: superlatives.least },
    { direction: 'down', sort: `${key}-desc`, adverb: greatest, words: superlatives.most },
  ] as const;
  return ends
    .filter(({ direction }) => sorts.includes(direction))
    .flatMap(({ sort, adverb, words }) => [
      { category, sort, hasNoun: true, pattern: makePattern(`${adverb} (?:${nouns})`) },
      ...(words ? [{ category, sort, hasNoun: false, pattern: makePattern(words.join('|')) }] : []),
    ]);
}

function makePattern(words: string): RegExp {
  return new RegExp(
    String.raw`(?<![\w-])(?:with )?(?:the )?(?:${words})(?![\w-]| (?:of )?\d+ ?(?:mm|cm|w|gb|tb|mhz)\b)`,
    'i',
  );
}
