/** A build with prices: what it costs, draws, and what the rules say about it. */

import type { BuildPart, FitPart } from '#catalogue/rules/facts/facts.ts';
import { sortBuild } from '#fit/rules/build.ts';
import { type BuildVerdict, checkBuild } from '#fit/rules/check-build.ts';
import { type PowerDraw, sumPowerDraw } from '#fit/rules/power-draw.ts';
import { type Finding, type ShownVerdict, showVerdict } from '#fit/rules/verdicts.ts';
import type { Cents } from '#kernel/money.ts';

export type PricedPart = BuildPart & {
  isOwned: boolean;
  /** Null while it is not for sale. */
  unitPrice: Cents | null;
};

export type BuildSummary = BuildVerdict & {
  /** Without what is owned. */
  total: Cents;
  draw: PowerDraw;
};

export function summarizeBuild(parts: readonly PricedPart[]): BuildSummary {
  return {
    ...checkBuild(parts),
    total: parts.reduce((sum, part) => sum + computePrice(part), 0),
    draw: sumPowerDraw(sortBuild(parts)),
  };
}

/** 0 for what is owned. */
export function computePrice({ isOwned, unitPrice, quantity }: PricedPart): Cents {
  return isOwned ? 0 : (unitPrice ?? 0) * quantity;
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
