/** What a search means, and which of its words a part lacks. */
import { readQuestion } from '#catalogue/rules/lists/questions.ts';
import { listPartWords, type SearchedPart } from '#catalogue/rules/search/part-words.ts';
import { parseSearch } from '#catalogue/rules/search/searches.ts';
import { translate } from '#catalogue/rules/search/vocabulary.ts';

/** The category, the words that stay, the sort, and each limit: ['case', 'case', 'width ≤ 199']. */
export function describeQuestion(search: string): (string | undefined)[] {
  const { category, text, sort, ranges, values, notUnderstood } = readQuestion(search);
  const limits = [...ranges].map(([key, { min, max }]) => {
    if (min === undefined) return `${key} ≤ ${max}`;
    return max === undefined ? `${key} ≥ ${min}` : `${key} ${min}–${max}`;
  });
  const others = [sort, ...limits, ...values.keys(), notUnderstood];
  return [category, text, ...others.filter((each) => each !== undefined)];
}

export function findMissingWords(part: SearchedPart, typed: string): string[] {
  const words = listPartWords(part);
  return parseSearch(translate(typed))
    .filter(({ role }) => role === 'required')
    .filter(({ mark = '', spellings }) => !words.has(mark) && !spellings.some((each) => words.has(each)))
    .map((word) => word.typed);
}
