/** The answer of a comparison: what is known to be better in which part, and what is not known. */
import { expect, test } from 'vitest';
import { answerComparison, findBest } from '#catalogue/rules/comparison-answer.ts';

const names = ['Samsung 990 PRO 2 TB M.2-2280', 'Crucial T500 2 TB M.2-2280'];

function makeFact(label: string, ...amounts: (number | undefined)[]) {
  const values = amounts.map((amount) => (amount ? `${Math.round(amount)} TB` : undefined));
  const isBest = findBest(values, (one, other) => {
    const [amount, otherAmount] = [amounts[one], amounts[other]];
    return amount && otherAmount && amount - otherAmount;
  });
  return { label, values, isBest };
}

function answer(parts: string[], ...facts: ReturnType<typeof makeFact>[]) {
  const { better, unknown } = answerComparison(parts, facts);
  const sentence = better.map(({ names = '', text }) => names + text).join('');
  return [sentence, unknown].map((text) => text?.replaceAll('\u00a0', ' '));
}

test('of two parts, each is better in what is known of both; what is not known says so and decides nothing', () => {
  const facts = [
    makeFact('Capacity', 2, 2.01), // shown as the same
    makeFact('Endurance', 1200, 600),
    makeFact('PCIe generation', 3, 4),
    makeFact('M.2 slots', 1, 2),
    makeFact('DRAM cache', 2, undefined),
    makeFact('Noise', undefined, undefined),
  ];
  expect(answer(names, ...facts)).toEqual([
    'By what is known, Samsung 990 PRO is better in endurance (1200 TB, not 600 TB); Crucial T500 in PCIe generation (4 TB, not 3 TB) and M.2 slots (2 TB, not 1 TB).',
    'Not known of Crucial T500: DRAM cache; of both: noise.',
  ]);
});

test('without anything that is known of both, nobody is better', () => {
  expect(answer(names, makeFact('Capacity', 2, undefined), makeFact('Price', 1, 1))).toEqual([
    'Nothing that is known of both makes one better.',
    'Not known of Crucial T500: capacity.',
  ]);
  expect(answer(names)).toEqual(['Nothing that is known of both makes one better.', undefined]);
});

test('of several parts the best are named, together where they are equal, and among what is known', () => {
  const facts = [
    makeFact('Capacity', 4, 4, 1),
    makeFact('Endurance', undefined, 600, 300),
    makeFact('Cache', undefined, undefined, undefined),
  ];
  expect(answer(['First', 'Second', 'Third'], ...facts)).toEqual([
    'By what is known, First and Second are best in capacity (4 TB); Second in endurance (600 TB).',
    'Not known of First: endurance; of all: cache.',
  ]);
});

test.each([
  { soldOut: [true, true], sentence: ' Sold out: both.' },
  { soldOut: [false, true], sentence: ' Sold out: Crucial T500.' },
])('no price is praised without saying what is sold out: $soldOut', ({ soldOut, sentence }) => {
  const { better } = answerComparison(names, [makeFact('Endurance', 1200, 600)], soldOut);
  expect(better.at(-1)?.text.replaceAll('\u00a0', ' ')).toBe(sentence);
});
