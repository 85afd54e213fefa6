/** Parses searches, and formats them for PostgreSQL. */
import { canBeBeginning, splitIntoWords } from '#domain/catalogue/search/words.ts';

/** A part matches with one of the spellings; `isBeginning`: or with a word that begins with one. */
export type SearchedWord = { typed: string; spellings: readonly string[]; isBeginning: boolean };

const maxWords = 12;
const stopWords = new Set(['a', 'an', 'and', 'the', 'for', 'with', 'of', 'in', 'to']);

/** Without stop words unless there are no others. The last word may be incomplete. */
export function parseSearch(text: string): SearchedWord[] {
  const typed = [...new Set(splitIntoWords(text))];
  const significant = typed.filter((word) => !stopWords.has(word));
  return (significant.length > 0 ? significant : typed).slice(0, maxWords).map((word, index, words) => ({
    typed: word,
    spellings: [word],
    isBeginning: canBeBeginning(word) || index === words.length - 1,
  }));
}

/** A `tsquery` of PostgreSQL that requires all words. Words contain no quotes. */
export function makeTextQuery(words: readonly SearchedWord[]): string {
  return words
    .map(({ spellings, isBeginning }) => {
      const terms = spellings.map((spelling) => `'${spelling}'${isBeginning ? ':*' : ''}`);
      return terms.length > 1 ? `(${terms.join(' | ')})` : terms.join();
    })
    .join(' & ');
}

export function makeRankingQuery(words: readonly SearchedWord[]): string {
  return words.flatMap(({ spellings }) => spellings.map((spelling) => `'${spelling}'`)).join(' | ');
}
