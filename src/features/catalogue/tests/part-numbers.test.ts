/** Numbers of makers and bar codes: one spelling for one number, and a sentence for a wrong one. */
import { describe, expect, test } from 'vitest';
import { gtinField, readGtin, simplifyMpn } from '#catalogue/rules/part-numbers.ts';

describe('a GTIN', () => {
  test.each([
    ['4006381333931', '4006381333931'], // EAN
    ['036000291452', '036000291452'], // UPC
    ['0036000291452', '036000291452'], // the same UPC as an EAN
    ['00036000291452', '036000291452'],
    ['36000291452', '036000291452'], // a spreadsheet has dropped the zero
    [36000291452, '036000291452'],
    ['96385074', '96385074'],
    ['10012345678902', '10012345678902'],
    ['40-06381 333931', '4006381333931'],
    ['', null],
  ])('%s is kept as %s', (typed, kept) => {
    expect(gtinField.parse(typed)).toBe(kept);
  });

  test.each([
    ['4006381333932', 'A digit of this GTIN is wrong: with the others, the last one would be 1'],
    ['4006381333913', 'A digit of this GTIN is wrong: with the others, the last one would be 7'],
    ['400638133393', 'A digit of this GTIN is wrong: with the others, the last one would be 0'],
    ['12345', 'A GTIN (EAN, UPC) has 8, 12, 13 or 14 digits'],
    ['000000000000', 'A GTIN (EAN, UPC) has 8, 12, 13 or 14 digits'],
    ['B0BHJJ9Y77', 'A GTIN (EAN, UPC) has 8, 12, 13 or 14 digits'],
    ['4.00638E+12', expect.stringContaining('A spreadsheet has shortened this number')],
    ['4,00638e12', expect.stringContaining('A spreadsheet has shortened this number')],
    [true, 'A GTIN (EAN, UPC) is needed here'],
  ])('%s is refused: %s', (typed, message) => {
    expect(gtinField.safeParse(typed).error?.issues).toMatchObject([{ message }]);
  });

  test('is found in a search only when it is one', () => {
    expect(readGtin('0 36000 29145 2')).toBe('036000291452');
    expect(readGtin('4070')).toBeUndefined();
  });
});

test('an MPN is the same with other punctuation', () => {
  expect(simplifyMpn('MZ-V9P2T0B/AM')).toBe(simplifyMpn('mzv9p2t0b am'));
});
