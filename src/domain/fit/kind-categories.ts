/** The kinds of parts of a computer, in the order in which they are chosen, with the categories that sell them. */
import { type Category, definitions } from '#domain/catalogue/categories.ts';
import type { FitKind } from '#domain/fit/facts.ts';

const labels = {
  Processor: 'Processor',
  Cooler: 'Processor cooler',
  Motherboard: 'Motherboard',
  Memory: 'Memory',
  GraphicsCard: 'Graphics card',
  Drive: 'Drives',
  Case: 'Case',
  PowerSupply: 'Power supply',
} as const satisfies Record<FitKind, string>;

export type KindCategories = { kind: FitKind; label: string; categories: readonly Category[] };

export const kindCategories: readonly KindCategories[] = (Object.keys(labels) as FitKind[]).map((kind) => ({
  kind,
  label: labels[kind],
  categories: definitions.filter(({ readFitFacts }) => readFitFacts({})?.kind === kind).map(({ id }) => id),
}));
