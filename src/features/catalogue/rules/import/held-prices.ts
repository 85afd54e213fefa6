/** Changes of prices that an import makes only when it is allowed to: jumps, and prices that are taken away. */
import type { StoredPart } from '#catalogue/rules/import/part-rows.ts';

export type PricePermissions = { jumps: boolean; removals: boolean };

export type PriceRules = PricePermissions & {
  /** A price that falls below its part of the old one, or rises above so many of it, jumps. */
  maxFactor: number;
};

/** `before`, `after`: cents. Of a `removal`, `after` is null. */
export type UnusualPrice = {
  kind: keyof PricePermissions;
  before: number;
  after: number | null;
};

/** What is left of the changes, and the unusual change of the price, whether it is made or not. */
export function holdPrice(
  { price_cents: before }: Pick<StoredPart, 'price_cents'>,
  changes: Partial<StoredPart>,
  rules: PriceRules,
): { changes: Partial<StoredPart>; unusual: UnusualPrice | undefined } {
  const { price_cents: after, ...others } = changes;
  if (before === null || after === undefined) return { changes, unusual: undefined };
  const kind = after === null ? 'removals' : 'jumps';
  if (after !== null && !isJump(before, after, rules.maxFactor)) return { changes, unusual: undefined };
  return { changes: rules[kind] ? changes : others, unusual: { kind, before, after } };
}

function isJump(before: number, after: number, maxFactor: number): boolean {
  return after > before * maxFactor || after * maxFactor < before;
}
