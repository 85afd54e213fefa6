/** The cheapest part in stock that mends what does not fit. */
import type { Catalogue } from '#database/catalogue/catalogue.ts';
import type { StoredBuildPart } from '#database/fit/build-parts.ts';
import { fits, inStock } from '#domain/catalogue/lists/filter-kinds.ts';
import type { FilterChoice, ListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { showName } from '#domain/catalogue/shown-names.ts';
import { formatBuild, newBuild } from '#domain/fit/build-entries.ts';
import { makeBuildPath } from '#domain/fit/build-paths.ts';
import { checkBuild } from '#domain/fit/check-build.ts';
import type { BuildPart } from '#domain/fit/facts.ts';
import { checkOneMore } from '#domain/fit/join-build.ts';
import { readFitPart } from '#domain/fit/read-fit-part.ts';
import type { Finding } from '#domain/fit/verdicts.ts';
import { formatMoney } from '#domain/money.ts';

/** Of the cheapest parts that may fit, one that surely does comes first. */
const maxCandidates = 24;

type Mend = { text: string; to: string };

/**
 * Replaces the cheapest of the parts concerned: nobody buys a smaller graphics card for a power supply. What is owned
 * stays.
 */
export async function findMend(
  catalogue: Catalogue,
  parts: readonly StoredBuildPart[],
  finding: Finding,
): Promise<Mend | undefined> {
  if (finding.verdict !== 'does-not-fit') return undefined;
  const concerned = parts
    .filter(({ part, isOwned }) => finding.partIds.includes(part.id) && !isOwned)
    .toSorted((one, other) => (one.unitPrice ?? 0) - (other.unitPrice ?? 0));
  for (const replaced of concerned) {
    const mend =
      (await findReplacement(catalogue, parts, { replaced, finding })) ?? takeOut(parts, replaced, finding);
    if (mend) return mend;
  }
  return undefined;
}

async function findReplacement(
  catalogue: Catalogue,
  parts: readonly StoredBuildPart[],
  { replaced, finding }: { replaced: StoredBuildPart; finding: Finding },
): Promise<Mend | undefined> {
  const others = parts.filter((each) => each !== replaced);
  const { quantity } = replaced;
  const rest = formatParts(others);
  const query: ListQuery = {
    category: replaced.row.category,
    q: '',
    choices: new Map<string, FilterChoice>([
      [fits.key, { kind: 'build', text: rest || newBuild }],
      [inStock.key, { kind: 'flag' }],
    ]),
    sort: 'price',
    page: 1,
  };
  const { rows } = await catalogue.list(query, { size: maxCandidates });
  const candidates = rows.flatMap((row) => {
    const part = readFitPart(row);
    if (!part || row.id === replaced.row.id || row.stock < quantity || row.minimum_order > quantity)
      return [];
    const isMended = !hasProblem([...others, { part, quantity }], finding);
    return isMended ? { row, verdict: checkOneMore(others, part).verdict } : [];
  });
  const chosen = candidates.find(({ verdict }) => verdict !== 'not-known') ?? candidates[0];
  if (!chosen) return undefined;
  const entry = formatBuild([{ id: chosen.row.id, quantity, isOwned: false }]);
  const price = formatMoney(chosen.row.price_cents * quantity);
  return {
    text: `Replace the ${showName(replaced.row)} by the ${showName(chosen.row)} for ${price}`,
    to: makeBuildPath([rest, entry].filter(Boolean).join(',')),
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
  if (!isStillThere || hasProblem(rest, finding)) return undefined;
  const word = surplus.quantity > 1 ? 'Keep one' : 'Take out the';
  return { text: `${word} ${showName(surplus.row)}`, to: makeBuildPath(formatParts(rest)) };
}

function hasProblem(parts: readonly BuildPart[], { rule }: Finding): boolean {
  return checkBuild(parts).findings.some((each) => each.rule === rule && each.verdict === 'does-not-fit');
}

function formatParts(parts: readonly StoredBuildPart[]): string {
  return formatBuild(parts.map(({ part: { id }, quantity, isOwned }) => ({ id, quantity, isOwned })));
}
