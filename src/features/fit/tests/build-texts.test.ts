/** What is said of the power of a build, and a build as a text to be copied. */
import { expect, test } from 'vitest';
import { sortBuild } from '#fit/rules/build.ts';
import { describePower } from '#fit/rules/rules/power.ts';
import { writeMarkdown, writeText } from '#fit/rules/written-build.ts';

const card = { kind: 'GraphicsCard', id: 'card', name: 'Card', watts: 400 } as const;
const supply = (watts?: number) =>
  ({ kind: 'PowerSupply', id: `supply ${watts}`, name: 'Supply', watts }) as const;
type Part = typeof card | ReturnType<typeof supply> | { kind: 'GraphicsCard'; id: string; name: string };
const describe = (...parts: Part[]) => describePower(sortBuild(parts.map((part) => ({ part, quantity: 1 }))));

test('the draw stands beside what the power supply gives, with what is to spare or too little', () => {
  const sentence = (...parts: Part[]) => describe(card, ...parts)?.sentence;
  expect(sentence()).toBe('Draws up to about 400 W. Choose a power supply of 480 W or more.');
  expect(sentence(supply(650))).toBe(
    'Draws up to about 400 W; the power supply gives 650 W: enough, with a fifth to spare.',
  );
  expect(sentence(supply(450))).toMatch(/: enough, but less than the 480 W that leave a fifth to spare\.$/);
  expect(sentence(supply(300))).toMatch(/: too little\.$/);
  expect(sentence(supply(1000), supply(500))).toMatch(/gives 500 W/);
  expect(sentence(supply())).toMatch(
    /^Draws up to about 400 W\. What the power supply gives is not known\.$/,
  );
  expect(sentence({ kind: 'GraphicsCard', id: 'other', name: 'Mystery' })).toMatch(
    /400 W, without the Mystery\./,
  );
  expect(describe(supply(500))).toBeUndefined();
});

test.each([
  [480, { percent: 83, level: 'enough' }],
  [479, { percent: 84, level: 'scarce' }],
  [400, { percent: 100, level: 'scarce' }],
  [399, { percent: 100, level: 'too-little' }],
  [200, { percent: 100, level: 'too-little' }],
])('beside %s W, the bar of 400 W changes where the rules of fit change their verdict', (watts, load) => {
  expect(describe(card, supply(watts))?.load).toEqual(load);
});

test('a build is written as plain text and in Markdown, with price and link of each part, total and verdict', () => {
  const build = {
    address: 'https://shop.test/build?parts=a',
    lines: [
      {
        label: 'Memory',
        name: 'Fast*RAM [2]',
        quantity: 2,
        price: '$90.00',
        address: 'https://shop.test/parts/memory/a',
      },
      {
        label: 'Case',
        name: 'Box',
        quantity: 1,
        price: undefined,
        address: 'https://shop.test/parts/case/b',
      },
    ],
    total: '$90.00',
    verdict: { verdict: 'only-if', label: 'Fits if its BIOS is new' },
    remarks: ['Draws up to about 12 W.'],
  } as const;
  expect(writeText(build)).toBe(`Memory: 2 × Fast*RAM [2], $90.00
https://shop.test/parts/memory/a

Case: Box, owned
https://shop.test/parts/case/b

Total: $90.00
Do the parts fit? Fits if its BIOS is new.
Draws up to about 12 W.

https://shop.test/build?parts=a`);
  expect(writeMarkdown(build)).toBe(`| Kind | Part | Price |
| --- | --- | ---: |
| Memory | 2 × [Fast\\*RAM \\[2\\]](https://shop.test/parts/memory/a) | $90.00 |
| Case | [Box](https://shop.test/parts/case/b) | Owned |

Total: $90.00

Do the parts fit? Fits if its BIOS is new.

Draws up to about 12 W.

[See this build](https://shop.test/build?parts=a)`);
});
