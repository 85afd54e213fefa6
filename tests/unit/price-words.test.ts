/** Prices in searches become a filter or a sort; other numbers stay words. */
import { describe, expect, test } from 'vitest';
import { parseListParameters } from '#domain/catalogue/lists/list-queries.ts';
import { readPriceWords } from '#domain/catalogue/search/price-words.ts';
import { limitToExactModels, parseSearch, weighWord } from '#domain/catalogue/search/searches.ts';

describe('a search', () => {
  test.each([
    ['ssd under $100', 'ssd', { max: 100 }],
    ['ssd under 100', 'ssd', { max: 100 }],
    ['gpu for 300 dollars', 'gpu', { max: 300 }],
    ['$300 gpu', 'gpu', { max: 300 }],
    ['ssd between $50 and $80', 'ssd', { min: 50, max: 80 }],
    ['motherboard over $200', 'motherboard', { min: 200 }],
    ['hdd less than 49.99 usd 4tb', 'hdd 4tb', { max: 49.99 }],
    ['cheapest 4tb ssd', '4tb ssd', { sort: 'price' }],
    ['most expensive gpu', 'gpu', { sort: 'price-desc' }],
    ['cheap ram under $50', 'ram', { max: 50, sort: 'price' }],
    ['cheapest rtx 4060', 'rtx 4060 -ti -super', { sort: 'price' }],
    ['cheapest rtx 4060 ti', 'rtx 4060 ti', { sort: 'price' }],
    ['cheapest rtx 4060 s', 'rtx 4060 s', { sort: 'price' }],
  ])('“%s” names a price', (search, text, prices) => {
    const unnamed = { min: undefined, max: undefined, sort: undefined };
    expect(readPriceWords(search)).toEqual({ text, ...unnamed, ...prices });
  });

  test.each([
    'rtx 4070',
    'gpu under 300mm',
    'motherboard up to 128gb',
    'ssd less than 500 gb',
    'ram for 2 slots',
    'between $90 and $50',
    'under pressure',
  ])('“%s” names none', (text) => {
    expect(readPriceWords(text)).toMatchObject({ text, min: undefined, max: undefined, sort: undefined });
  });

  test('a price in it is the filter of the list, unless the address has another', () => {
    const parse = (parameters: [string, string][]) => parseListParameters(parameters).query;
    const under = parse([['q', 'cheapest ssd under $100']]);
    expect(under).toMatchObject({ q: 'ssd', sort: 'price' });
    expect(under.choices.get('price')).toEqual({ kind: 'range', min: undefined, max: 100 });
    const chosen = parse([
      ['q', 'cheapest ssd under $100'],
      ['price-max', '70'],
      ['sort', 'newest'],
    ]);
    expect(chosen.sort).toBe('newest');
    expect(chosen.choices.get('price')).toEqual({ kind: 'range', min: undefined, max: 70 });
  });
});

describe('of the words of a search', () => {
  const describeWords = (text: string) =>
    parseSearch(text).map(
      ({ typed, mark, role }) => `${typed}${mark ?? ''}${role === 'required' ? '' : ` ${role}`}`,
    );

  test.each([
    ['990 pro -heatsink', ['990', 'pro', 'heatsink excluded']],
    ['990 pro without heatsink', ['990', 'pro', 'heatsink excluded']],
    ['990 pro w/o heatsink', ['990', 'pro', 'heatsink excluded']],
    ['ddr5 non-rgb', ['ddr5', 'rgb excluded']],
    ['990 pro w/heatsink', ['990', 'pro', 'heatsink']],
    ['single stick ddr4', ['1module', 'ddr4']],
    ['64gb usb flash drive', ['64gb', 'usbstick']],
    ['micro sd card', ['sdcard']],
    [
      'motherboard for ryzen 7 9800x3d',
      ['motherboard=motherboard', 'ryzen optional', '7 optional', '9800x3d'],
    ],
    ['ddr5 for ryzen 7 7700x', ['ddr5', 'ryzen optional', '7 optional', '7700x optional']],
    ['am5', ['am5']],
    ['am5 ddr5', ['am5', 'ddr5']],
    ['gpu for 1440p', ['gpu=graphics-card', '1440p optional']],
    ['ssd for i5-13600k', ['ssd=ssd', 'i5 optional', '13600k optional']],
    ['-heatsink', ['heatsink']],
    ['DDR5-6000', ['ddr5', '6000']],
    ['i need a fast ssd for my laptop', ['fast optional', 'ssd=ssd', 'laptop optional']],
    ['gaming laptop', ['gaming', 'laptop']],
    ['the', ['the']],
    ['hard drives', ['hard drives=hard-disk']],
    ['gpu 16gb memory', ['gpu=graphics-card', '16gb', 'memory=memory optional']],
    ['rtx 40 series', ['rtx40series']],
    ['wifi', ['wifi']],
  ])('“%s” has these', (text, words) => {
    expect(describeWords(text)).toEqual(words);
  });

  test.each([
    ['motherboard for ryzen 7 9800x3d', 'am5'],
    ['mobo 5800x3d', 'am4'],
    ['motherboard for i5-13600k', 'lga1700'],
    ['intel 12th gen motherboard', 'lga1700'],
    ['core ultra 7 265k board motherboard', 'lga1851'],
    ['motherboard for i7', 'intel'],
    ['ram for ryzen 5 7600', 'ddr5'],
    ['memory for ryzen 5600x', 'ddr4'],
    ['what ram fits an am5 board', 'ddr5'],
    ['board for ryzen 5 5600x', 'am4'],
  ])('“%s” means parts for that processor', (text, spelling) => {
    expect(parseSearch(text).flatMap(({ spellings }) => spellings)).toContain(spelling);
  });

  test.each([
    ['ryzen 5 5600', '5600'],
    ['ryzen 7 9800x3d', '9800x3d'],
    ['64gb usb stick', 'usbstick'],
  ])('“%s” means a thing that the shop does not sell', (text, typed) => {
    const word = parseSearch(text).find((each) => each.typed === typed);
    expect(word).toMatchObject({ isOtherKind: true });
    expect(word && weighWord(word)).toBe(4);
  });

  test('in which most are right, the number of a processor counts for no other part', () => {
    const [, , number] = limitToExactModels(parseSearch('ryzen 5 5600'));
    expect(number?.spellings).not.toContain('5600');
  });

  test.each([
    ['itx', 3],
    ['am5', 3],
    ['ddr4', 2],
    ['7', 1],
  ])('“%s” weighs %i when parts have only some of them', (text, weight) => {
    expect(parseSearch(text).map(weighWord)).toEqual([weight]);
  });
});
