/** Checks whether the parts of a basket fit together. */
import { makeBuildPath, maxBuildEntries, maxEntryQuantity } from '#catalogue/rules/lists/build-entries.ts';
import type { BasketFitView } from '#fit/components/basket-fit.tsx';
import { readFitParts } from '#fit/database/build-parts.ts';
import { checkPurchase } from '#fit/rules/check-purchase.ts';
import { formatParts } from '#fit/rules/priced-build.ts';
import { type Finding, showFinding, showVerdict } from '#fit/rules/verdicts.ts';
import type { Database } from '#platform/database/connect.ts';

/** Undefined when no two of the parts concern each other. */
export async function checkBasket(
  db: Database,
  lines: readonly { partsId: string; quantity: number }[],
): Promise<BasketFitView | undefined> {
  const entries = lines.map(({ partsId, quantity }) => ({ id: partsId, quantity, isOwned: false }));
  const bought = await readFitParts(db, { entries, unreadable: [], surplus: [] });
  const { findings, neverChecked, parts } = checkPurchase(bought);
  if (!findings.some(({ partIds }) => new Set(partIds).size > 1)) return undefined;
  const others = findings.filter(({ verdict }) => verdict !== 'fits');
  const shown = others.length > 0 ? others : findings.slice(0, maxShownFits);
  const text = formatParts(
    parts.slice(0, maxBuildEntries).map(({ part, quantity }) => ({
      ...{ part, isOwned: false },
      quantity: Math.min(quantity, maxEntryQuantity),
    })),
  );
  return {
    text,
    path: makeBuildPath(text),
    findings: shown.map((finding) => ({ verdict: showFinding(finding), sentence: finding.explain() })),
    warning: others.length > 0 ? warn(findings) : undefined,
    neverChecked,
  };
}

function warn(findings: readonly Finding[]): string {
  const { verdict = 'fits', label = '' } = showVerdict(findings) ?? {};
  return verdict === 'only-if' ? `${label}.` : `${label}: ${findings[0]?.explain()}`;
}

/** When all of them fit. */
const maxShownFits = 3;
