/** Prices in searches become a filter or a sort; other numbers stay words. */
import { describe, expect, test } from 'vitest';
import { parseListParameters } from '#domain/catalogue/lists/list-queries.ts';
import { readPriceWords } from '#domain/catalogue/search/price-words.ts';
import { parseSearch } from '#domain/catalogue/search/searches.ts';

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
});
