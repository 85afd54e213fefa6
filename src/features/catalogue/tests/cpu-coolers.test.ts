/** Coolers of processors: how others list them, and the words that buyers find them by. A new category copies this file. */
import { describe, expect, test } from 'vitest';
import { recognizeList } from '#catalogue/rules/import/part-lists.ts';
import { readPartRow } from '#catalogue/rules/import/part-rows.ts';
import { findCategory } from '#catalogue/rules/search/kinds.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { describeQuestion, findMissingWords } from '#tests/support/searches.ts';

const air = { cooling: 'Air', sockets: 'AM5, sTR5', heightMm: 155 };
const liquid = { cooling: 'Liquid', radiatorMm: 360, color: 'White' };

describe('a row of the list “cpu-cooler”', () => {
  const row = {
    name: 'Testco Frozen 360',
    price: null,
    rpm: [500, 1800],
    noise_level: [20, 28.5],
    color: 'White',
    size: 360,
  };

  test('states what it knows, and nothing for an empty cell', () => {
    const reading = { list: recognizeList(Object.keys(row)), category: undefined };
    const specs = { ...liquid, maxRpm: 1800, noiseDb: 28.5 };
    const part = expect.objectContaining({ category: 'cpu-cooler', name: 'Testco Frozen 360', specs });
    expect(readPartRow(row, reading)).toEqual({ part });
  });

  test('is not one of fans, which have all its columns', () => {
    expect(recognizeList(Object.keys({ ...row, airflow: 60.1, pwm: true }))).not.toBe('cpu-cooler');
  });
});

test.each([
  [air, 'Testco Flat', 'threadripper cooler'],
  [{ cooling: 'Air' }, 'Testco NH-U9 TR4-SP3', 'threadripper cooler'],
  [air, 'Testco Peerless Assassin 120 SE', 'pa120 se'],
  [air, 'Testco Flat', 'air cooling am5'],
  [{ cooling: 'Air', sockets: 'AM3' }, 'Testco Old', 'cooler am3+'],
  [liquid, 'Testco Lake', '360 mm aio white'],
  [liquid, 'Testco Lake', 'wasserkühlung 360'],
])('a cooler with %o called %s is found by “%s”', (specs, name, typed) => {
  expect(findMissing(specs, name, typed)).toEqual([]);
});

test.each([
  [air, 'water cooler'],
  [liquid, '280mm aio'],
])('a cooler with %o is not found by “%s”', (specs, typed) => {
  expect(findMissing(specs, 'Testco Flat', typed)).not.toEqual([]);
});

test.each([
  ['quietest cpu cooler', 'cpu cooler', 'noise'],
  ['tallest air cooler', 'air cooler', 'height-desc'],
  ['biggest aio', '', 'radiator-desc'],
  ['lowest profile cpu cooler', 'cpu cooler', 'height'],
  ['cooler under 25 db', 'cooler', 'noise ≤ 24.9'],
  ['cooler max height 50 mm', 'cooler', 'height ≤ 50'],
  ['cooler taller than 155 mm high', 'cooler', 'height ≥ 156'],
  ['cooler fan speed below 1500', 'cooler', 'fan-speed ≤ 1499'],
])('“%s” is sorted and limited', (typed, ...meant) => {
  expect(describeQuestion(typed)).toEqual(['cpu-cooler', ...meant]);
});

test.each([
  ['case with gpu and cooler', 'case'],
  ['graphics card memory 16gb', 'graphics-card'],
  ['arctic', 'cpu-cooler'], // who makes little else
])('“%s” is about %s', (typed, category) => {
  expect(findCategory(typed)).toBe(category);
});

function findMissing(specs: SpecificationValues, name: string, typed: string): string[] {
  const part = { name, brand: 'Testco', sku: 'SKU-12/A', category: 'cpu-cooler', specs } as const;
  return findMissingWords(part, typed);
}
