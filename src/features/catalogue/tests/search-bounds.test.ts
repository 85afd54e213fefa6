/** What a search asks of the database has an end, whatever was typed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseRarest,
  makeRespelledQuery,
  makeTextQuery,
  parseSearch,
  weighWord,
} from '#catalogue/rules/search/searches.ts';

const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z';
const models = Array.from({ length: 8 }, (_, number) => `q${number}hw8t${number}kz`).join(' ');
const longWords = Array.from({ length: 6 }, (_, number) => `corsiarvengenc${number}`).join(' ');

const countTerms = (query: string) => query.match(/'[^']+'/g)?.length ?? 0;

describe.each([
  ['eight letters', 'w k l 0 c f g t'],
  ['all letters', letters],
  ['letters to leave out', letters.replaceAll(' ', ' -')],
  ['made-up models', models],
  ['long words with digits', longWords],
  ['words that many parts have', 'black white rgb pro ddr5 16gb 32gb gaming atx board corsair msi'],
])('of %s', (_, text) => {
  const words = parseSearch(text);
  const queries = [makeTextQuery(words), makeRespelledQuery(words) ?? ''];

  test('at most 16 words are asked for, and a few ways to write them', () => {
    expect(words.length).toBeLessThanOrEqual(16);
    const [whole = 0, respelled = 0] = queries.map(countTerms);
    expect(whole).toBeLessThanOrEqual(40);
    expect(respelled).toBeLessThanOrEqual(400);
  });

  test('no word begins with a single letter or digit', () => {
    for (const query of queries) expect(query).not.toMatch(/'.':\*/);
  });
});

test('a single letter is the beginning of a word where it comes last and is the only one', () => {
  expect(makeTextQuery(parseSearch('c'))).toBe("'c':*");
  expect(makeTextQuery(parseSearch('corsair c'))).toBe("'corsair':* & 'c':*");
  expect(makeTextQuery(parseSearch('c corsair'))).toBe("'c' & 'corsair':*");
  expect(makeTextQuery(parseSearch('b corsair c'))).toBe("'b' & 'corsair':* & 'c'");
  expect(makeRespelledQuery(parseSearch('corsair vengeance c'))?.match(/'c':\*/g)).toBeNull();
});

test('a part with half of the weight of all words has one of the rarest', () => {
  const search = fc.uniqueArray(fc.constantFrom(...letters.split(' '), 'ddr5', 'atx', '4070', 'corsair'), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(search, fc.func(fc.double({ min: 0, max: 1, noNaN: true })), (typed, findShare) => {
      const words = parseSearch(typed.join(' ')).filter(({ role }) => role === 'required');
      const rarest = chooseRarest(words, ({ typed: word }) => findShare(word));
      const weigh = (some: typeof words) => some.reduce((sum, word) => sum + weighWord(word), 0);
      const others = words.filter((word) => !rarest.includes(word));
      expect(weigh(others) * 2).toBeLessThan(weigh(words) || 1);
      const rarestShare = Math.max(...rarest.map(({ typed: word }) => findShare(word)));
      for (const { typed: word } of others) expect(findShare(word)).toBeGreaterThanOrEqual(rarestShare);
    }),
  );
});
