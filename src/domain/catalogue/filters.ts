/** What a list of parts can be filtered by: one definition a filter, from which addresses, calls, counts and labels follow. */
import { dollarsOf } from '#domain/money.ts';
import { type Category, categories } from '#domain/parts.ts';
import { formatValue, type SpecificationField, unitOf } from '#domain/specifications/fields.ts';
import {
  capacityInGb,
  pricePerGbInCents,
  type SpecificationValues,
  specificationFields,
} from '#domain/specifications.ts';

/** What must be known of a part to filter it. */
export type FilteredPart = {
  category: Category;
  brand: string;
  /** Cents. */
  price_cents: number;
  stock: number;
  minimum_order: number;
  specs: SpecificationValues;
};

type Described = {
  /** Its name in addresses and calls. */
  key: string;
  label: string;
  /** The unit in which numbers are entered and answered; empty where they only count things. */
  unit: string;
  /** One sentence for somebody who has never met the word. */
  explanation: string;
  /** The directions in which a list can be sorted by it. */
  sorts: readonly ('up' | 'down')[];
};

/** Some of its values are chosen; a part that has one of them passes. */
export type ChoiceFilter = Described & {
  kind: 'choice';
  /** Whether the values are numbers. */
  isNumeric: boolean;
  /** The part's values, as they stand in addresses; none when the part does not say. */
  valuesOf(part: FilteredPart): readonly string[];
  /** A value as a buyer reads it. */
  format(value: string): string;
};

/** A least and a greatest value are given, one of them or both; a part that does not say its value does not pass. */
export type RangeFilter = Described & {
  kind: 'range';
  valueOf(part: FilteredPart): number | undefined;
  format(value: number): string;
};

/** It is on or it is not. */
export type FlagFilter = Described & { kind: 'flag'; isTrueOf(part: FilteredPart): boolean };

export type Filter = ChoiceFilter | RangeFilter | FlagFilter;

const brand: ChoiceFilter = {
  kind: 'choice',
  key: 'brand',
  label: 'Brand',
  unit: '',
  explanation: 'Who made the part, or put their name on it.',
  sorts: [],
  isNumeric: false,
  valuesOf: (part) => (part.brand === '' ? [] : [part.brand]),
  format: (value) => value,
};

const price: RangeFilter = {
  kind: 'range',
  key: 'price',
  label: 'Price',
  unit: '$',
  explanation: 'In US dollars, for one unit, whatever the smallest order is.',
  sorts: ['up', 'down'],
  valueOf: (part) => dollarsOf(part.price_cents),
  format: (dollars) => `$${dollars.toFixed(2)}`,
};

const pricePerGb: RangeFilter = {
  kind: 'range',
  key: 'price-per-gb',
  label: 'Price per GB',
  unit: '$/GB',
  explanation:
    'The price divided by the capacity: what storage really costs, whatever the size of the package.',
  sorts: ['up', 'down'],
  valueOf: dollarsPerGb,
  format: (dollars) => `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`,
};

const inStock: FlagFilter = {
  kind: 'flag',
  key: 'in-stock',
  label: 'In stock',
  unit: '',
  explanation: 'Only parts of which enough are there for the smallest order.',
  sorts: [],
  isTrueOf: (part) => part.stock >= part.minimum_order,
};

/** The filters of every list; where no category is chosen, there are no others. */
export const commonFilters: readonly Filter[] = [brand, price, inStock];

const filtersByCategory: Record<Category, readonly Filter[]> = {
  memory: [
    brand,
    price,
    pricePerGb,
    inStock,
    choice('memory', 'capacity', 'capacityGb', ['up', 'down']),
    choice('memory', 'modules', 'modules'),
    choice('memory', 'module-size', 'moduleGb'),
    choice('memory', 'ddr', 'ddr'),
    range('memory', 'speed', 'speedMts', ['up', 'down']),
    range('memory', 'latency', 'casLatency', ['up']),
    range('memory', 'first-word-latency', 'firstWordLatencyNs', ['up']),
    colors('memory'),
  ],
  'hard-disk': [
    brand,
    price,
    pricePerGb,
    inStock,
    range('hard-disk', 'capacity', 'capacityGb', ['up', 'down']),
    choice('hard-disk', 'form-factor', 'formFactor'),
    choice('hard-disk', 'interface', 'interface'),
    choice('hard-disk', 'rpm', 'rpm', ['up', 'down']),
    range('hard-disk', 'cache', 'cacheMb', ['down']),
  ],
  ssd: [
    brand,
    price,
    pricePerGb,
    inStock,
    range('ssd', 'capacity', 'capacityGb', ['up', 'down']),
    choice('ssd', 'form-factor', 'formFactor'),
    choice('ssd', 'interface', 'interface'),
    range('ssd', 'cache', 'cacheMb', ['down']),
  ],
  motherboard: [
    brand,
    price,
    inStock,
    choice('motherboard', 'socket', 'socket'),
    choice('motherboard', 'form-factor', 'formFactor'),
    choice('motherboard', 'ddr', 'ddr'),
    choice('motherboard', 'memory-slots', 'memorySlots', ['down']),
    range('motherboard', 'max-memory', 'maxMemoryGb', ['down']),
    colors('motherboard'),
  ],
  'graphics-card': [
    brand,
    price,
    inStock,
    choice('graphics-card', 'chipset', 'chipset'),
    choice('graphics-card', 'memory', 'memoryGb', ['up', 'down']),
    range('graphics-card', 'length', 'lengthMm', ['up', 'down']),
    range('graphics-card', 'boost-clock', 'boostClockMhz', ['down']),
    range('graphics-card', 'core-clock', 'coreClockMhz', ['down']),
    colors('graphics-card'),
  ],
  other: commonFilters,
};

/** The filters of a category in the order in which they are shown and stand in addresses; without one, the common ones. */
export function filtersOf(category: Category | undefined): readonly Filter[] {
  return category === undefined ? commonFilters : filtersByCategory[category];
}

/** Every parameter that a filter of any category has. */
export function filterParameters(): string[] {
  const parameters = categories.flatMap((category) => filtersOf(category).flatMap(parametersOf));
  return [...new Set(parameters)].sort();
}

/** A filter's parameters: a range has two. */
export function parametersOf(filter: Filter): string[] {
  return filter.kind === 'range' ? [`${filter.key}-min`, `${filter.key}-max`] : [filter.key];
}

/** Dollars per gigabyte to a tenth of a cent, as it is shown, so that what is entered finds what was read. */
function dollarsPerGb(part: FilteredPart): number | undefined {
  const cents = pricePerGbInCents(part.price_cents, capacityInGb(part.category, part.specs));
  return cents === undefined ? undefined : Math.round(cents * 10) / 1000;
}

function choice(
  category: Category,
  key: string,
  field: string,
  sorts: Described['sorts'] = [],
): ChoiceFilter {
  const described = fieldOf(category, field);
  const isNumeric = described.measure !== undefined;
  return {
    ...describe(key, described, sorts),
    kind: 'choice',
    isNumeric,
    valuesOf: ({ specs }) => (specs[field] === undefined ? [] : [String(specs[field])]),
    format: (value) => formatValue(isNumeric ? Number(value) : value, described),
  };
}

function range(category: Category, key: string, field: string, sorts: Described['sorts'] = []): RangeFilter {
  const described = fieldOf(category, field);
  return {
    ...describe(key, described, sorts),
    kind: 'range',
    valueOf: ({ specs }) => (typeof specs[field] === 'number' ? specs[field] : undefined),
    format: (value) => formatValue(value, described),
  };
}

/** 'Black / Silver' is black, and it is silver. */
function colors(category: Category): ChoiceFilter {
  return {
    ...describe('color', fieldOf(category, 'color'), []),
    kind: 'choice',
    isNumeric: false,
    valuesOf: ({ specs }) => [
      ...new Set(
        String(specs.color ?? '')
          .split('/')
          .map((color) => color.trim())
          .filter(Boolean),
      ),
    ],
    format: (value) => value,
  };
}

function describe(key: string, field: SpecificationField, sorts: Described['sorts']): Described {
  return { key, label: field.label, unit: unitOf(field), explanation: field.explanation, sorts };
}

function fieldOf(category: Category, name: string): SpecificationField {
  const fields: Readonly<Record<string, SpecificationField>> = specificationFields[category];
  const field = fields[name];
  if (!field) throw new Error(`A filter of ${category} needs the field ${name}`);
  return field;
}
