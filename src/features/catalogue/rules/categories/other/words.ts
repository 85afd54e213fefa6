/** How searches find parts of no other category. */
import type { CategoryWords } from '#features/catalogue/rules/category-definition.ts';
import { spellText } from '#features/catalogue/rules/search/spellings.ts';
import { splitIntoWords } from '#features/catalogue/rules/search/words.ts';

export const words: CategoryWords = {
  names: [],
  searchWords: [],
  listSpecificationWords: (specs) =>
    Object.entries(specs).flatMap(([field, value]) =>
      typeof value === 'boolean' ? splitIntoWords(field) : spellText(`${field} ${value ?? ''}`),
    ),
};
