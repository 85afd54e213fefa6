/** Turns staged rows that mean a part of the shop, but have no SKU of it, into changes of that part. */
import { findUnstagedParts } from '#database/catalogue/known-parts.ts';
import { findCategoriesBySku } from '#database/catalogue/part-batches.ts';
import { readStagedParts, renameStagedParts } from '#database/catalogue/staged-parts.ts';
import type { ImportedPart } from '#domain/catalogue/import/part-rows.ts';
import {
  applyRecognition,
  type KnownPart,
  makeRowKey,
  type Recognition,
  recognizePart,
  resolveClaims,
} from '#domain/catalogue/import/recognition.ts';
import type { Dependencies } from '#shop/dependencies.ts';

type Claim = Recognition & { isExact: boolean; row: ImportedPart; part: KnownPart };

const batchSize = 500;

export async function recognizeParts({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const claims: Claim[] = [];
  for (let position = 0; ; ) {
    const staged = await readStagedParts(db, position, batchSize);
    if (staged.length === 0) break;
    claims.push(
      ...(await claimParts(
        { db },
        staged.map(({ part }) => part),
      )),
    );
    position = staged.at(-1)?.position ?? position;
  }
  const renamed = resolveClaims(claims).map((claim) => ({
    from: claim.row.sku,
    part: applyRecognition(claim.row, claim.part, claim),
  }));
  for (let start = 0; start < renamed.length; start += batchSize) {
    await renameStagedParts(db, renamed.slice(start, start + batchSize));
  }
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
