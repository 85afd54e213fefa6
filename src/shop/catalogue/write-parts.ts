/** Writes a batch of an import: adds the parts that are new, and changes those that the shop has otherwise. */
import { randomUUIDv7 } from 'node:crypto';
import { recordAdminChanges } from '#database/administration/admin-changes.ts';
import {
  findPartsBySku,
  lockPartsBySku,
  type PartChange,
  updateParts,
} from '#database/catalogue/part-batches.ts';
import { insertParts, type NewPartRow, type PartRow } from '#database/catalogue/parts.ts';
import type { Transaction } from '#database/transaction.ts';
import {
  computeChanges,
  type ImportDefaults,
  makeAddedPart,
  type StoredPart,
} from '#domain/catalogue/import/part-import.ts';
import type { ImportedPart } from '#domain/catalogue/import/part-rows.ts';
import type { TransactionDependencies } from '#shop/dependencies.ts';

export type PartImport = {
  /** Its id in the record of what administrators changed. */
  id: string;
  files: string[];
  defaults: ImportDefaults;
  at: Date;
};

export type Written = {
  added: number;
  updated: number;
  same: number;
  /** How many of all these are without a price now, and so not for sale. */
  unpriced: number;
};

/** Writes parts, no two with the same SKU, and records what has changed. */
export async function writeParts(
  { db }: Pick<TransactionDependencies, 'db'>,
  { parts, partImport }: { parts: readonly ImportedPart[]; partImport: PartImport },
): Promise<Written> {
  const known = await findPartsBySku(db, listSkus(parts));
  const added = await addParts(
    db,
    parts.filter(({ sku }) => !known.has(sku)),
    partImport,
  );
  const there = parts.filter(({ sku }) => !added.has(sku));
  // somebody else may have added a part meanwhile
  const missed = await findPartsBySku(db, listSkus(there.filter(({ sku }) => !known.has(sku))));
  const before = new Map([...known, ...missed]);
  const changes = await changeParts(db, there, before, partImport);
  const changed = new Map(changes.map(({ after }) => [after.sku, after]));
  const written = { added: added.size, updated: changed.size, same: there.length - changed.size };
  await recordImport(db, written, changes, partImport);
  const now = [...added.values(), ...there.map(({ sku }) => changed.get(sku) ?? before.get(sku))];
  return { ...written, unpriced: now.filter((part) => part?.price_cents == null).length };
}

/** Answers those that were added, by their SKUs. */
async function addParts(
  db: Transaction,
  parts: readonly ImportedPart[],
  { defaults, at }: PartImport,
): Promise<Map<string, NewPartRow>> {
  const ids = parts.map(() => randomUUIDv7()).sort(); // in the order of the file
  const rows = parts.map((part, index): NewPartRow => {
    const { specs, ...columns } = makeColumns(makeAddedPart(part, defaults), at);
    return {
      ...columns,
      id: ids[index] ?? randomUUIDv7(),
      sku: part.sku,
      specs: JSON.stringify(specs),
      created_at: at,
      updated_at: at,
    };
  });
  const added = await insertParts(db, rows);
  return new Map(rows.filter(({ id }) => added.has(id)).map((row) => [row.sku, row]));
}

/** Changes those of which the rows say something new; only these are locked. */
async function changeParts(
  db: Transaction,
  parts: readonly ImportedPart[],
  before: ReadonlyMap<string, PartRow>,
  { at }: PartImport,
): Promise<PartChange[]> {
  const said = new Map(parts.map((part) => [part.sku, part]));
  const changed = (part: PartRow) => {
    const row = said.get(part.sku);
    return row ? computeChanges(makeStoredPart(part), row) : {};
  };
  const stale = [...before.values()].filter((part) => Object.keys(changed(part)).length > 0);
  const locked = await lockPartsBySku(db, listSkus(stale));
  const changes = locked.flatMap((part) => {
    const changes = changed(part);
    if (Object.keys(changes).length === 0) return [];
    const columns = makeColumns({ ...makeStoredPart(part), ...changes }, at);
    return [
      {
        before: part,
        after: { ...part, ...columns, off_sale_at: columns.off_sale_at && (part.off_sale_at ?? at) },
      },
    ];
  });
  await updateParts(db, changes, at);
  return changes;
}

async function recordImport(
  db: Transaction,
  written: Omit<Written, 'unpriced'>,
  changes: readonly PartChange[],
  { id, files, at }: PartImport,
): Promise<void> {
  if (written.added + written.updated === 0) return;
  const byHand = { adminId: null, subject: 'parts', at } as const;
  await recordAdminChanges(db, [
    { ...byHand, subjectId: id, before: null, after: { files, ...written } },
    ...changes.map(({ before, after }) => {
      const columns = Object.keys(after) as (keyof PartRow)[];
      const differing = columns.filter((column) => before[column] !== after[column]);
      const of = (part: PartRow) => Object.fromEntries(differing.map((column) => [column, part[column]]));
      return { ...byHand, subjectId: before.id, before: of(before), after: of(after) };
    }),
  ]);
}

function makeStoredPart(part: PartRow): StoredPart {
  return {
    category: part.category,
    name: part.name,
    brand: part.brand,
    description: part.description,
    image: part.image,
    priceCents: part.price_cents,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    isOffSale: part.off_sale_at !== null,
    featuredRank: part.featured_rank,
    specs: part.specs,
  };
}

function makeColumns(part: StoredPart, at: Date) {
  return {
    category: part.category,
    name: part.name,
    brand: part.brand,
    description: part.description,
    image: part.image,
    price_cents: part.priceCents,
    stock: part.stock,
    minimum_order: part.minimumOrder,
    off_sale_at: part.isOffSale ? at : null,
    featured_rank: part.featuredRank,
    specs: part.specs,
  };
}

function listSkus(parts: readonly { sku: string }[]): string[] {
  return parts.map(({ sku }) => sku);
}
