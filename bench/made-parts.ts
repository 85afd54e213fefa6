/** Generates a plausible catalogue of any size, the same for the same seed, as varied as real lists. */
import { randomUUIDv7 } from 'node:crypto';
import { insertParts, type NewPartRow } from '#catalogue/database/write-parts.ts';
import type { CategorySamples } from '#catalogue/rules/categories/made-values.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import type { Database } from '#platform/database/connect.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import { makeDice } from './dice.ts';

export type MadePart = {
  sku: string;
  category: Category;
  brand: string;
  name: string;
  description: string;
  image: null;
  price_cents: number;
  stock: number;
  minimum_order: number;
  specs: SpecificationValues;
  /** In a file, as of an import. */
  file_row?: number;
};

/** Parts with the shares of real lists: of ten, four memory, two drives, two graphics cards, a sixth motherboards. */
export function makeParts(count: number, seed = 1, kinds: readonly Category[] = shares): MadePart[] {
  const dice = makeDice(seed);
  return Array.from({ length: count }, (_, index) => {
    const category = dice.pick(kinds);
    const { brand, name, specs, cents } = samples[category].make(dice);
    return {
      sku: `${category.slice(0, 3).toUpperCase()}-${seed}-${index.toString(36).toUpperCase().padStart(5, '0')}`,
      category,
      brand,
      name: `${brand} ${name}`,
      description: `${name} by ${brand}. Made up, to measure with.`,
      image: null,
      price_cents: Math.max(99, Math.round(cents * (0.6 + dice.next() * 0.9))),
      stock: dice.next() < 0.15 ? 0 : dice.upTo(200),
      minimum_order: dice.next() < 0.9 ? 1 : dice.upTo(10),
      specs: Object.fromEntries(Object.entries(specs).filter(([, value]) => value !== undefined)),
    };
  });
}

export async function insertMadeParts(db: Database, parts: readonly MadePart[]): Promise<void> {
  const at = new Date();
  for (let start = 0; start < parts.length; start += 500) {
    const rows = parts.slice(start, start + 500).map(
      (part): NewPartRow => ({
        ...part,
        id: randomUUIDv7(),
        specs: JSON.stringify(part.specs),
        created_at: at,
        updated_at: at,
      }),
    );
    await runTransaction(db, (transaction) => insertParts(transaction, rows));
  }
}

const loaded = categories.map(
  async (category): Promise<[Category, CategorySamples]> => [
    category,
    (await import(`../src/features/catalogue/rules/categories/${category}/samples.ts`)).samples,
  ],
);

/** From the folder of each category. */
export const samples = Object.fromEntries(await Promise.all(loaded)) as Record<Category, CategorySamples>;

const shares: readonly Category[] = [
  'memory',
  'memory',
  'graphics-card',
  'ssd',
  'motherboard',
  'hard-disk',
  'other',
];

/** As often as the others. */
export const everyKind: readonly Category[] = [
  ...shares,
  ...categories.filter((category) => !shares.includes(category)),
];
