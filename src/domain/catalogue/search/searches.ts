/** What a search asks of a part: every word that was typed, or a beginning of one. */
import { canBeBeginning, splitIntoWords } from '#domain/catalogue/search/words.ts';

/** One word of a search: a part must have one of the spellings, or a word that begins with one where that is enough. */
export type SearchedWord = { typed: string; spellings: readonly string[]; isBeginning: boolean };

const maxWords = 12;
const stopWords = new Set(['a', 'an', 'and', 'the', 'for', 'with', 'of', 'in', 'to']);

/**
 * The words of what was typed, each once; words that mean nothing are left out unless there is nothing else. While
 * somebody types, the last one may always be a beginning.
 */
export function parseSearch(text: string, { isTyping = false } = {}): SearchedWord[] {
  const typed = [...new Set(splitIntoWords(text))];
  const telling = typed.filter((word) => !stopWords.has(word));
  return (telling.length > 0 ? telling : typed).slice(0, maxWords).map((word, index, words) => ({
    typed: word,
    spellings: [word],
    isBeginning: canBeBeginning(word) || (isTyping && index === words.length - 1),
  }));
}

/** The search as PostgreSQL reads it (`tsquery`): all words. None has a quote in it. */
export function makeTextQuery(words: readonly SearchedWord[]): string {
  return words
    .map(({ spellings, isBeginning }) => {
      const each = spellings.map((spelling) => `'${spelling}'${isBeginning ? ':*' : ''}`);
      return each.length > 1 ? `(${each.join(' | ')})` : each.join();
    })
    .join(' & ');
}

/** What parts are ranked by that have all words: how many of them they have to the letter, and where. */
export function makeRankingQuery(words: readonly SearchedWord[]): string {
  return words.flatMap(({ spellings }) => spellings.map((spelling) => `'${spelling}'`)).join(' | ');
}
