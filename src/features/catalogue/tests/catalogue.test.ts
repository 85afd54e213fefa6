/** The demo catalogue is complete, valid and worth reading. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definitions } from '#catalogue/rules/categories.ts';
import { getFacts } from '#catalogue/rules/facts/read-fit-part.ts';
import { omitSaid } from '#catalogue/rules/facts/stored-specs.ts';
import { type DemoPart, demoPartSchema, demoReviewSchema } from '#catalogue/rules/import/demo-parts.ts';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';

const catalogue = new URL('../../../../catalogue/', import.meta.url);
const files = readdirSync(new URL('parts/', catalogue)).sort();
const parts = files.flatMap((file) => z.array(demoPartSchema).parse(givenFile(`parts/${file}`)));
const reviews = z.array(demoReviewSchema).parse(givenFile('reviews.json'));
const soldCategories = ['memory', 'hard-disk', 'ssd', 'motherboard', 'graphics-card'] as const;
const own = definitions.flatMap(({ id, isFreeForm }) => (isFreeForm ? [] : [id]));

describe('the demo parts', () => {
  test.each(own)('at least 20 are of the category %s', (category) => {
    expect(parts.filter((part) => part.category === category).length).toBeGreaterThanOrEqual(20);
  });

  test('are memory, hard disks, SSDs, motherboards and graphics cards, and what else a computer needs [S0.1]', () => {
    const sold = [...new Set(parts.map(({ category }) => category))];
    expect(sold.sort()).toEqual(own.toSorted());
    expect(new Set(own.slice(0, soldCategories.length))).toEqual(new Set(soldCategories));
    expect(listedCategories.map(({ id }) => id)).toEqual(definitions.map(({ id }) => id));
  });

  test('each file holds one category', () => {
    for (const file of files) {
      const demoParts = z.array(demoPartSchema).parse(givenFile(`parts/${file}`));
      expect(new Set(demoParts.map((part) => part.category)).size, file).toBe(1);
    }
  });

  test('no two have the same SKU, name or description', () => {
    for (const field of ['sku', 'name', 'description'] as const) expect(repeated(field)).toEqual([]);
  });

  test('say nothing as text that their facts do not say', () => {
    const stored = parts.map((part) => omitSaid({ ...part, facts: getFacts(part) }));
    expect(stored.filter((specs) => Object.keys(specs).length > 0)).toEqual([]);
  });

  test('names begin with the brand', () => {
    expect(parts.filter((part) => !part.name.startsWith(part.brand)).map((part) => part.name)).toEqual([]);
  });

  test('descriptions are two or three sentences, and no two open alike', () => {
    const wrong = parts.filter((part) => ![2, 3].includes(sentences(part.description).length));
    expect(wrong.map((part) => part.description)).toEqual([]);
    const openings = parts.map((part) => part.description.split(' ').slice(0, 3).join(' '));
    expect(openings.filter((opening, index) => openings.indexOf(opening) !== index)).toEqual([]);
  });

  test('each can be paid: the least order costs 50 cents or more', () => {
    for (const part of parts) expect(part.price * part.minimum_order, part.sku).toBeGreaterThanOrEqual(0.5);
  });

  test('prices, stock and minimum orders vary, one part being sold out', () => {
    const prices = parts.map((part) => part.price);
    expect(Math.min(...prices)).toBeLessThan(20);
    expect(Math.max(...prices)).toBeGreaterThan(1000);
    expect(parts.filter((part) => part.minimum_order > 1).length).toBeGreaterThanOrEqual(5);
    expect(parts.filter((part) => part.available_quantity === 0).length).toBeGreaterThanOrEqual(1);
    expect(
      parts.filter((part) => part.available_quantity > 0 && part.available_quantity <= 3).length,
    ).toBeGreaterThanOrEqual(3);
  });

  test('six are featured, all five categories among them, all of them to be had singly', () => {
    const featured = parts.filter((part) => part.featured);
    expect(featured.length).toBe(6);
    expect(new Set(featured.map((part) => part.category))).toEqual(new Set(soldCategories));
    expect(featured.every((part) => part.available_quantity > 0 && part.minimum_order === 1)).toBe(true);
  });

  test('memory comes in DDR3, DDR4 and DDR5, boards for several sockets, drives in several form factors', () => {
    expect(listValues('memory', 'ddr')).toEqual(new Set([3, 4, 5]));
    expect(listValues('motherboard', 'socket').size).toBeGreaterThanOrEqual(5);
    expect(listValues('motherboard', 'formFactor').size).toBeGreaterThanOrEqual(4);
    expect(listValues('ssd', 'formFactor').size).toBeGreaterThanOrEqual(4);
    expect(listValues('graphics-card', 'chipset').size).toBeGreaterThanOrEqual(12);
  });
});

describe('a part of the demo catalogue is refused', () => {
  const [part] = parts;

  test.each([
    ['with a third decimal in its price', { price: 9.999 }],
    ['with less than 50 cents as its price', { price: 0.49 }],
    ['with negative stock', { available_quantity: -1 }],
    ['without a minimum order', { minimum_order: 0 }],
    ['with more to order at least than there is', { available_quantity: 3, minimum_order: 4 }],
    ['with the specification of another category', { category: 'ssd' }],
    ['with a field that nobody knows', { discount: 10 }],
  ])('%s', (_, change) => {
    expect(demoPartSchema.safeParse(part).success).toBe(true);
    expect(demoPartSchema.safeParse({ ...part, ...change }).success).toBe(false);
  });
});

describe('the demo reviews', () => {
  test('are a dozen or more, by different people, mostly content and sometimes not', () => {
    expect(reviews.length).toBeGreaterThanOrEqual(12);
    expect(new Set(reviews.map((review) => review.name)).size).toBe(reviews.length);
    expect(new Set(reviews.map((review) => review.avatar)).size).toBe(reviews.length);
    expect(reviews.filter((review) => review.rating >= 4).length).toBeGreaterThan(reviews.length / 2);
    expect(reviews.some((review) => review.rating === 3)).toBe(true);
    expect(reviews.some((review) => !Number.isInteger(review.rating))).toBe(true);
  });

  test('are one to three sentences, posted in 2026', () => {
    for (const review of reviews) {
      expect([1, 2, 3], review.review).toContain(sentences(review.review).length);
      expect(review.posted).toMatch(/^2026-/);
    }
  });

  test('a rating between half steps or a name of 16 letters is refused', () => {
    const [review] = reviews;
    expect(demoReviewSchema.safeParse(review).success).toBe(true);
    expect(demoReviewSchema.safeParse({ ...review, rating: 4.2 }).success).toBe(false);
    expect(demoReviewSchema.safeParse({ ...review, name: 'A'.repeat(16) }).success).toBe(false);
  });
});

function givenFile(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, catalogue), 'utf8'));
}

function repeated(field: 'sku' | 'name' | 'description'): string[] {
  const values = parts.map((part) => part[field]);
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** A full stop inside a word, as in 'M.2' or '4.0', ends nothing. */
function sentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/u);
}

function listValues(category: DemoPart['category'], field: string): Set<unknown> {
  const demoParts = parts.filter((part) => part.category === category);
  return new Set(demoParts.map((part) => new Map<string, unknown>(Object.entries(part.specs)).get(field)));
}
