/** Search words of property tests, taken from parts. */
import type { PartRow } from '#database/catalogue/parts.ts';
import { listPartWords } from '#domain/catalogue/search/part-words.ts';
import { splitIntoWords } from '#domain/catalogue/search/words.ts';

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

/** Words that are ignored in a search with others. */
const fillWords = new Set(['a', 'an', 'and', 'the', 'for', 'with', 'of', 'in', 'to']);
