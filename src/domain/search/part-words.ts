/** What a part is found by: the words of its name, brand and SKU, and its specification as people spell it. */
import type { Category } from '#domain/parts.ts';
import { specificationWords } from '#domain/search/specification-words.ts';
import { looseWordsOf, undotted, wordsOf } from '#domain/search/words.ts';
import type { SpecificationValues } from '#domain/specifications.ts';

/** Raise it with every change of what follows here or in the files beside: the shop then makes all words anew. */
export const wordsRecipe = 2;

export type SearchedPart = {
  name: string;
  brand: string;
  sku: string;
  category: Category;
  specs: SpecificationValues;
};

/** What counts most when several parts have a word: A, the name; B, brand and SKU; C, the specification; D, the category. */
export type WordWeight = 'A' | 'B' | 'C' | 'D';

/** Every word that finds the part, with the place where it counts most. */
export function partWords(part: SearchedPart): Map<string, WordWeight> {
  const found = new Map<string, WordWeight>();
  const add = (weight: WordWeight, words: readonly string[]) => {
    for (const word of words) {
      if (word && !found.has(word)) found.set(word, weight);
    }
  };
  add('A', textWords(part.name));
  add('B', textWords(part.brand));
  add('B', [...textWords(part.sku), joined(part.sku)]);
  add('C', specificationWords(part.category, part.specs));
  add('D', categoryWords[part.category]);
  return found;
}

/** What categories are called, besides their names. */
const categoryWords: Record<Category, string[]> = {
  memory: ['memory', 'ram', 'dram', 'module', 'kit'],
  'hard-disk': ['hard', 'disk', 'drive', 'hdd', 'harddisk'],
  ssd: ['ssd', 'solid', 'state', 'drive', 'disk', 'flash'],
  motherboard: ['motherboard', 'mainboard', 'mobo', 'board'],
  'graphics-card': ['graphics', 'graphic', 'card', 'gpu', 'video', 'vga'],
  other: [],
};

function textWords(text: string): string[] {
  const words = [...wordsOf(text), ...looseWordsOf(text)];
  return [...words, ...words.flatMap(undotted)];
}

/** An SKU as one word, however it is hyphenated. */
function joined(sku: string): string {
  return looseWordsOf(sku).join('').slice(0, 60);
}
