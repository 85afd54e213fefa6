/** A value is called better only where everybody would say so. */
import { expect, test } from 'vitest';
import { compareValues } from '#catalogue/rules/better-values.ts';
import { definitions } from '#catalogue/rules/categories.ts';

test('more gigabytes and fewer nanoseconds are better; what is not known of both parts is not compared', () => {
  expect(compareValues('memory', 'capacityGb', { capacityGb: 32 }, { capacityGb: 16 })).toBe(16);
  const [fast, slow] = [{ firstWordLatencyNs: 10 }, { firstWordLatencyNs: 12 }];
  expect(compareValues('memory', 'firstWordLatencyNs', fast, slow)).toBe(2);
  expect(compareValues('memory', 'firstWordLatencyNs', slow, fast)).toBe(-2);
  expect(compareValues('memory', 'firstWordLatencyNs', fast, {})).toBeUndefined();
  expect(compareValues('memory', 'heightMm', { heightMm: 31 }, { heightMm: 44 })).toBeUndefined();
});

test('a clock compares cards of one chip only', () => {
  const compare = (one: object, other: object) =>
    compareValues(
      'graphics-card',
      'boostClockMhz',
      { boostClockMhz: 2600, ...one },
      { boostClockMhz: 2500, ...other },
    );
  expect(compare({ chipset: 'GeForce RTX 5070' }, { chipset: 'GeForce RTX 5070' })).toBe(100);
  expect(compare({ chipset: 'GeForce RTX 5070' }, { chipset: 'Radeon RX 9070' })).toBeUndefined();
  expect(compare({}, {})).toBeUndefined();
});

test('fields that say what is better are numbers, and are compared within a field that there is', () => {
  for (const { fields } of definitions)
    for (const { better, betterWithin, measure } of Object.values(fields)) {
      if (better) expect(measure).toBeDefined();
      if (betterWithin) expect(Object.keys(fields)).toContain(betterWithin);
    }
});
