/** Parts of no other category in lists. */
import { other } from '#catalogue/rules/categories/other/definition.ts';
import type { ListedCategory } from '#catalogue/rules/listed-category.ts';
import { spellText } from '#catalogue/rules/search/spellings.ts';
import { splitIntoWords } from '#catalogue/rules/search/words.ts';

export const listedOther = {
  ...other,
  filters: [],
  columns: [],
  words: {
    names: [],
    searchWords: [],
    listSpecificationWords: (specs) =>
      Object.entries(specs).flatMap(([field, value]) =>
        typeof value === 'boolean' ? splitIntoWords(field) : spellText(`${field} ${value ?? ''}`),
      ),
  },
} as const satisfies ListedCategory<never>;
