/** Applies the rules of fit to the lines of a purchase. */
import { readFitPart, type StoredPart } from '#catalogue/rules/facts/read-fit-part.ts';
import type { checkBuild } from '#fit/rules/check-build.ts';
import { checkPurchase } from '#fit/rules/check-purchase.ts';
import type { KeptFit } from '#fit/rules/kept-fit.ts';

type PurchasedPart = { part: StoredPart; quantity: number };

/** Undefined when no two of the parts concern each other. A failure is no reason to refuse the purchase. */
export function makeKeptFit(lines: readonly PurchasedPart[], check?: typeof checkBuild): KeptFit | undefined {
  try {
    const bought = lines.flatMap(({ part, quantity }) => {
      const fitPart = readFitPart(part);
      return fitPart ? [{ part: fitPart, quantity }] : [];
    });
    const { verdict, findings, neverChecked, rulesVersion, parts } = checkPurchase(bought, check);
    if (!verdict || !findings.some(({ partIds }) => new Set(partIds).size > 1)) return undefined;
    const explained = findings.map(({ verdict, condition, explain }) => ({
      verdict,
      ...(condition === undefined ? {} : { condition }),
      sentence: explain(),
    }));
    return { verdict, rulesVersion, findings: explained, neverChecked, parts: [...parts] };
  } catch {
    return { verdict: 'not-checked' };
  }
}
