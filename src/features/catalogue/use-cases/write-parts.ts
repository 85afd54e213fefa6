/** Writes a batch of an import: adds new parts and updates those that differ. */
import { randomUUIDv7 } from 'node:crypto';
import { findPartsBySku, lockPartsBySku } from '#catalogue/database/part-batches.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import {
  describeChanges,
  insertParts,
  type NewPartRow,
  type PartChange,
  updateParts,
} from '#catalogue/database/write-parts.ts';
import { holdPrice, type PriceRules, type UnusualPrice } from '#catalogue/rules/import/held-prices.ts';
import {
  computeChanges,
  type ImportDefaults,
  makeAddedPart,
  makeStoredPart,
} from '#catalogue/rules/import/part-import.ts';
import type { ImportedPart } from '#catalogue/rules/import/part-rows.ts';
import { recordStockAlerts } from '#catalogue/use-cases/record-stock-alerts.ts';
import { recordAdminChanges } from '#platform/database/record-admin-changes.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { TransactionDependencies } from '#platform/jobs/dependencies.ts';

export type PartImport = {
  id: string;
  files: string[];
  defaults: ImportDefaults;
  prices: PriceRules;
  /** Undefined: the command. */
  adminId?: string;
  at: Date;
};

export type WriteCounts = typeof emptyWrite;

export type NamedPrice = UnusualPrice & { sku: string; name: string };

/** In each list of what an import does; the counts are of all. */
export const maxPlannedRows = 50;

export function keepFirstOfKinds<Price extends Pick<NamedPrice, 'kind'>>(prices: readonly Price[]): Price[] {
  return (['jumps', 'removals'] as const).flatMap((kind) =>
    prices.filter((price) => price.kind === kind).slice(0, maxPlannedRows),
  );
}

export const emptyWrite = {
  added: 0,
  updated: 0,
  same: 0,
  unpriced: 0,
  /** Of the updated and the same: their rows have no SKU. */
  recognized: 0,
  /** Prices that jump or are taken away, whether the import may do that or not. */
  jumps: 0,
  removals: 0,
  /** The first of each kind. */
  unusualPrices: [] as NamedPrice[],
};

export async function writeParts(
  { db }: Pick<TransactionDependencies, 'db'>,
  { parts, partImport }: { parts: readonly ImportedPart[]; partImport: PartImport },
): Promise<WriteCounts> {
  const known = await findPartsBySku(db, listSkus(parts));
  const added = await addParts(
    db,
    parts.filter(({ sku }) => !known.has(sku)),
    partImport,
  );
  const existing = parts.filter(({ sku }) => !added.has(sku));
  // another transaction may have added a part since
  const unwritten = await findPartsBySku(db, listSkus(existing.filter(({ sku }) => !known.has(sku))));
  const before = new Map([...known, ...unwritten]);

  const unusual = existing.flatMap((part) => {
    const row = before.get(part.sku);
    if (!row) return [];
    const stored = makeStoredPart(row);
    const { unusual } = holdPrice(stored, computeChanges(stored, part), partImport.prices);
    return unusual ? [{ ...unusual, sku: part.sku, name: row.name }] : [];
  });
  const changes = await updateStoredParts(db, existing, before, partImport);
  const changed = new Map(changes.map(({ after }) => [after.sku, after]));
  const counts = {
    added: added.size,
    updated: changed.size,
    same: existing.length - changed.size,
    recognized: parts.filter(({ recognized }) => recognized).length,
    jumps: unusual.filter(({ kind }) => kind === 'jumps').length,
    removals: unusual.filter(({ kind }) => kind === 'removals').length,
    unusualPrices: keepFirstOfKinds(unusual),
  };
  await recordImport(db, counts, changes, partImport);
  const current = [...added.values(), ...existing.map(({ sku }) => changed.get(sku) ?? before.get(sku))];
  return { ...counts, unpriced: current.filter((part) => part?.price_cents == null).length };
}

async function addParts(
  db: Transaction,
  parts: readonly ImportedPart[],
  { defaults, at }: PartImport,
): Promise<Map<string, NewPartRow>> {
  const ids = parts.map(() => randomUUIDv7()).sort(); // in the order of the file
  const rows = parts.map((part, index): NewPartRow => {
    const { isOffSale, specs, derived_fields, ...columns } = makeAddedPart(part, defaults);
    return {
      ...columns,
      id: ids[index] ?? randomUUIDv7(),
      sku: part.sku,
      specs: JSON.stringify(specs),
      file_row: part.fileRow ?? 0,
      off_sale_at: isOffSale ? at : null,
      derived_fields: JSON.stringify(derived_fields),
      created_at: at,
      updated_at: at,
    };
  });
  const added = await insertParts(db, rows);
  return new Map(rows.filter(({ id }) => added.has(id)).map((row) => [row.sku, row]));
}

async function updateStoredParts(
  db: Transaction,
  parts: readonly ImportedPart[],
  before: ReadonlyMap<string, PartRow>,
  { at, prices }: PartImport,
): Promise<PartChange[]> {
  const imported = new Map(parts.map((part) => [part.sku, part]));
  const findChanges = (part: PartRow) => {
    const row = imported.get(part.sku);
    const stored = makeStoredPart(part);
    return row ? holdPrice(stored, computeChanges(stored, row), prices).changes : {};
  };
  const stale = [...before.values()].filter((part) => Object.keys(findChanges(part)).length > 0);
  const locked = await lockPartsBySku(db, listSkus(stale));
  const changes = locked.flatMap((part) => {
    const changes = findChanges(part);
    if (Object.keys(changes).length === 0) return [];
    const { isOffSale, ...columns } = { ...makeStoredPart(part), ...changes };
    return { before: part, after: { ...columns, off_sale_at: isOffSale ? (part.off_sale_at ?? at) : null } };
  });
  await updateParts(db, changes, at);
  await recordStockAlerts({ db }, { changes, at });
  return changes;
}

async function recordImport(
  db: Transaction,
  { added, updated, same }: Pick<WriteCounts, 'added' | 'updated' | 'same'>,
  changes: readonly PartChange[],
  { id, files, adminId = null, at }: Omit<PartImport, 'adminId'> & { adminId?: string | null },
): Promise<void> {
  if (added + updated === 0) return;
  const after = { files, added, updated, same };
  await recordAdminChanges(db, [
    { adminId, subject: 'parts', subjectId: id, before: null, after, at },
    ...describeChanges(changes, { adminId, at }),
  ]);
}

function listSkus(parts: readonly { sku: string }[]): string[] {
  return parts.map(({ sku }) => sku);
}
