/** Superlatives in searches: 'biggest hard drive', 'gpu with most vram'. Each means a sort of the category's list. */
import type { Category } from '#catalogue/rules/categories.ts';
import { categories } from '#catalogue/rules/category-ids.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { findCategory } from '#catalogue/rules/search/kinds.ts';
import type { Superlatives } from '#catalogue/rules/specification-fields.ts';

type SuperlativeSearch = { text: string; category: Category; sort: string };

/** Undefined: there is none, or it is not clear of what. Without a chosen category, the text must name one. */
export function readSuperlative(search: string, chosen: Category | undefined): SuperlativeSearch | undefined {
  const possible = superlatives.flatMap(({ category, pattern, sort, hasNoun, nouns }) => {
    if ((chosen !== undefined && category !== chosen) || !pattern.test(search)) return [];
    const text = search.replace(pattern, ' ').replace(/\s+/g, ' ').trim();
    return [{ text: removeNoun(text, nouns), category, sort, hasNoun }];
  });
  const named = possible.find(({ text, category }) => category === (chosen ?? findCategory(text)));
  const [only, ...others] = possible.filter(
    ({ text, hasNoun }) => hasNoun && findCategory(text) === undefined,
  );
  const isOfOne = others.every(({ category }) => category === only?.category);
  const meant = named ?? (isOfOne ? only : undefined); // 'most cores' is said of nothing else
  return meant && { text: meant.text, category: meant.category, sort: meant.sort };
}

/** 'highest clocked cpu boost': at the end, another name of the fact says nothing more. */
function removeNoun(text: string, nouns: string): string {
  const without = text.replace(new RegExp(` (?:(?:by|in|of) )?(?:${nouns})$`, 'i'), '');
  return findCategory(without) === findCategory(text) ? without : text;
}

const ofNumber = '(?: (?:number|count|amount) of)?';
const greatest = `(?:most|highest|biggest|largest|greatest|longest|tallest|fastest|max(?:imum)?)${ofNumber}`;
const smallest = `(?:least|lowest|smallest|fewest|shortest|slowest|tightest|min(?:imum)?)${ofNumber}`;

/** By the label of a filter. */
const superlativesOfMeasures: Readonly<Record<string, Superlatives>> = {
  Height: { least: ['lowest', 'shortest', 'flattest'], most: ['tallest', 'highest'] },
  Width: { least: ['narrowest', 'slimmest', 'thinnest'], most: ['widest'] },
  Depth: { least: ['shallowest'], most: ['deepest'] },
  Thickness: { least: ['thinnest', 'slimmest'], most: ['thickest', 'widest'] },
};

/** 'most vram' is understood before 'most'. */
const superlatives = categories
  .flatMap((category) => listFilters(category).flatMap((filter) => listPatterns(category, filter)))
  .sort((one, other) => Number(other.hasNoun) - Number(one.hasNoun));

/** How searches call the filter, for a regular expression. */
export function listNouns({ label, superlatives }: Filter): string {
  const nouns = [label.toLowerCase().replace(/ \(.*\)/, ''), ...(superlatives?.nouns ?? [])];
  return nouns.toSorted((one, other) => other.length - one.length).join('|');
}

function listPatterns(category: Category, filter: Filter) {
  const { key, sorts, superlatives = {} } = filter;
  const nouns = listNouns(filter);
  const list = (end: 'least' | 'most') => [
    ...(superlatives[end] ?? []),
    ...(superlativesOfMeasures[filter.label]?.[end] ?? []),
  ];
  const ends = [
    { direction: 'up', sort: key, adverb: smallest, words: list('least') },
    { direction: 'down', sort: `${key}-desc`, adverb: greatest, words: list('most') },
  ] as const;
  return ends
    .filter(({ direction }) => sorts.includes(direction))
    .flatMap(({ sort, adverb, words }) => [
      { category, sort, nouns, hasNoun: true, pattern: makePattern(`${adverb} (?:${nouns})`) },
      ...(words.length > 0
        ? [{ category, sort, nouns, hasNoun: false, pattern: makePattern(words.join('|'), '') }]
        : []),
    ]);
}

/** 'max length 250 mm' is a limit; 'quietest 850 W' is none. */
function makePattern(words: string, limit = String.raw`| (?:of )?\d[\d.,]* ?[a-z]`): RegExp {
  return new RegExp(String.raw`(?<![\w-])(?:with )?(?:the )?(?:${words})(?![\w-]${limit})`, 'i');
}
