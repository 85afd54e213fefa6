/** Computes what the staged rows of an import would do, without writing anything. */
import type { Hash } from 'node:crypto';
import type { PartRow } from '#catalogue/database/parts.ts';
import { readStagedParts } from '#catalogue/database/staged-parts.ts';
import { listFieldChanges } from '#catalogue/rules/import/field-changes.ts';
import { holdPrice, type PriceRules, type UnusualPrice } from '#catalogue/rules/import/held-prices.ts';
import type { ImportPreview } from '#catalogue/rules/import/import-previews.ts';
import {
  computeChanges,
  type ImportDefaults,
  makeAddedPart,
  makeStoredPart,
} from '#catalogue/rules/import/part-import.ts';
import type { ImportedPart } from '#catalogue/rules/import/part-rows.ts';
import {
  emptyWrite,
  keepFirstOfKinds,
  maxPlannedRows,
  type WriteCounts,
} from '#catalogue/use-cases/write-parts.ts';
import { centsToDollars } from '#kernel/money.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

type PartsPlan = Pick<ImportPreview, keyof WriteCounts | 'addedParts' | 'changedParts' | 'recognizedParts'>;

export type PlanRequest = {
  defaults: ImportDefaults;
  prices: PriceRules;
  /** Takes in everything that the plan would do. */
  hash: Hash;
  findParts(db: Database, skus: readonly string[]): Promise<PartRow[]>;
};

export async function planParts({ db }: Pick<Dependencies, 'db'>, request: PlanRequest): Promise<PartsPlan> {
  const lists = { addedParts: [], changedParts: [], recognizedParts: [], unusualPrices: [] };
  const plan: PartsPlan = { ...emptyWrite, ...lists };
  for await (const parts of readStagedParts(db)) {
    const skus = parts.map(({ sku }) => sku);
    const stored = new Map((await request.findParts(db, skus)).map((part) => [part.sku, part]));
    for (const part of parts) planPart(plan, request, part, stored.get(part.sku));
  }
  return plan;
}

function planPart(
  plan: PartsPlan,
  { defaults, hash, prices }: PlanRequest,
  part: ImportedPart,
  row: PartRow | undefined,
): void {
  if (!row) {
    const added = makeAddedPart(part, defaults);
    hash.update(JSON.stringify([part.sku, added]));
    plan.added += 1;
    if (added.price_cents === null) plan.unpriced += 1;
    if (plan.addedParts.length < maxPlannedRows) {
      const { name, category, price_cents, stock } = added;
      const price = price_cents === null ? null : centsToDollars(price_cents);
      plan.addedParts.push({ sku: part.sku, name, category, price, stock });
    }
    return;
  }
  const stored = makeStoredPart(row);
  if (part.recognized) {
    const { sku, name } = row;
    const { by, name: rowName } = part.recognized;
    hash.update(JSON.stringify([sku, by, rowName]));
    plan.recognized += 1;
    if (plan.recognizedParts.length < maxPlannedRows) plan.recognizedParts.push({ sku, name, rowName, by });
  }
  const { changes, unusual } = holdPrice(stored, computeChanges(stored, part), prices);
  if (unusual) planUnusual(plan, hash, row, unusual);
  const isSame = Object.keys(changes).length === 0;
  const price_cents = changes.price_cents === undefined ? stored.price_cents : changes.price_cents;
  if (price_cents === null) plan.unpriced += 1;
  if (isSame) {
    plan.same += 1;
    return;
  }
  const fields = listFieldChanges(stored, changes);
  hash.update(JSON.stringify([part.sku, fields]));
  plan.updated += 1;
  if (plan.changedParts.length < maxPlannedRows) {
    plan.changedParts.push({ sku: part.sku, name: stored.name, fields });
  }
}

function planUnusual(plan: PartsPlan, hash: Hash, { sku, name }: PartRow, unusual: UnusualPrice): void {
  const { kind, before, after } = unusual;
  hash.update(JSON.stringify([sku, unusual]));
  plan[kind] += 1;
  const price = { before: centsToDollars(before), after: after === null ? null : centsToDollars(after) };
  plan.unusualPrices = keepFirstOfKinds([...plan.unusualPrices, { sku, name, kind, ...price }]);
}
