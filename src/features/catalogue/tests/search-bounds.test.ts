/** What a search looks for has an end, whatever was typed. */
import { describe, expect, test } from 'vitest';
import { parseSearch, requireWords, respellWords } from '#catalogue/rules/search/searches.ts';
import type { WordCondition } from '#catalogue/rules/search/word-index.ts';

const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z';
const models = Array.from({ length: 8 }, (_, number) => `q${number}hw8t${number}kz`).join(' ');
const longWords = Array.from({ length: 6 }, (_, number) => `corsiarvengenc${number}`).join(' ');

function listTerms(condition: WordCondition): string[] {
  if ('word' in condition) return [`${condition.word}${condition.isBeginning ? '*' : ''}`];
  if ('not' in condition) return listTerms(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(listTerms);
}

describe.each([
  ['eight letters', 'w k l 0 c f g t'],
  ['all letters', letters],
  ['letters to leave out', letters.replaceAll(' ', ' -')],
  ['made-up models', models],
  ['long words with digits', longWords],
  ['words that many parts have', 'black white rgb pro ddr5 16gb 32gb gaming atx board corsair msi'],
])('of %s', (_, text) => {
  const words = parseSearch(text, { isTyping: true });
  const [whole, respelled] = [requireWords(words), respellWords(words) ?? { all: [] }].map(listTerms) as [
    string[],
    string[],
  ];

  test('at most 16 words are asked for, and a few ways to write them', () => {
    expect(words.length).toBeLessThanOrEqual(16);
    expect(whole.length).toBeLessThanOrEqual(40);
    expect(respelled.length).toBeLessThanOrEqual(400);
  });

  test('no word begins with a single letter or digit', () => {
    expect([...whole, ...respelled].filter((term) => /^.\*/.test(term))).toEqual([]);
  });
});

test('a single letter is the beginning of a word where it comes last and is the only one', () => {
  const list = (text: string) => listTerms(requireWords(parseSearch(text)));
  expect(list('c')).toEqual(['c*']);
  expect(list('corsair c')).toEqual(['corsair*', 'c*']);
  expect(list('c corsair')).toEqual(['c', 'corsair*']);
  expect(list('b corsair c')).toEqual(['b', 'corsair*', 'c']);
  expect(listTerms(respellWords(parseSearch('corsair vengeance c')) ?? { all: [] })).not.toContain('c*');
});
