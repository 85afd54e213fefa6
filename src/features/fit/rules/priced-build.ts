/** A build with prices: what it costs, draws, and what the rules say about it. */
import type { BuildPart, FitPart } from '#catalogue/rules/facts/facts.ts';
import { formatBuild } from '#catalogue/rules/lists/build-entries.ts';
import { sortBuild } from '#fit/rules/build.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import { sumPowerDraw } from '#fit/rules/power-draw.ts';
import { type Finding, type ShownVerdict, showVerdict } from '#fit/rules/verdicts.ts';
import type { Cents, Dollars } from '#kernel/money.ts';

export type PricedPart = BuildPart & {
  isOwned: boolean;
  /** Null while it is not for sale. */
  unitPrice: Cents | null;
  minimumOrder: number;
};

export type BuildSummary = ReturnType<typeof summarizeBuild>;

/** As addresses name them. */
export function formatParts(
  parts: readonly Pick<PricedPart, 'part' | 'quantity' | 'isOwned'>[],
  budget?: Dollars,
): string {
  const entries = parts.map(({ part: { id }, quantity, isOwned }) => ({ id, quantity, isOwned }));
  return formatBuild(entries, budget);
}

export function summarizeBuild(parts: readonly PricedPart[]) {
  return {
    ...checkBuild(parts),
    /** Without what is owned. */
    total: parts.reduce((sum, part) => sum + computePrice(part), 0),
    draw: sumPowerDraw(sortBuild(parts)),
  };
}

/** Of as many as are ordered; 0 for what is owned. */
export function computePrice(part: PricedPart): Cents {
  return part.isOwned ? 0 : (part.unitPrice ?? 0) * countOrdered(part);
}

/** The units that the basket gets of it: the minimum order may be more than the build needs. */
export function countOrdered({ quantity, minimumOrder }: PricedPart): number {
  return Math.max(quantity, minimumOrder);
}

/** Undefined where the build needs all that is ordered. */
export function explainTotal(parts: readonly PricedPart[]): string | undefined {
  const counted = parts
    .filter((part) => computePrice(part) > 0 && countOrdered(part) > part.quantity)
    .map((part) => `${countOrdered(part)} × ${part.part.name}`);
  return counted.length > 0 ? `The total counts minimum orders: ${counted.join(', ')}.` : undefined;
}

/** What the rules say about one of its parts; undefined while nothing is there to compare it with. */
export function findPartVerdict(
  findings: readonly Finding[],
  { id }: Pick<FitPart, 'id'>,
): ShownVerdict | undefined {
  return showVerdict(findings.filter(({ partIds }) => partIds.includes(id)));
}

/** Watts that these units draw; undefined for parts that draw none, and where it is not known. */
export function estimateWatts(part: BuildPart): number | undefined {
  const { watts, unknown } = sumPowerDraw(sortBuild([part]));
  return unknown.length > 0 || watts === 0 ? undefined : watts;
}
