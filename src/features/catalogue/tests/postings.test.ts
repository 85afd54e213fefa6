/** Lists of numbers by word hold what was put into them, whatever moved. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePostings } from '#catalogue/rules/search/postings.ts';

const words = Array.from({ length: 200 }, (_, index) => `w${index}`);
/** Half of the words have few and are often without any. */
const step = fc.oneof(
  fc.record({
    word: fc.constantFrom(...words.slice(0, 100)),
    posting: fc.nat(1),
    isSaved: fc.constant(false),
  }),
  fc.record({
    word: fc.constantFrom(...words.slice(100)),
    posting: fc.oneof(fc.nat(40), fc.integer({ min: 2 ** 31, max: 2 ** 32 - 1 })),
    isSaved: fc.nat(50).map((number) => number === 0),
  }),
);

test('hold what was added and not removed, each word new once, also after they were saved', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3000, size: 'max' }), (steps) => {
      let postings = makePostings();
      const model = new Map<string, Set<number>>();
      for (const { word, posting, isSaved } of steps) {
        const known = model.get(word);
        if (known?.delete(posting)) postings.remove(word, posting);
        else {
          expect(postings.add(word, posting)).toBe(known === undefined);
          model.set(word, (known ?? new Set()).add(posting));
        }
        if (!isSaved) continue;
        const saved = structuredClone(postings.save());
        postings = makePostings();
        expect(postings.restore(saved)).toEqual(saved.words);
        for (const [each, { size }] of model) if (size === 0) model.delete(each);
      }
      for (const word of [...words, 'unknown']) {
        const { values, from, to } = postings.range(word);
        expect(new Set(values.subarray(from, to))).toEqual(model.get(word) ?? new Set());
        expect(to - from).toBe(model.get(word)?.size ?? 0);
        expect(postings.has(word)).toBe((model.get(word)?.size ?? 0) > 0);
      }
    }),
    { numRuns: 60 },
  );
});
