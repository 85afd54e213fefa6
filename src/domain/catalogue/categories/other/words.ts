/** How searches find parts of no other category. */
import type { CategoryWords } from '#domain/catalogue/category-definition.ts';
import { spellText } from '#domain/catalogue/search/spellings.ts';
import { splitIntoWords } from '#domain/catalogue/search/words.ts';

export const words: CategoryWords = {
  names: [],
  searchWords: [],
  listSpecificationWords: (specs) =>
    Object.entries(specs).flatMap(([field, value]) =>
      typeof value === 'boolean' ? splitIntoWords(field) : spellText(`${field} ${value ?? ''}`),
    ),
};
