/** The search words of a part: from its name, brand, SKU and specification. */
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import { spellText } from '#domain/catalogue/search/spellings.ts';
import { splitIntoLooseWords } from '#domain/catalogue/search/words.ts';
import type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';

/** Raise it when search words change, here, in `search/` or in a category: all words are then rebuilt. */
export const wordsVersion = 2;

export type SearchedPart = {
  name: string;
  brand: string;
  sku: string;
  category: Category;
  specs: SpecificationValues;
};

/** Weights of PostgreSQL. A: name; B: brand and SKU; C: specification; D: category. */
export type WordWeight = 'A' | 'B' | 'C' | 'D';

export function listPartWords(part: SearchedPart): Map<string, WordWeight> {
  const weights = new Map<string, WordWeight>();
  const add = (weight: WordWeight, words: readonly string[]) => {
    for (const word of words) {
      if (word && !weights.has(word)) weights.set(word, weight);
    }
  };
  add('A', spellText(part.name));
  add('B', spellText(part.brand));
  add('B', [...spellText(part.sku), joinSku(part.sku)]);
  add('C', listSpecificationWords(part.category, part.specs));
  add('D', getDefinition(part.category).searchWords);
  return weights;
}

export function listSpecificationWords(category: Category, specs: SpecificationValues): string[] {
  return getDefinition(category).listSpecificationWords(specs);
}

function joinSku(sku: string): string {
  return splitIntoLooseWords(sku).join('').slice(0, 60);
}
