/** The kinds of parts of a computer, in the order in which they are chosen, with the categories that sell them. */
import type { Category } from '#catalogue/rules/categories.ts';
import { categoryLabels } from '#catalogue/rules/category-labels.ts';
import type { FitKind } from '#catalogue/rules/facts/facts.ts';
import { readFitPart, type StoredPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import { makeBuildPath, makeFittingListPath } from '#catalogue/rules/lists/build-entries.ts';
import type { Cents } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';

/** With what buyers of each choose next, because a rule compares the two. */
const kinds = {
  Processor: { label: 'Processor', companions: ['Motherboard', 'Cooler', 'Memory'] },
  Cooler: { label: 'Processor cooler', companions: ['Processor', 'Case'] },
  Motherboard: { label: 'Motherboard', companions: ['Processor', 'Memory', 'Case'] },
  Memory: { label: 'Memory', companions: ['Motherboard'] },
  GraphicsCard: { label: 'Graphics card', companions: ['Case', 'PowerSupply'] },
  Drive: { label: 'Drives', companions: ['Motherboard', 'Case'] },
  Case: { label: 'Case', companions: ['Motherboard', 'GraphicsCard', 'PowerSupply'] },
  PowerSupply: { label: 'Power supply', companions: ['Case', 'GraphicsCard'] },
} as const satisfies Record<FitKind, { label: string; companions: readonly FitKind[] }>;

export type KindCategories = { kind: FitKind; label: string; categories: readonly Category[] };

export const kindCategories: readonly KindCategories[] = (Object.keys(kinds) as FitKind[]).map((kind) => ({
  kind,
  label: kinds[kind].label,
  categories: listedCategories
    .filter(({ readFitFacts }) => readFitFacts?.({})?.kind === kind)
    .map(({ id }) => id),
}));

/** Back to the row in which something was chosen. Without parts the address says so, and browsers forget the build. */
export function makeRowPath(parts: string, kind: FitKind): string {
  return `${paths.build}?parts=${parts}#${kind}`;
}

/** Of a part: lists of what fits it, and a build that begins with it; nothing for parts that no rule is about. */
export function describeCompanions(row: StoredPart & { price_cents: Cents | null }) {
  const part = readFitPart(row);
  if (!part || row.price_cents === null) return { buildPath: undefined, companions: [] };
  return {
    buildPath: makeBuildPath(row.id),
    companions: listCompanions(part.kind).map((category) => ({
      name: categoryLabels[category].plural,
      to: makeFittingListPath(category, row.id),
    })),
  };
}

/** The categories whose parts a rule compares with a part of this kind. */
function listCompanions(kind: FitKind): Category[] {
  const companions: readonly FitKind[] = kinds[kind].companions;
  return kindCategories
    .filter((each) => companions.includes(each.kind))
    .flatMap(({ categories }) => categories);
}
