/** Makes queries for the catalogue's benchmark: filters, sorts and searches, taken from existing parts. */
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { type Dice, makeDice } from './dice.ts';

export type SamplePart = {
  category: Category;
  brand: string;
  name: string;
  specs: SpecificationValues;
  price_cents: number;
};

/** A query of one category, with two or three filters and a sort. */
export type ListQuery = {
  category: Category;
  brand: string | undefined;
  field: { key: string; name: string; value: string } | undefined;
  priceMin: number;
  priceMax: number;
  sort: 'price' | 'price-desc' | 'newest' | 'name';
};

export function makeListQueries(parts: readonly SamplePart[], count: number): ListQuery[] {
  const dice = makeDice(7);
  const described = parts.filter(({ category }) => category !== 'other');
  return Array.from({ length: count }, () => {
    const part = dice.any(described);
    const dollars = part.price_cents / 100;
    return {
      category: part.category,
      brand: dice.next() < 0.4 ? part.brand : undefined,
      field: dice.next() < 0.7 ? chooseField(part, dice) : undefined,
      priceMin: Math.floor(dollars * dice.next()),
      priceMax: Math.ceil(dollars * (1 + 3 * dice.next())),
      sort: dice.pick(['price', 'price-desc', 'newest', 'name'] as const),
    };
  });
}

export function makeSearchParams({
  category,
  brand,
  field,
  priceMin,
  priceMax,
  sort,
}: ListQuery): URLSearchParams {
  return new URLSearchParams([
    ['category', category],
    ...(brand ? [['brand', brand]] : []),
    ...(field ? [[field.key, field.value]] : []),
    ['price-min', String(priceMin)],
    ['price-max', String(priceMax)],
    ['sort', sort],
  ]);
}

/** Different searches for words of parts, every fifth with a typing error. */
export function makeSearches(parts: readonly SamplePart[], count: number): string[] {
  const dice = makeDice(11);
  const searches = new Set<string>();
  for (let turn = 0; searches.size < count && turn < count * 20; turn += 1) {
    const part = dice.any(parts);
    const words = [part.brand, ...part.name.split(' ').slice(1)].filter((word) =>
      /^[A-Za-z0-9]{3,}$/.test(word),
    );
    if (words.length === 0) continue;
    const { modules, moduleGb, ddr, chipset, capacityGb } = part.specs;
    const spec = modules
      ? `${modules}x${moduleGb} ddr${ddr}`
      : String(chipset ?? (capacityGb ? `${capacityGb}gb` : ''));
    const search = [
      dice.any(words),
      ...(dice.next() < 0.5 ? [dice.any(words)] : []),
      ...(dice.next() < 0.5 ? [spec] : []),
    ];
    searches.add((turn % 5 === 0 ? search.map(mistype) : search).filter(Boolean).join(' '));
  }
  return [...searches];
}

/** The filters of the benchmark, with their field of the specification. */
export const filterFields: Partial<Record<Category, [key: string, name: string][]>> = {
  memory: [
    ['ddr', 'ddr'],
    ['capacity', 'capacityGb'],
    ['modules', 'modules'],
  ],
  ssd: [
    ['interface', 'interface'],
    ['form-factor', 'formFactor'],
  ],
  'hard-disk': [
    ['rpm', 'rpm'],
    ['interface', 'interface'],
  ],
  motherboard: [
    ['socket', 'socket'],
    ['form-factor', 'formFactor'],
  ],
  'graphics-card': [
    ['chipset', 'chipset'],
    ['memory', 'memoryGb'],
  ],
};

function chooseField({ category, specs }: SamplePart, dice: Dice): ListQuery['field'] {
  const [key, name] = dice.any(filterFields[category] ?? []) ?? [];
  const value = name === undefined ? undefined : specs[name];
  return key === undefined || name === undefined || value === undefined
    ? undefined
    : { key, name, value: String(value) };
}

/** Swaps two neighbouring letters of a word. */
function mistype(word: string): string {
  if (!/^[a-z]{6,}$/i.test(word)) return word;
  return `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
}
