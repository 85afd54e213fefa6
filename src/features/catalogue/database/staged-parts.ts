/** The staged parts of an import, in a temporary table, so that memory holds one batch only. */
import { sql } from 'kysely';
import type { ImportedPart } from '#catalogue/rules/import/part-rows.ts';
import type { Database } from '#platform/database/connect.ts';
import { readAfterLast } from '#platform/database/read-in-pieces.ts';

export async function withStagedParts<Answer>(
  db: Database,
  work: (connection: Database) => Promise<Answer>,
): Promise<Answer | undefined> {
  return await db.connection().execute(async (connection) => {
    if (!(await tryLockImports(connection))) return undefined;
    try {
      await sql`create temporary table staged_parts (
        position integer generated always as identity primary key,
        sku text not null unique,
        gtin text unique,
        part jsonb not null
      )`.execute(connection);
      return await work(connection);
    } finally {
      await sql`drop table if exists staged_parts`.execute(connection);
      await sql`select pg_advisory_unlock(${importLock})`.execute(connection);
    }
  });
}

export async function stageParts(db: Database, parts: readonly ImportedPart[]): Promise<void> {
  if (parts.length === 0) return;
  await sql`insert into staged_parts (sku, gtin, part)
    select sku, part->>'gtin', part
    from unnest(${parts.map(({ sku }) => sku)}::text[], ${stringifyAll(parts)}::jsonb[])
      with ordinality as new (sku, part, position)
    order by position`.execute(db);
}

export async function findStagedParts(db: Database, skus: readonly string[]): Promise<ImportedPart[]> {
  const { rows } = await sql<{ part: ImportedPart }>`
    select part from staged_parts where sku = any(${skus})`.execute(db);
  return rows.map(({ part }) => part);
}

/** The SKUs of the staged parts with these GTINs. */
export async function findStagedGtins(db: Database, gtins: readonly string[]): Promise<Map<string, string>> {
  if (gtins.length === 0) return new Map();
  const { rows } = await sql<{ gtin: string; sku: string }>`
    select gtin, sku from staged_parts where gtin = any(${gtins})`.execute(db);
  return new Map(rows.map(({ gtin, sku }) => [gtin, sku]));
}

/** `from`: the SKU under which the part was staged; missing: its own. */
export async function restageParts(
  db: Database,
  changes: readonly { from?: string; part: ImportedPart }[],
): Promise<void> {
  if (changes.length === 0) return;
  const skus = changes.map(({ from, part }) => from ?? part.sku);
  const parts = changes.map(({ part }) => part);
  await sql`update staged_parts set sku = new.part->>'sku', part = new.part
    from unnest(${skus}::text[], ${stringifyAll(parts)}::jsonb[]) as new (sku, part)
    where staged_parts.sku = new.sku`.execute(db);
}

/** Those without a stated brand whose names begin with the brand. */
export async function guessStagedBrands(db: Database, brands: readonly string[]): Promise<void> {
  if (brands.length === 0) return;
  await sql`update staged_parts set part = part || jsonb_build_object('guessedBrand', brand)
    from unnest(${brands}::text[]) as brand
    where part->>'brand' is null and starts_with(part->>'name', brand || ' ')`.execute(db);
}

export async function unstageParts(db: Database, skus: readonly string[]): Promise<void> {
  if (skus.length > 0) await sql`delete from staged_parts where sku = any(${skus})`.execute(db);
}

/** Batches are small, because a buyer of one of these parts waits for the transaction that writes it. */
export async function* readStagedParts(db: Database): AsyncGenerator<ImportedPart[]> {
  const read = async (last?: { position: number }) => {
    const { rows } = await sql<{ position: number; part: ImportedPart }>`
      select position, part from staged_parts where position > ${last?.position ?? 0}
      order by position limit 500`.execute(db);
    return rows;
  };
  for await (const rows of readAfterLast(read)) yield rows.map(({ part }) => part);
}

/** An advisory lock, which ends with the connection. */
const importLock = 5_051_937;

async function tryLockImports(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_lock(${importLock}) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

function stringifyAll(parts: readonly ImportedPart[]): string[] {
  return parts.map((part) => JSON.stringify(part));
}
