/** What a part is found by: the words of its name, brand and SKU, and its specification as people spell it. */
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import { spellText } from '#domain/catalogue/search/spellings.ts';
import { splitIntoLooseWords } from '#domain/catalogue/search/words.ts';
import type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';

/** Raise it with every change of what follows here, in the files beside, or in a category's words: the shop then makes all words anew. */
export const wordsVersion = 2;

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
export function listPartWords(part: SearchedPart): Map<string, WordWeight> {
  const found = new Map<string, WordWeight>();
  const add = (weight: WordWeight, words: readonly string[]) => {
    for (const word of words) {
      if (word && !found.has(word)) found.set(word, weight);
    }
  };
  add('A', spellText(part.name));
  add('B', spellText(part.brand));
  add('B', [...spellText(part.sku), joined(part.sku)]);
  add('C', listSpecificationWords(part.category, part.specs));
  add('D', getDefinition(part.category).searchWords);
  return found;
}

/** The specification as people spell it. */
export function listSpecificationWords(category: Category, specs: SpecificationValues): string[] {
  return getDefinition(category).listSpecificationWords(specs);
}

/** An SKU as one word, however it is hyphenated. */
function joined(sku: string): string {
  return splitIntoLooseWords(sku).join('').slice(0, 60);
}
