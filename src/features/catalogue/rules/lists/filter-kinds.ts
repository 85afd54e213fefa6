/** The kinds of filters, the common filters, and filters made from fields of a specification. */
import { computePricePerGb, isPlausiblePerGb } from '#catalogue/rules/price-per-gb.ts';
import {
  findUnit,
  formatValue,
  isPlausible,
  phraseValue,
  type SpecificationField,
  type SpecificationValues,
  type Superlatives,
} from '#catalogue/rules/specification-fields.ts';
import { type Cents, centsToDollars, formatDollars, formatUnitPrice } from '#kernel/money.ts';

export type FilteredPart = {
  brand: string;
  price_cents: Cents;
  stock: number;
  minimum_order: number;
  /** The average of its reviews; null: it has none. */
  rating_tenths: number | null;
  specs: SpecificationValues;
};

type FilterLabels = {
  key: string;
  label: string;
  unit: string;
  explanation: string;
  sorts: readonly ('up' | 'down')[];
  /** Where its value alone decides too little: undefined sorts last. */
  getSortKey?(part: FilteredPart): number | undefined;
  superlatives?: Superlatives;
};

export type ChoiceFilter = FilterLabels & {
  kind: 'choice';
  isNumeric: boolean;
  getValues(part: FilteredPart): readonly string[];
  format(value: string): string;
  /** Undefined: any value is possible. */
  values?: readonly string[];
  /** The greatest number comes first. */
  isDescending?: true;
  /** The heading under which long lists show the value. */
  getGroup?(value: string): string | undefined;
};

export type RangeFilter = FilterLabels & {
  kind: 'range';
  getValue(part: FilteredPart): number | undefined;
  format(value: number): string;
} & (
    | {
        /** Parts share its values, and the usual ones are offered to be ticked, as names have them: 'CL30'. */
        formatUsual(value: number): string;
        fractions?: undefined;
      }
    | {
        formatUsual?: undefined;
        /** Of what fraction of 1 its values are whole numbers, above zero and below 2³¹; 100 for cents. */
        fractions: number;
      }
  );

export type FlagFilter = FilterLabels & { kind: 'flag'; isTrueFor(part: FilteredPart): boolean };

/** Takes a build, and leaves out the parts that do not fit it. */
export type BuildFilter = FilterLabels & { kind: 'build' };

export type Filter = ChoiceFilter | RangeFilter | FlagFilter | BuildFilter;

export const brand: ChoiceFilter = {
  kind: 'choice',
  key: 'brand',
  label: 'Brand',
  unit: '',
  explanation: 'Who made the part, or put their name on it.',
  sorts: [],
  isNumeric: false,
  getValues: (part) => (part.brand === '' ? [] : [part.brand]),
  format: (value) => value,
};

export const price: RangeFilter & { fractions: number } = {
  kind: 'range',
  key: 'price',
  label: 'Price',
  unit: '$',
  explanation: 'In US dollars, for one unit, whatever the smallest order is.',
  sorts: ['up', 'down'],
  getValue: (part) => centsToDollars(part.price_cents),
  format: formatDollars,
  fractions: 100,
};

export const pricePerGb: RangeFilter = {
  kind: 'range',
  key: 'price-per-gb',
  label: 'Price per GB',
  unit: '$/GB',
  explanation:
    'The price divided by the capacity: what storage really costs, whatever the size of the package.',
  sorts: ['up', 'down'],
  superlatives: {
    nouns: [
      'price per (?:tb|gigabyte|terabyte)',
      'cost per (?:gb|tb|gigabyte|terabyte)',
      '\\$ ?/ ?(?:gb|tb)',
    ],
    least: ['(?:best (?:price |value )?)?per (?:gb|tb|gigabyte|terabyte)'],
  },
  getValue(part) {
    const cents = computeCentsPerGb(part);
    // Rounded to a tenth of a cent, as displayed, so that a displayed value can be entered.
    return cents === undefined ? undefined : Math.round(cents * 10) / 1000;
  },
  format: formatUnitPrice,
  fractions: 1000,
};

const starSteps = ['4', '3', '2', '1'] as const;

/** A part of 4.3 stars has the values 4, 3, 2 and 1. */
export const rating: ChoiceFilter = {
  kind: 'choice',
  key: 'rating',
  label: 'Rating',
  unit: '',
  explanation: 'The average of the stars that buyers gave; parts without a review have none.',
  sorts: [],
  isNumeric: true,
  isDescending: true,
  values: starSteps,
  getValues: ({ rating_tenths }) => starSteps.filter((stars) => (rating_tenths ?? 0) >= Number(stars) * 10),
  format: (stars) => `${stars} ${stars === '1' ? 'star' : 'stars'} and up`,
};

export const inStock: FlagFilter = {
  kind: 'flag',
  key: 'in-stock',
  label: 'In stock',
  unit: '',
  explanation: 'Only parts of which enough are there for the smallest order.',
  sorts: [],
  isTrueFor: (part) => part.stock >= part.minimum_order,
};

export const fits: BuildFilter = {
  kind: 'build',
  key: 'fits',
  label: 'Fits your build',
  unit: '',
  explanation:
    'Leaves out what certainly does not fit the parts that you have chosen. What fits under a condition, and what is not known, stays and says so.',
  sorts: [],
};

/** Undefined also for a price that can hardly be true. */
export function computeCentsPerGb({ price_cents, specs }: FilteredPart): number | undefined {
  const capacityGb = typeof specs.capacityGb === 'number' ? specs.capacityGb : undefined;
  const cents = computePricePerGb(price_cents, capacityGb);
  return cents !== undefined && isPlausiblePerGb(cents) ? cents : undefined;
}

/** Makes filters, each by its key from one of these fields. */
export function filterBy<F extends Readonly<Record<string, SpecificationField>>>(fields: F) {
  type Name = keyof F & string;
  const getField = (name: Name): SpecificationField => fields[name] as F[Name];

  function choice(key: string, name: Name, sorts: FilterLabels['sorts'] = []): ChoiceFilter {
    const field = getField(name);
    const isNumeric = field.measure !== undefined;
    return {
      ...describeFilter(key, field, sorts),
      kind: 'choice',
      isNumeric,
      getValues: ({ specs }) =>
        specs[name] === undefined || !isPlausible(specs[name], field) ? [] : [String(specs[name])],
      format: (value) => formatValue(isNumeric ? Number(value) : value, field),
    };
  }

  function range(key: string, name: Name, sorts: FilterLabels['sorts'] = []): RangeFilter {
    const field = getField(name);
    return {
      ...describeFilter(key, field, sorts),
      kind: 'range',
      getValue: ({ specs }) =>
        typeof specs[name] === 'number' && isPlausible(specs[name], field) ? specs[name] : undefined,
      format: (value) => formatValue(value, field),
      formatUsual: (value) => (field.phrase?.includes('%') ? phraseValue : formatValue)(value, field),
    };
  }

  function flag(key: string, name: Name, isTrue: (value: string | number | boolean) => boolean): FlagFilter {
    return {
      ...describeFilter(key, getField(name), []),
      kind: 'flag',
      isTrueFor: ({ specs }) => specs[name] !== undefined && isTrue(specs[name]),
    };
  }

  return {
    choice,
    range,
    flag,
    /** For fields that say yes or no. */
    yesFlag: (key: string, name: Name) => flag(key, name, (value) => value !== 'No'),
    /** For fields that hold several values in one text. */
    splitChoice: (key: string, name: Name, split: (text: string) => readonly string[]): ChoiceFilter => ({
      ...choice(key, name),
      getValues: ({ specs }) => split(String(specs[name] ?? '')),
    }),
  };
}

/** The colors of 'Black / Silver'; lists call 'Clear' 'Transparent', too. */
export function splitColors(text: string): string[] {
  const colors = text.split('/').map((color) => color.trim().replace(/^Transparent$/, 'Clear'));
  return [...new Set(colors.filter(Boolean))];
}

function describeFilter(key: string, field: SpecificationField, sorts: FilterLabels['sorts']): FilterLabels {
  const { label, explanation, superlatives = {} } = field;
  return { key, label, unit: findUnit(field), explanation, sorts, superlatives };
}
