/** The rows of an import while they wait to be written: a temporary table, so that memory holds no more than a batch. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { ImportedPart } from '#domain/catalogue/import/part-rows.ts';

/** Each part of the files once, at its first row. */
export type StagedPart = { position: number; part: ImportedPart };

/** Lends a connection with an empty table for one import; false when another import has the shop. */
export async function withStagedParts<Answer>(
  db: Database,
  work: (connection: Database) => Promise<Answer>,
): Promise<Answer | undefined> {
  return await db.connection().execute(async (connection) => {
    if (!(await lockImports(connection))) return undefined;
    try {
      await sql`create temporary table staged_parts (
        position integer generated always as identity primary key,
        sku text not null unique,
        part jsonb not null
      )`.execute(connection);
      return await work(connection);
    } finally {
      await sql`drop table if exists staged_parts`.execute(connection);
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

/** Adds parts, in the order of the list; no two may have the same SKU. */
export async function stageParts(db: Database, parts: readonly ImportedPart[]): Promise<void> {
  if (parts.length === 0) return;
  await sql`insert into staged_parts (sku, part)
    select sku, part from unnest(${parts.map(({ sku }) => sku)}::text[], ${json(parts)}::jsonb[])
      with ordinality as given (sku, part, turn)
    order by turn`.execute(db);
}

/** Those of the staged parts that have one of these SKUs. */
export async function findStagedParts(db: Database, skus: readonly string[]): Promise<ImportedPart[]> {
  const { rows } = await sql<{ part: ImportedPart }>`
    select part from staged_parts where sku = any(${skus})`.execute(db);
  return rows.map(({ part }) => part);
}

/** Replaces parts that are staged already. */
export async function restageParts(db: Database, parts: readonly ImportedPart[]): Promise<void> {
  if (parts.length === 0) return;
  await sql`update staged_parts set part = given.part
    from unnest(${parts.map(({ sku }) => sku)}::text[], ${json(parts)}::jsonb[]) as given (sku, part)
    where staged_parts.sku = given.sku`.execute(db);
}

/** The next staged parts after a position (0: from the first), in the order of the files. */
export async function readStagedParts(db: Database, after: number, limit: number): Promise<StagedPart[]> {
  const { rows } = await sql<StagedPart>`
    select position, part from staged_parts where position > ${after} order by position limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Any number that no other lock has; it goes with the connection, should the import die. */
const lock = 5_051_937;

async function lockImports(db: Database): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

function json(parts: readonly ImportedPart[]): string[] {
  return parts.map((part) => JSON.stringify(part));
}
