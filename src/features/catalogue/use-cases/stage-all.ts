/** Stages the rows of files as parts, and recognizes those that the shop has. */
import { findPartsByGtin, findUnstagedParts } from '#catalogue/database/known-parts.ts';
import { findCategoriesBySku } from '#catalogue/database/part-batches.ts';
import {
  findStagedGtins,
  findStagedParts,
  guessStagedBrands,
  readStagedParts,
  restageParts,
  stageParts,
  unstageParts,
} from '#catalogue/database/staged-parts.ts';
import { makeBrandCounts } from '#catalogue/rules/brands.ts';
import { chooseCheaper, findGtinProblem, findImportProblems } from '#catalogue/rules/import/part-import.ts';
import type { ImportedPart } from '#catalogue/rules/import/part-rows.ts';
import {
  applyRecognition,
  type KnownPart,
  makeRowKey,
  type Recognition,
  recognizePart,
  resolveClaims,
} from '#catalogue/rules/import/recognition.ts';
import {
  type Contradiction,
  findContradiction,
  type ImportRow,
  type RefusedRow,
  type RowPlace,
  refuseContradiction,
} from '#catalogue/rules/import/refused-rows.ts';
import { splitIntoBatches } from '#catalogue/rules/import/row-batches.ts';
import { joinModels } from '#catalogue/use-cases/join-models.ts';
import { emptyWrite, type WriteCounts } from '#catalogue/use-cases/write-parts.ts';
import { findMissingImages } from '#images/use-cases/check-image.ts';
import type { FieldError } from '#kernel/refusals.ts';
import { missingImageMessage } from '#kernel/uploaded-images.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type StagingJob = {
  rows: AsyncIterable<ImportRow>;
  signal: AbortSignal;
  onRefused(rows: RefusedRow[]): Promise<void>;
  /** What rows state, but cannot be true: their parts are without it. */
  onQuarantined(rows: RefusedRow[]): Promise<void>;
};

/** `added + updated + same + repeated + refused + unwritten` equals `rows`. */
export type StagingCounts = WriteCounts & {
  rows: number;
  repeated: number;
  refused: number;
  unwritten: number;
};

export const emptyStaging: StagingCounts = {
  ...emptyWrite,
  rows: 0,
  repeated: 0,
  refused: 0,
  unwritten: 0,
};

export async function stageAll(
  { db }: Pick<Dependencies, 'db'>,
  { rows, signal, onRefused, onQuarantined }: StagingJob,
): Promise<StagingCounts> {
  const counts = { ...emptyStaging };
  const contradictions: Contradictions = new Map();
  const brands = makeBrandCounts();
  for await (const batch of splitIntoBatches(rows)) {
    const { refused, repeated, quarantined } = await stageRows({ db }, { rows: batch, contradictions });
    for (const row of batch)
      if ('part' in row && row.part.brand === undefined) brands.add(row.part.name ?? '');
    if (refused.length > 0) await onRefused(refused);
    if (quarantined.length > 0) await onQuarantined(quarantined);
    counts.rows += batch.length;
    counts.refused += refused.length;
    counts.repeated += repeated;
    counts.unwritten += batch.length - refused.length - repeated;
    if (signal.aborted) return counts;
  }
  const contradicting = [...contradictions.values()].flatMap(refuseContradiction);
  if (contradicting.length > 0) await onRefused(contradicting);
  counts.refused += contradicting.length;
  counts.unwritten -= contradicting.length;
  await unstageParts(db, [...contradictions.keys()]);
  await guessStagedBrands(db, brands.listShared());
  await recognizeParts({ db });
  const joined = await joinModels({ db });
  return { ...counts, repeated: counts.repeated + joined, unwritten: counts.unwritten - joined };
}

/** Turns staged rows that mean a part of the shop, but have no SKU of it, into changes of that part. */
type Claim = Recognition & { isExact: boolean; row: ImportedPart; part: KnownPart };

async function recognizeParts({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const claims: Claim[] = [];
  for await (const rows of readStagedParts(db)) claims.push(...(await claimParts({ db }, rows)));
  const renamed = resolveClaims(claims).map((claim) => ({
    from: claim.row.sku,
    part: applyRecognition(claim.row, claim.part, claim),
  }));
  for await (const batch of splitIntoBatches(renamed)) await restageParts(db, batch);
}

async function claimParts({ db }: Pick<Dependencies, 'db'>, rows: readonly ImportedPart[]): Promise<Claim[]> {
  const made = rows.filter(({ hasMadeSku, recognized }) => hasMadeSku && !recognized);
  if (made.length === 0) return [];
  const skus = made.map(({ sku }) => sku);
  const inShop = await findCategoriesBySku(db, skus);
  const unknown = made.filter(({ sku }) => !inShop.has(sku));
  if (unknown.length === 0) return [];
  const keys = unknown.map(makeRowKey);
  const parts = await findUnstagedParts(db, { keys, mpns: unknown.flatMap(({ mpn }) => mpn ?? []) });
  const bySku = new Map(parts.map((part) => [part.sku, part]));
  const candidates = indexParts(parts);
  return unknown.flatMap((row, index): Claim[] => {
    const claim = recognizePart(row, candidates(keys[index] ?? '', row));
    const part = claim && bySku.get(claim.sku);
    return part ? [{ ...claim, row, part }] : [];
  });
}

/** So that a row is not compared with all parts of a batch. */
function indexParts(parts: readonly KnownPart[]) {
  const byKey = Map.groupBy(parts, ({ match_key }) => match_key ?? '');
  const numbered = parts.filter(({ mpn }) => mpn !== null);
  return (key: string, { mpn }: ImportedPart): KnownPart[] => {
    const named = byKey.get(key) ?? [];
    return mpn ? [...new Set([...named, ...numbered])] : named;
  };
}

/** Checks the rows of an import against one another and the shop, and stages the valid ones. */
type Staging = {
  refused: RefusedRow[];
  quarantined: RefusedRow[];
  repeated: number;
};

/** By SKU. */
type Contradictions = Map<string, Contradiction>;

/**
 * Of rows of the same part the first is staged, of public lists with the lowest price; another part's SKU is refused. Rows that
 * contradict each other are not staged, but added to `contradictions`, those of earlier batches included.
 */
async function stageRows(
  { db }: Pick<Dependencies, 'db'>,
  { rows, contradictions }: { rows: readonly ImportRow[]; contradictions: Contradictions },
): Promise<Staging> {
  const numbers = rows.flatMap((row) => ('part' in row ? (row.part.gtin ?? []) : []));
  const withGtin = await findPartsByGtin(db, numbers);
  const stagedGtins = await findStagedGtins(db, numbers);
  const skus = rows.flatMap((row) => ('part' in row ? [row.part.sku] : []));
  skus.push(...[...withGtin.values()].map(({ sku }) => sku));
  const staged = new Map((await findStagedParts(db, skus)).map((part) => [part.sku, part]));
  const inShop = await findCategoriesBySku(db, skus);
  const images = rows.flatMap((row) => ('part' in row ? (row.part.image ?? []) : []));
  const missingImages = await findMissingImages({ db }, { addresses: images });
  const [added, cheaper] = [new Map<string, ImportedPart>(), new Map<string, ImportedPart>()];
  const staging: Staging = { refused: [], quarantined: [], repeated: 0 };
  for (const { file, row, ...read } of rows) {
    const refuse = (problems: FieldError[]) => staging.refused.push({ file, row, problems });
    if ('problems' in read) {
      refuse(read.problems);
      continue;
    }
    const part = { ...recognizeByGtin(read.part, withGtin), file, fileRow: row };
    const earlier = staged.get(part.sku);
    const gtinProblem = findGtinProblem(part, {
      inFile: stagedGtins.get(part.gtin ?? ''),
      inShop: withGtin.get(part.gtin ?? '')?.sku,
    });
    const imageProblem = missingImages.has(part.image ?? '')
      ? [{ path: 'img', message: missingImageMessage }]
      : [];
    const shopProblems = findImportProblems(part, inShop.get(part.sku), earlier);
    const problems = [...imageProblem, ...gtinProblem, ...shopProblems];
    if (problems.length > 0) refuse(problems);
    else if (isContradiction(contradictions, part, earlier)) continue;
    else if (!earlier) {
      staged.set(part.sku, part);
      if (part.gtin) stagedGtins.set(part.gtin, part.sku);
      added.set(part.sku, part);
      staging.quarantined.push(...(read.quarantined ?? []).map((each) => ({ file, row, problems: [each] })));
    } else {
      staging.repeated += 1;
      const chosen = chooseCheaper(earlier, part);
      if (chosen === earlier) continue;
      staged.set(part.sku, chosen);
      (added.has(part.sku) ? added : cheaper).set(part.sku, chosen);
    }
  }
  await stageParts(db, [...added.values()]);
  await restageParts(
    db,
    Array.from(cheaper.values(), (part) => ({ part })),
  );
  return staging;
}

/** Adds it to them. */
function isContradiction(
  contradictions: Contradictions,
  part: ImportedPart,
  earlier: ImportedPart | undefined,
): boolean {
  if (!earlier || part.isListed) return false;
  const known = contradictions.get(part.sku);
  if (known) {
    known.rows.push(findPlace(part));
    return true;
  }
  const message = findContradiction(earlier, part);
  if (message !== undefined) contradictions.set(part.sku, { rows: [earlier, part].map(findPlace), message });
  return message !== undefined;
}

const findPlace = ({ file = '', fileRow = 0 }: ImportedPart): RowPlace => ({ file, row: fileRow });

function recognizeByGtin(row: ImportedPart, withGtin: ReadonlyMap<string, KnownPart>): ImportedPart {
  const known = row.hasMadeSku && row.gtin ? withGtin.get(row.gtin) : undefined;
  if (!known || known.sku === row.sku) return row;
  return applyRecognition(row, known, { sku: known.sku, by: 'gtin' });
}
