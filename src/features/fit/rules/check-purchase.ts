/** Applies the rules to what is bought together: parts of one computer, or of several that are alike. */
import type { BuildPart } from '#catalogue/rules/facts/facts.ts';
import { sortBuild } from '#fit/rules/build.ts';
import { type BuildVerdict, checkBuild, checkOneOfEach } from '#fit/rules/check-build.ts';
import { makeFinding } from '#fit/rules/verdicts.ts';

/** Two of everything are two computers: `parts` are those of one. */
export function checkPurchase(
  bought: readonly BuildPart[],
  check = checkBuild,
): BuildVerdict & { parts: readonly BuildPart[] } {
  const count = checkOneOfEach(sortBuild(bought)).length > 0 ? findCommonDivisor(bought) : 1;
  if (count === 1) return { ...check(bought), parts: bought };
  const parts = bought.map(({ part, quantity }) => ({ part, quantity: quantity / count }));
  const verdict = check(parts);
  const finding = makeFinding(
    'one-of-each',
    'fits',
    parts.map(({ part }) => part),
    () => `These are the parts of ${count} computers; what is said here is about each of them.`,
  );
  return verdict.verdict
    ? { ...verdict, findings: [...verdict.findings, finding], parts }
    : { ...verdict, parts };
}

function findCommonDivisor(parts: readonly BuildPart[]): number {
  return parts.reduce((divisor, { quantity }) => divideEuclid(divisor, quantity), 0);
}

function divideEuclid(one: number, other: number): number {
  return other === 0 ? one : divideEuclid(other, one % other);
}
