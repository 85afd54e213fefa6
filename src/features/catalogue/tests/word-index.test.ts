/** The index of words has what the words of its parts say, whatever came, changed and went. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { listPartWords } from '#catalogue/rules/search/part-words.ts';
import { listSlots, type WordCondition } from '#catalogue/rules/search/word-index.ts';
import { givenStore, givenWordIndex } from '#tests/support/given-indexed-part.ts';

const makePart = (number: number, name: string) => ({
  ...{ number, id: `id-${number}`, name, brand: 'Testco', sku: `T-${number}`, category: 'other' as const },
  specs: {},
});

const name = fc
  .array(fc.constantFrom('red', 'redder', 'blue', 'rtx', '4070', 'ti', 'x'), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const change = fc.record({
  number: fc.integer({ min: 1, max: 70 }),
  name: fc.option(name, { nil: undefined }), // undefined: it goes
  isListed: fc.boolean(),
  isRead: fc.boolean(),
  /** Before it, the index is left to the next start. */
  isLeft: fc.nat(9).map((drawn) => drawn === 0),
});
const term = fc.record({
  word: fc.constantFrom('red', 're', 'blue', '4070', 'ti', 'x', 'nothing'),
  isBeginning: fc.boolean(),
});
const condition: fc.Arbitrary<WordCondition> = fc.oneof(
  term,
  fc.record({ any: fc.array(term, { maxLength: 3 }) }),
  fc.record({
    all: fc.tuple(
      term,
      term,
      fc.oneof(term, fc.record({ not: term }), fc.record({ any: fc.tuple(term, term) })),
    ),
  }),
);

function meets(words: readonly string[], wanted: WordCondition): boolean {
  if ('word' in wanted)
    return words.some((word) => (wanted.isBeginning ? word.startsWith(wanted.word) : word === wanted.word));
  if ('not' in wanted) return !meets(words, wanted.not);
  return 'all' in wanted
    ? wanted.all.every((each) => meets(words, each))
    : wanted.any.some((each) => meets(words, each));
}

describe('an index of words', () => {
  test('finds the listed parts whose words meet the condition', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), condition, (changes, wanted) => {
        const stored = givenStore<ReturnType<typeof makePart>>();
        let index = givenWordIndex(stored);
        const parts = new Map<number, { part: ReturnType<typeof makePart>; isListed: boolean }>();
        for (const { number, name, isListed, isRead, isLeft } of changes) {
          const saved = isLeft ? index.save() : undefined;
          if (isLeft) index = givenWordIndex(stored);
          if (isLeft) index.restore(saved);
          if (name === undefined) index.remove(number);
          else index.put(makePart(number, name), isListed);
          if (name === undefined) parts.delete(number);
          else parts.set(number, { part: makePart(number, name), isListed });
          if (isRead) index.settle(1);
        }
        index.settle();
        const expected = [...parts.values()].filter(({ part }) =>
          meets([...listPartWords(part).keys()], wanted),
        );
        const list = (bits: Uint32Array<ArrayBuffer>) =>
          listSlots(bits)
            .map((slot) => index.getPart(slot)?.number ?? 0)
            .sort((one, other) => one - other);
        const sorted = (some: typeof expected) =>
          some.map(({ part }) => part.number).sort((one, other) => one - other);
        expect(list(index.find(wanted))).toEqual(sorted(expected));
        expect(list(index.findListed(wanted))).toEqual(sorted(expected.filter(({ isListed }) => isListed)));
        for (const { part, isListed } of parts.values())
          expect(index.findKey('id', part.id)).toEqual(isListed ? [stored.find(part.number)] : []);
      }),
    );
  });

  test('finds the parts of a number alone, and reads none without one for what has the hash of nothing', () => {
    const stored = givenStore<ReturnType<typeof makePart>>();
    const read = vi.spyOn(stored, 'get');
    const index = givenWordIndex(stored);
    const mpns = [undefined, 'g56cagbw', 'gj7tahyb', 'g56cagbw']; // of one hash
    for (const [number, mpn] of mpns.entries())
      index.put({ ...makePart(number + 1, 'Cable'), ...(mpn && { mpn }) }, true);
    index.settle();
    expect(index.findKey('mpn', 'g56cagbw')).toEqual([1, 3]);
    read.mockClear();
    expect(index.findKey('mpn', 'k9gpad06')).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });

  test('has another version when words are read, and when a part is listed or no longer', () => {
    const index = givenWordIndex();
    const readVersion = (change: () => void) => {
      change();
      index.settle();
      return index.version();
    };
    const versions = [
      readVersion(() => index.put(makePart(1, 'red'), true)),
      readVersion(() => index.put(makePart(1, 'blue'), true)),
      readVersion(() => index.put(makePart(1, 'blue'), false)),
    ];
    expect(new Set(versions).size).toBe(3);
    expect(readVersion(() => index.put(makePart(1, 'blue'), false))).toBe(versions[2]);
  });

  test('reads first what waits longest, so that changes of known parts put no new part off', () => {
    const index = givenWordIndex();
    index.put(makePart(1, 'red'), true);
    index.settle();
    index.put(makePart(2, 'blue'), true);
    index.put(makePart(1, 'redder'), true);
    index.settle(1);
    expect([index.has('blue'), index.has('redder')]).toEqual([true, false]);
  });

  test('knows the words with most of the same trigrams, the most similar first, of parts that are there', () => {
    const index = givenWordIndex();
    index.put(makePart(1, 'corsair vengeance'), true);
    index.put(makePart(2, 'corsairs'), true);
    index.settle();
    expect(index.listSimilar('corsiar')).toEqual(['corsair', 'corsairs']);
    index.remove(2);
    index.settle();
    expect(index.listSimilar('corsiar')).toEqual(['corsair']);
    expect([index.hasBeginning('veng'), index.hasBeginning('corsairs')]).toEqual([true, false]);
  });
});
