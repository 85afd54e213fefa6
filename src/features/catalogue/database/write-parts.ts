/** Writes parts, one or many, with their slugs and stock. */
import { type Insertable, sql } from 'kysely';
import pg from 'pg';
import { computeColumns } from '#catalogue/database/part-facts.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { recordStockMovements } from '#catalogue/database/stock.ts';
import { factsVersion } from '#catalogue/rules/derived-facts.ts';
import type { StoredPart } from '#catalogue/rules/import/part-rows.ts';
import { makeSlugCandidates, type SluggedPart } from '#catalogue/rules/slugs.ts';
import type { Database } from '#platform/database/connect.ts';
import type { AdminChange } from '#platform/database/record-admin-changes.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

export type NewPartRow = Omit<Insertable<DatabaseSchema['parts']>, 'slug'> & { created_at: Date };

/** What files and administrators state of a part, and what only administrators do. */
export type PartChanges = Partial<
  Pick<PartRow, Exclude<keyof StoredPart, 'isOffSale'> | 'sku' | 'off_sale_at' | 'same_as'>
>;

/** The pages that led to the first part, by its number, lead to the second. */
export async function moveSameParts(transaction: Transaction, from: number, to: number): Promise<void> {
  await changeContent(transaction)
    .updateTable('parts')
    .set({ same_as: to })
    .where('same_as', '=', from)
    .execute();
}

export function isSkuTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'parts_sku_key';
}

export function isGtinTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'parts_gtin_key';
}

/** At most a thousand. Returns the ids of the inserted ones: parts with a known SKU are left out. */
export async function insertParts(
  transaction: Transaction,
  parts: readonly NewPartRow[],
): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const slugs = await claimSlugs(transaction, parts);
  const rows = parts.map((part) => {
    const stated = { ...part, price_cents: part.price_cents ?? null, facts: null };
    const columns = computeColumns({ ...stated, specs: JSON.parse(part.specs ?? '{}') });
    return {
      ...part,
      slug: slugs.get(part.id) ?? part.id,
      match_key: columns.match_key,
      specs: JSON.stringify(columns.specs),
      facts: JSON.stringify(columns.facts),
      doubtful_fields: JSON.stringify(columns.doubtful_fields),
      facts_version: factsVersion,
    };
  });
  const added = await changeContent(transaction)
    .insertInto('parts')
    .values(rows)
    .onConflict((conflict) => conflict.column('sku').doNothing())
    .returning(['id', 'stock', 'created_at'])
    .execute();
  await recordStockMovements(
    transaction,
    added.map(({ id, stock, created_at }) => ({
      part_id: id,
      units: stock,
      reason: 'opening',
      moved_at: created_at,
    })),
  );
  const ids = new Set(added.map(({ id }) => id));
  const partIds = parts.map(({ id }) => id).filter((id) => !ids.has(id));
  if (partIds.length > 0)
    await transaction.deleteFrom('part_slugs').where('part_id', 'in', partIds).execute();
  return ids;
}

/** `note`: what an administrator says of the new stock. */
export type PartChange = { before: PartRow; after: PartRow; note?: string | undefined };

/** What is different of each part, for the record of administrators. */
export function describeChanges(
  changes: readonly PartChange[],
  made: Pick<AdminChange, 'adminId' | 'at'>,
): AdminChange[] {
  return changes.map(({ before, after }) => {
    const columns = Object.keys(after) as (keyof PartRow)[];
    const differing = columns.filter((column) => before[column] !== after[column]);
    const pick = (part: PartRow) => Object.fromEntries(differing.map((column) => [column, part[column]]));
    return { ...made, subject: 'parts', subjectId: before.id, before: pick(before), after: pick(after) };
  });
}

/** The rows must be locked. */
export async function updateParts(
  transaction: Transaction,
  changes: readonly PartChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const described = changes.map(({ before, after }) =>
    // what a later release has typed stays with the specification that it is of
    concatSpecs(before) === concatSpecs(after) ? after : { ...after, facts: null },
  );
  const renamed = changes.filter(({ before, after }) => concatText(before) !== concatText(after));
  const slugs = await claimSlugs(
    transaction,
    renamed.map(({ after }) => after),
  );
  const rows = described.map((part) => ({
    ...part,
    slug: slugs.get(part.id) ?? part.slug,
    ...computeColumns(part),
    updated_at: at,
  }));
  await updateKeys(transaction, changes, rows);
  await sql`update parts set
      (brand, name, mpn, description, image, price_cents, stock, minimum_order, low_stock, weight_grams, specs, facts, derived_fields,
        featured_rank, off_sale_at, same_as, match_key, doubtful_fields, updated_at)
      = (new.brand, new.name, new.mpn, new.description, new.image, new.price_cents, new.stock, new.minimum_order,
        new.low_stock, new.weight_grams, new.specs, new.facts, new.derived_fields, new.featured_rank, new.off_sale_at, new.same_as,
        new.match_key, new.doubtful_fields, new.updated_at)
    from jsonb_populate_recordset(null::parts, ${JSON.stringify(rows)}::jsonb) as new
    where parts.id = new.id`.execute(changeContent(transaction));
  await recordStockMovements(
    transaction,
    changes.map(({ before, after, note }) => ({
      part_id: after.id,
      units: after.stock - before.stock,
      reason: 'edit',
      note: note ?? null,
      moved_at: at,
    })),
  );
}

/**
 * Only of parts whose keys change: a statement that sets columns of a unique index waits for all orders that
 * reference the part, and they may wait for this transaction.
 */
async function updateKeys(
  transaction: Transaction,
  changes: readonly PartChange[],
  rows: readonly Pick<PartRow, 'id' | 'sku' | 'category' | 'gtin' | 'slug'>[],
): Promise<void> {
  const earlier = new Map(changes.map(({ before }) => [before.id, before]));
  const keys = rows.flatMap(({ id, sku, category, gtin, slug }) => {
    const before = earlier.get(id);
    const isSame = sku === before?.sku && category === before.category && gtin === before.gtin;
    if (isSame && slug === before.slug) return [];
    // one that this program does not know is read as another, and stays
    return { id, sku, category: category === before?.category ? null : category, gtin, slug };
  });
  if (keys.length === 0) return;
  await sql`update parts set (sku, category, gtin, slug)
      = (new.sku, coalesce(new.category, parts.category), new.gtin, new.slug)
    from jsonb_populate_recordset(null::parts, ${JSON.stringify(keys)}::jsonb) as new
    where parts.id = new.id`.execute(changeContent(transaction));
}

function concatText({ sku, brand, name, mpn, gtin, ...part }: PartRow): string {
  return JSON.stringify([sku, brand, name, mpn, gtin, concatSpecs(part)]);
}

function concatSpecs({ category, specs }: Pick<PartRow, 'category' | 'specs'>): string {
  return JSON.stringify([category, specs]);
}

/**
 * A slug belongs to one part of its category for ever: old addresses still work. Only in a transaction, at whose end the parts
 * must exist. Concurrent claims of a slug wait.
 */
async function claimSlugs(db: Database, parts: readonly SluggedPart[]): Promise<Map<string, string>> {
  const claimed = new Map<string, string>();
  for (const preference of [0, 1, 2] as const) {
    const wanted = parts
      .filter(({ id }) => !claimed.has(id))
      .map((part) => ({
        category: part.category,
        slug: makeSlugCandidates(part)[preference],
        part_id: part.id,
      }))
      .sort((one, other) => (one.category + one.slug < other.category + other.slug ? -1 : 1)); // no deadlocks
    if (wanted.length === 0) break;
    const [categories, slugs, ids] = [
      wanted.map(({ category }) => category),
      wanted.map(({ slug }) => slug),
      wanted.map(({ part_id }) => part_id),
    ];
    await sql`insert into part_slugs (category, slug, part_id)
      select * from unnest(${categories}::text[], ${slugs}::text[], ${ids}::uuid[])
      on conflict do nothing`.execute(db);
    // a slug that the part claimed earlier counts, too
    const { rows } = await sql<{ part_id: string; slug: string }>`select part_id, slug from part_slugs
      join unnest(${categories}::text[], ${slugs}::text[], ${ids}::uuid[]) as wanted (category, slug, part_id)
      using (category, slug, part_id)`.execute(db);
    for (const { part_id, slug } of rows) claimed.set(part_id, slug);
  }
  return claimed;
}
