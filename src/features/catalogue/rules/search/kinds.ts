/** Finds the names of categories in searches: 'ram', 'hard drives'. */
import type { Category } from '#catalogue/rules/categories.ts';
import { getListedCategory, listedCategories } from '#catalogue/rules/listed-categories.ts';
import type { CategoryWords, ProcessorPlatform } from '#catalogue/rules/listed-category.ts';
import { splitIntoWords } from '#catalogue/rules/search/words.ts';

export type NamedWord = {
  /** One word, or the words of a category's name. */
  typed: string;
  /** The mark of the category that it names. */
  mark?: string;
};

/** Every part has the mark of its category among its words. No typed word equals it. */
export function makeCategoryMark(category: string): string {
  return `=${category}`;
}

/** The words of parts of a kind that go with a processor. */
export function listProcessorWords(mark: string, platform: ProcessorPlatform): string[] {
  return findCategoryWords(mark)?.listProcessorWords?.(platform) ?? [];
}

export function findCategoryWords(mark: string | undefined): CategoryWords | undefined {
  return findNamedCategory(mark)?.words;
}

/** With the words of the category that it is about, for what it says in several ones. */
export function joinPhrases(text: string): string {
  const category = findCategory(text.replace(lacked, ' ')) ?? findCategory(text);
  const { phrases = [] } = listedCategories.find(({ id }) => id === category)?.words ?? {};
  return phrases.reduce(
    (joined, [phrase, word]) => joined.replace(phrase, ` ${word} `).replace(/ {2,}/g, ' '),
    text,
  );
}

/** 'ryzen 7 without cooler' is about no coolers. */
const lacked = /(?<![\w-])(?:no|without|w\/o) \w+/gi;

/** The least that parts of the category need for what they are for. */
export function readNeed(category: Category | undefined, purpose: string) {
  return listedCategories.find(({ id }) => id === category)?.words.nameNeed?.(purpose);
}

/** Joins the words of names, the longest first. */
export function findKinds(words: readonly string[]): NamedWord[] {
  const named: NamedWord[] = [];
  for (let index = 0; index < words.length; ) {
    const length = [3, 2, 1].find((count) => marks.has(readPhrase(words, index, count))) ?? 0;
    const mark = marks.get(readPhrase(words, index, length));
    named.push(
      mark
        ? { typed: words.slice(index, index + length).join(' '), mark }
        : { typed: words[index] as string },
    );
    index += Math.max(length, 1);
  }
  return named;
}

/** The first kind that is named, but of kinds side by side the last: 'hdd case' is no disk. */
export function findWanted(named: readonly NamedWord[]): NamedWord | undefined {
  return named.find(({ mark }, index) => mark !== undefined && !isForNext(mark, named[index + 1]?.mark));
}

/** Not where it has a fact that is called like the next: 'case cooler height', 'gpu memory'. */
function isForNext(mark: string, next: string | undefined): boolean {
  const facts = findNamedCategory(mark)?.filters.map(({ label, superlatives }) =>
    `${label} ${superlatives?.nouns}`.toLowerCase(),
  );
  const names = findCategoryWords(next)?.names ?? [];
  return names.length > 0 && next !== mark && !names.some((name) => facts?.join().includes(name));
}

/** The category that a text names, or the one that its first typical words are of. */
export function findCategory(text: string): Category | undefined {
  const mark = findWanted(findKinds(splitIntoWords(text)))?.mark;
  if (mark !== undefined) return findNamedCategory(mark)?.id;
  return findTypicalCategory(text) ?? listedCategories.find(({ words }) => words.makers?.test(text))?.id;
}

/** The category that the first typical words of a text are of: 'nvme'. */
export function findTypicalCategory(text: string): Category | undefined {
  const typical = listedCategories.flatMap(({ id, words }) => {
    const at = words.typicalWords ? text.search(words.typicalWords) : -1;
    return at < 0 ? [] : [{ id, at }];
  });
  return typical.sort((one, other) => one.at - other.at)[0]?.id;
}

/** 'ddr3' alone would be boards with it, too: with the name of the category that its words are typical of. */
export function nameKind(text: string): string {
  const isNamed = findKinds(splitIntoWords(text)).some(({ mark }) => mark !== undefined);
  const category = isNamed ? undefined : findCategory(text);
  return category ? `${text} ${getListedCategory(category).words.names[0]}` : text;
}

function findNamedCategory(mark: string | undefined) {
  return listedCategories.find(({ id }) => makeCategoryMark(id) === mark);
}

/** Names of one word that can be written behind an amount without a blank: '2tbssd'. */
export const shortNames = listedCategories.flatMap(({ words }) =>
  words.names.filter((name) => /^[a-z]{3,}$/.test(name)),
);

const marks = new Map(
  listedCategories.flatMap(({ id, words }) =>
    words.names.flatMap((name) =>
      [name, name.replaceAll(' ', '')].map((each): [string, string] => [each, makeCategoryMark(id)]),
    ),
  ),
);

/** Of the category that processors themselves are in. */
export const processorMark = marks.get('processor');

/** In the singular; empty when fewer words are left. */
function readPhrase(words: readonly string[], start: number, count: number): string {
  const phrase = words.slice(start, start + count);
  if (phrase.length < count) return '';
  return phrase
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<!i)s$/, '') : word))
    .join(' ')
    .replace(/^graphic card/, 'graphics card');
}
