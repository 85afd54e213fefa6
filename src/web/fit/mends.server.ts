/** The cheapest part in stock that mends what does not fit. */
import type { Catalogue } from '#database/catalogue/catalogue.ts';
import type { StoredBuildPart } from '#database/fit/build-parts.ts';
import { showName } from '#domain/catalogue/shown-names.ts';
import { sortBuild } from '#domain/fit/build.ts';
import { formatBuild } from '#domain/fit/build-entries.ts';
import { makeBuildPath } from '#domain/fit/build-paths.ts';
import { type CheckBudget, hasProblem, makeReplacementCheck } from '#domain/fit/replacements.ts';
import type { Finding } from '#domain/fit/verdicts.ts';
import { formatMoney } from '#domain/money.ts';

/** Each may cost a walk through the parts of a category. */
const maxMends = 6;

/** Of a finding, of which there can be as many as parts. */
const maxReplaced = 3;

/** Checks of sets of facts for all mends of a page; an ordinary build needs some hundred. */
export const maxReplacementChecks = 2_000;

export type Mend = { text: string; to: string };

/** For the first of the findings, those that are shown first. */
export async function findMends(
  catalogue: Catalogue,
  parts: readonly StoredBuildPart[],
  findings: readonly Finding[],
): Promise<(Mend | undefined)[]> {
  const budget = { left: maxReplacementChecks };
  const mends: (Mend | undefined)[] = [];
  for (const finding of findings.slice(0, maxMends))
    mends.push(await findMend(catalogue, parts, { finding, budget }));
  return mends;
}

type Mending = { finding: Finding; budget: CheckBudget };

/**
 * Replaces the cheapest of the parts concerned: nobody buys a smaller graphics card for a power supply. What is owned
 * stays.
 */
async function findMend(
  catalogue: Catalogue,
  parts: readonly StoredBuildPart[],
  { finding, budget }: Mending,
): Promise<Mend | undefined> {
  if (finding.verdict !== 'does-not-fit') return undefined;
  const concerned = parts
    .filter(({ part, isOwned }) => finding.partIds.includes(part.id) && !isOwned)
    .toSorted((one, other) => (one.unitPrice ?? 0) - (other.unitPrice ?? 0));
  for (const replaced of concerned.slice(0, maxReplaced)) {
    const mend =
      (await findReplacement(catalogue, parts, { replaced, finding, budget })) ??
      takeOut(parts, replaced, finding);
    if (mend) return mend;
  }
  return undefined;
}

async function findReplacement(
  catalogue: Catalogue,
  parts: readonly StoredBuildPart[],
  { replaced, finding, budget }: Mending & { replaced: StoredBuildPart },
): Promise<Mend | undefined> {
  const others = parts.filter((each) => each !== replaced);
  const { quantity, row } = replaced;
  const check = makeReplacementCheck(others, finding, { kind: replaced.part.kind, quantity });
  const chosen =
    check &&
    (await catalogue.findReplacement(row.category, {
      ...check,
      budget,
      isOffered: ({ id, stock, minimum_order: minimum }) =>
        id !== row.id && stock >= quantity && minimum <= quantity,
    }));
  if (!chosen) return undefined;
  const entry = formatBuild([{ id: chosen.id, quantity, isOwned: false }]);
  const price = formatMoney(chosen.price_cents * quantity);
  return {
    text: `Replace the ${showName(row)} by the ${showName(chosen)} for ${price}`,
    to: makeBuildPath([formatParts(others), entry].filter(Boolean).join(',')),
  };
}

/** Of what is there too often. */
function takeOut(
  parts: readonly StoredBuildPart[],
  surplus: StoredBuildPart,
  finding: Finding,
): Mend | undefined {
  const rest = parts.flatMap((each) => {
    if (each !== surplus) return each;
    return each.quantity > 1 ? { ...each, quantity: 1 } : [];
  });
  const isStillThere = rest.some(({ part }) => part.kind === surplus.part.kind);
  if (!isStillThere || hasProblem(sortBuild(rest), finding)) return undefined;
  const word = surplus.quantity > 1 ? 'Keep one' : 'Take out the';
  return { text: `${word} ${showName(surplus.row)}`, to: makeBuildPath(formatParts(rest)) };
}

function formatParts(parts: readonly StoredBuildPart[]): string {
  return formatBuild(parts.map(({ part: { id }, quantity, isOwned }) => ({ id, quantity, isOwned })));
}
