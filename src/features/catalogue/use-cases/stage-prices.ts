/** Stages the rows of price lists as changes of parts of the shop: nothing is added, only prices and stock change. */
import {
  findKnownParts,
  findPartsByGtin,
  findPartsByMpn,
  readKnownParts,
} from '#catalogue/database/known-parts.ts';
import { stageParts } from '#catalogue/database/staged-parts.ts';
import type { ImportedPart, RecognizedBy } from '#catalogue/rules/import/part-rows.ts';
import {
  choosePart,
  completeFacts,
  makeModelKey,
  type PriceName,
} from '#catalogue/rules/import/price-names.ts';
import type { KnownPart } from '#catalogue/rules/import/recognition.ts';
import {
  findContradiction,
  type ImportRow,
  type RefusedRow,
  type RowPlace,
  refuseContradiction,
} from '#catalogue/rules/import/refused-rows.ts';
import { splitIntoBatches } from '#catalogue/rules/import/row-batches.ts';
import { simplifyMpn } from '#catalogue/rules/part-numbers.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { emptyStaging, type StagingCounts, type StagingJob } from '#catalogue/use-cases/stage-all.ts';
import type { FieldError } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** The parts that have a name's key, by SKU. */
type Names = ReadonlyMap<string, readonly string[]>;

/** `conflict`: why none of the rows counts. */
type Claim = { part: ImportedPart; rows: RowPlace[]; conflict: string | undefined };

type Match = { sku: string; by: RecognizedBy | undefined };

export async function stagePrices(
  { db }: Pick<Dependencies, 'db'>,
  { rows, signal, onRefused }: StagingJob,
): Promise<StagingCounts> {
  const counts = { ...emptyStaging };
  const claims = new Map<string, Claim>();
  const names = await indexNames(db);
  for await (const batch of splitIntoBatches(rows)) {
    const refused = await claimParts(db, { batch, names, claims });
    if (refused.length > 0) await onRefused(refused);
    counts.rows += batch.length;
    counts.refused += refused.length;
    if (signal.aborted) return counts;
  }
  const single = [...claims.values()].filter(({ conflict }) => conflict === undefined);
  const conflicting = [...claims.values()].flatMap(({ rows, conflict }) =>
    conflict === undefined ? [] : refuseContradiction({ rows, message: conflict }),
  );
  if (conflicting.length > 0) await onRefused(conflicting);
  counts.refused += conflicting.length;
  counts.unwritten = single.length;
  counts.repeated = counts.rows - counts.refused - counts.unwritten;
  const parts = single.map(({ part }) => part);
  for await (const batch of splitIntoBatches(parts)) await stageParts(db, batch);
  return counts;
}

async function indexNames(db: Database): Promise<Names> {
  const names = new Map<string, string[]>();
  for await (const part of readKnownParts(db))
    names.getOrInsertComputed(makeModelKey(part), () => []).push(part.sku);
  return names;
}

type Claiming = { batch: readonly ImportRow[]; names: Names; claims: Map<string, Claim> };

async function claimParts(db: Database, { batch, names, claims }: Claiming): Promise<RefusedRow[]> {
  const find = await findCandidates(db, batch, names);
  const refused: RefusedRow[] = [];
  for (const { file, row, ...read } of batch) {
    const problems = 'problems' in read ? read.problems : findProblems(read.part);
    const match = problems.length > 0 || 'problems' in read ? problems : find(read.part);
    if ('problems' in read || isProblems(match)) {
      refused.push({ file, row, problems: isProblems(match) ? match : problems });
      continue;
    }
    claim(claims, match, { ...read.part, fileRow: row }, { file, row });
  }
  return refused;
}

const isProblems = (match: Match | FieldError[]): match is FieldError[] => Array.isArray(match);

function findProblems({ price_cents, stock }: ImportedPart): FieldError[] {
  return price_cents == null && stock === undefined ? refuse('price', 'This row has none') : [];
}

/** Rows that say different things of one part are nobody's: nothing tells which of them is right. */
function claim(claims: Map<string, Claim>, { sku, by }: Match, row: ImportedPart, place: RowPlace): void {
  const part: ImportedPart = {
    sku,
    identity: row.identity,
    price_cents: row.price_cents ?? undefined,
    stock: row.stock,
    fileRow: row.fileRow,
    ...(by && { recognized: { by, name: row.name ?? row.mpn ?? row.gtin ?? sku } }),
  };
  const earlier = claims.get(sku);
  if (!earlier) {
    claims.set(sku, { part, rows: [place], conflict: undefined });
    return;
  }
  earlier.rows.push(place);
  earlier.conflict ??= findConflict(earlier.part, part);
  earlier.part = {
    ...earlier.part,
    price_cents: earlier.part.price_cents ?? part.price_cents,
    stock: earlier.part.stock ?? part.stock,
  };
}

function findConflict(one: ImportedPart, other: ImportedPart): string | undefined {
  if (one.identity !== other.identity) return 'fit the same part, and say different things of it';
  return findContradiction(one, other);
}

async function findCandidates(db: Database, batch: readonly ImportRow[], names: Names) {
  const rows = batch.flatMap((row) => ('part' in row ? [row.part] : []));
  const gtins = rows.flatMap(({ gtin }) => gtin ?? []);
  const byGtin = await findPartsByGtin(db, gtins);
  const mpns = rows.flatMap(({ mpn }) => mpn ?? []);
  const withMpn = await findPartsByMpn(db, mpns);
  const byMpn = Map.groupBy(withMpn, ({ mpn }) => simplifyMpn(mpn ?? ''));
  const keys = new Map(
    rows.flatMap((row) => makeNames(row).map((name) => [row, makeModelKey(name)] as const)),
  );
  const skus = rows.flatMap((row) => [row.sku, ...(names.get(keys.get(row) ?? '') ?? [])]);
  const bySku = new Map((await findKnownParts(db, skus)).map((part) => [part.sku, part]));
  return (row: ImportedPart): Match | FieldError[] => {
    if (!row.hasMadeSku && !bySku.has(row.sku)) return refuse('sku', 'No part has this SKU');
    if (bySku.has(row.sku)) return { sku: row.sku, by: undefined };
    const withGtin = row.gtin ? byGtin.get(row.gtin) : undefined;
    if (withGtin) return { sku: withGtin.sku, by: 'gtin' };
    const [same, ...others] = row.mpn ? (byMpn.get(simplifyMpn(row.mpn)) ?? []) : [];
    if (same)
      return others.length === 0 ? { sku: same.sku, by: 'mpn' } : findAmong([same, ...others], row, 'mpn');
    const named = names.get(keys.get(row) ?? '') ?? [];
    return findAmong(
      named.flatMap((sku) => bySku.get(sku) ?? []),
      row,
      row.name ? 'name' : 'mpn',
    );
  };
}

function findAmong(parts: readonly KnownPart[], row: ImportedPart, by: 'mpn' | 'name'): Match | FieldError[] {
  const [name] = makeNames(row);
  const chosen = name ? choosePart(name, parts) : parts.length === 0 ? 'none' : 'several';
  if (chosen === 'none')
    return refuse(by, by === 'mpn' ? 'No part has this number' : 'No part has this name');
  if (chosen === 'several')
    return refuse(by, by === 'mpn' ? 'Several parts have this number' : 'Several parts fit this name');
  return { sku: chosen.sku, by };
}

function makeNames({ category, name, specs = {} }: ImportedPart): PriceName[] {
  return category && name ? [completeFacts({ category, name, specs: specs as SpecificationValues })] : [];
}

function refuse(path: string, message: string): FieldError[] {
  return [{ path, message }];
}
