/** Search words of property tests, taken from parts. */
import type { PartRow } from '#catalogue/database/parts.ts';
import type { Category } from '#catalogue/rules/categories.ts';
import { readQuestion } from '#catalogue/rules/lists/questions.ts';
import { listPartWords } from '#catalogue/rules/search/part-words.ts';
import { parseSearch } from '#catalogue/rules/search/searches.ts';
import { splitIntoWords } from '#catalogue/rules/search/words.ts';

/** A word of the part or its prefix; letters only, so that it is not corrected as a typing error. */
export function readWord(part: PartRow, which: number, length: number): string {
  const words = [...listPartWords(part).keys()].filter((word) => /^[a-z0-9]+$/.test(word));
  const word = words[which % words.length] ?? 'gb';
  return /^[a-z]+$/.test(word) ? word.slice(0, length) : word;
}

/** The words as the search parses them together. */
export function searchable(words: string[]): string[] {
  return [...new Set(splitIntoWords(words.join(' ')))].filter((word) => !fillWords.has(word));
}

/** Whether the words are only searched for; together they may also be a limit, a sort or a lack, "min 500w", "no di", or German: "mit". */
export function areOnlyWords(words: string[], category: Category | undefined): boolean {
  const { text, sort } = readQuestion(words.join(' '), category, 'price');
  const hasLack = parseSearch(text).some(({ role }) => role === 'excluded');
  return text === words.join(' ') && sort === undefined && !hasLack;
}

/** Words that are ignored in a search with others. */
const fillWords = new Set(['a', 'an', 'and', 'the', 'for', 'with', 'of', 'in', 'to']);
