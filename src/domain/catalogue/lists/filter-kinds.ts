/** The kinds of filters, those of every list, and how a category makes one from a field of its specification. */

import { computePricePerGb } from '#domain/catalogue/price-per-gb.ts';
import {
  findUnit,
  formatValue,
  type SpecificationField,
  type SpecificationValues,
} from '#domain/catalogue/specification-fields.ts';
import { centsToDollars } from '#domain/money.ts';

/** What must be known of a part to filter it. */
export type FilteredPart = {
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

export const brand: ChoiceFilter = {
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

export const price: RangeFilter = {
  kind: 'range',
  key: 'price',
  label: 'Price',
  unit: '$',
  explanation: 'In US dollars, for one unit, whatever the smallest order is.',
  sorts: ['up', 'down'],
  valueOf: (part) => centsToDollars(part.price_cents),
  format: (dollars) => `$${dollars.toFixed(2)}`,
};

/** Only of categories that are priced by capacity. */
export const pricePerGb: RangeFilter = {
  kind: 'range',
  key: 'price-per-gb',
  label: 'Price per GB',
  unit: '$/GB',
  explanation:
    'The price divided by the capacity: what storage really costs, whatever the size of the package.',
  sorts: ['up', 'down'],
  valueOf(part) {
    const cents = computeCentsPerGb(part);
    // to a tenth of a cent, as it is shown, so that what is entered finds what was read
    return cents === undefined ? undefined : Math.round(cents * 10) / 1000;
  },
  format: (dollars) => `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`,
};

export const inStock: FlagFilter = {
  kind: 'flag',
  key: 'in-stock',
  label: 'In stock',
  unit: '',
  explanation: 'Only parts of which enough are there for the smallest order.',
  sorts: [],
  isTrueOf: (part) => part.stock >= part.minimum_order,
};

/** Cents per gigabyte of a part that is priced by capacity, not rounded; undefined without a capacity. */
export function computeCentsPerGb({ price_cents, specs }: FilteredPart): number | undefined {
  return typeof specs.capacityGb === 'number' ? computePricePerGb(price_cents, specs.capacityGb) : undefined;
}

type Fields = Readonly<Record<string, SpecificationField>>;
type Name<F extends Fields> = keyof F & string;

/** A choice among the values of a field. */
export function makeChoice<F extends Fields>(
  fields: F,
  key: string,
  name: Name<F>,
  sorts: Described['sorts'] = [],
): ChoiceFilter {
  const field: SpecificationField = fields[name] as F[Name<F>];
  const isNumeric = field.measure !== undefined;
  return {
    ...describeFilter(key, field, sorts),
    kind: 'choice',
    isNumeric,
    valuesOf: ({ specs }) => (specs[name] === undefined ? [] : [String(specs[name])]),
    format: (value) => formatValue(isNumeric ? Number(value) : value, field),
  };
}

/** A range of the numbers of a field. */
export function makeRange<F extends Fields>(
  fields: F,
  key: string,
  name: Name<F>,
  sorts: Described['sorts'] = [],
): RangeFilter {
  const field: SpecificationField = fields[name] as F[Name<F>];
  return {
    ...describeFilter(key, field, sorts),
    kind: 'range',
    valueOf: ({ specs }) => (typeof specs[name] === 'number' ? specs[name] : undefined),
    format: (value) => formatValue(value, field),
  };
}

/** A choice of colors: 'Black / Silver' is black, and it is silver. */
export function makeColorChoice(fields: { color: SpecificationField }): ChoiceFilter {
  return {
    ...describeFilter('color', fields.color, []),
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

function describeFilter(key: string, field: SpecificationField, sorts: Described['sorts']): Described {
  return { key, label: field.label, unit: findUnit(field), explanation: field.explanation, sorts };
}
