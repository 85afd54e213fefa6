/** Parts of one name are told apart by as little as is needed, in whatever order they are read. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Category } from '#catalogue/rules/parts.ts';
import { findDistinctions, type Namesake, nameAmong, showName } from '#catalogue/rules/shown-names.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

describe('parts of one name', () => {
  test.each<[string, SpecificationValues[], string[]]>([
    ['color', [{ color: 'Black' }, { color: 'White' }], ['Black', 'White']],
    [
      'shortest fact',
      [
        { boostClockMhz: 2500, color: 'Red' },
        { boostClockMhz: 2600, color: 'White' },
      ],
      ['Red', 'White'],
    ],
    [
      'clock',
      [{ boostClockMhz: 2500 }, { boostClockMhz: 2600 }],
      ['2500 MHz boost clock', '2600 MHz boost clock'],
    ],
    ['nothing that only one states', [{ lengthMm: 300 }, {}], ['', '']],
    [
      'what both state',
      [{ lengthMm: 300, color: 'Red' }, { color: 'White' }, { lengthMm: 310, color: 'Red' }],
      ['Red, 300 mm long', 'White', 'Red, 310 mm long'],
    ],
    [
      'second fact, where it is needed',
      [
        { color: 'Black', lengthMm: 300 },
        { color: 'Black', lengthMm: 310 },
        { color: 'White', lengthMm: 300 },
      ],
      ['Black, 300 mm long', 'Black, 310 mm long', 'White'],
    ],
    ['nothing, where nothing differs', [{ color: 'Black' }, { color: 'Black' }], ['', '']],
  ])('are told apart by %s', (_, specs, expected) => {
    const distinctions = findDistinctions(specs.map((each, index) => makePart(String(index), each)));
    expect(specs.map((_, index) => distinctions.get(String(index)) ?? '')).toEqual(expected);
  });

  test('are told apart by the MPN where nothing else differs', () => {
    const parts = [
      { ...makePart('1', { color: 'Red' }), mpn: 'A-1' },
      { ...makePart('2', { color: 'Red' }), mpn: 'A-2' },
    ];
    expect([...findDistinctions(parts)]).toEqual([
      ['1', 'A-1'],
      ['2', 'A-2'],
    ]);
  });

  test('have names of their own when their specifications differ, whatever the order', () => {
    const specs = fc.record({
      color: fc.constantFrom('Black', 'White'),
      lengthMm: fc.constantFrom(300, 310),
      boostClockMhz: fc.constantFrom(2500, 2600, 2700),
    });
    const lists = fc.uniqueArray(specs, {
      minLength: 2,
      maxLength: 8,
      selector: ({ color, lengthMm, boostClockMhz }) => `${color} ${lengthMm} ${boostClockMhz}`,
    });
    fc.assert(
      fc.property(lists, (list) => {
        const parts = list.map((each, index) => makePart(String(index), each));
        const distinctions = findDistinctions(parts);
        const names = parts.map(({ id }) => showName({ name: 'Testco', distinction: distinctions.get(id) }));
        expect(new Set(names).size).toBe(parts.length);
        expect(findDistinctions(parts.toReversed())).toEqual(distinctions);
      }),
    );
  });
});

test('ten thousand parts of one name are told apart by their MPNs alone', () => {
  const parts = Array.from({ length: 10_000 }, (_, index) => ({
    ...makePart(String(index), { color: index % 2 === 0 ? 'Black' : 'White' }),
    ...{ name: 'Testco', mpn: index === 0 ? null : `A-${index}` },
  }));
  const [first, second] = nameAmong(parts.slice(0, 2), () => findDistinctions(parts));
  expect([first?.distinction, second?.distinction]).toEqual([undefined, 'A-1']);
});

test.each<[Category, SpecificationValues, SpecificationValues, string[]]>([
  ['cpu', { coolerIncluded: 'No' }, { coolerIncluded: 'Yes' }, ['no cooler in the box', 'cooler in the box']],
  ['cpu', { ecc: 'Yes' }, { ecc: 'No' }, ['ECC memory', 'no ECC memory']],
  ['cpu', { graphics: 'None' }, { graphics: 'Radeon' }, ['no graphics', 'Radeon']],
  ['memory', { registered: 'Yes' }, { registered: 'No' }, ['registered modules', 'no registered modules']],
  ['power-supply', { modular: 'Full' }, { modular: 'No' }, ['Full modular cables', 'no modular cables']],
  ['ssd', { cacheMb: 0 }, { cacheMb: 512 }, ['no cache', '512 MB cache']],
])('a yes or no in a name never stands without its label: %s %j', (category, one, other, expected) => {
  const parts = [one, other].map((specs, index) => ({ ...makePart(String(index), specs), category }));
  const distinctions = findDistinctions(parts);
  expect(parts.map(({ id }) => distinctions.get(id) ?? '')).toEqual(expected);
});

function makePart(id: string, specs: SpecificationValues): Namesake {
  return { id, category: 'graphics-card', specs, mpn: null };
}
