/** Reads and writes the records of uploaded images; their files are in the image store. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';

export const imageColumns = {
  parts: 'image',
  orders: 'part_image',
  reviews: 'author_image',
  profiles: 'link',
  people: 'image',
  settings: 'value',
} as const;

/** False while the files of the image are being removed. */
export async function recordUpload(db: Database, key: string, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('uploaded_pictures')
    .values({ key, uploaded_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ uploaded_at: at }).where('uploaded_pictures.going_at', 'is', null),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the keys whose images are there. */
export async function findImageKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('uploaded_pictures')
    .select('key')
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('going_at', 'is', null)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Includes those that a crash left marked; images that are used again lose the mark. */
export async function markUnusedImages(
  db: Database,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<string[]> {
  await db
    .updateTable('uploaded_pictures')
    .set({ going_at: null })
    .where('going_at', 'is not', null)
    .where('key', 'in', selectUsedKeys())
    .execute();
  const marked = await db
    .updateTable('uploaded_pictures')
    .set({ going_at: at })
    .where('key', 'in', (images) =>
      images
        .selectFrom('uploaded_pictures')
        .select('key')
        .where('uploaded_at', '<', before)
        .where('key', 'not in', selectUsedKeys())
        .orderBy('uploaded_at')
        .limit(limit),
    )
    .returning('key')
    .execute();
  return marked.map(({ key }) => key);
}

/** Blocks the removal of images until the transaction ends, without a timeout: a backup reads them. */
export async function blockImageRemoval(transaction: Database): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock_shared(${removalLock})`.execute(transaction);
}

export async function tryLockImageRemoval(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${removalLock}) as locked`.execute(transaction);
  return rows[0]?.locked === true;
}

/** An older schema may lack some columns. */
export async function listImages(
  db: Database,
  hasColumn: (table: string, column: string) => boolean,
): Promise<{ key: string; isShown: boolean }[]> {
  const columns = Object.entries(imageColumns).filter(([table, column]) => hasColumn(table, column));
  const { rows } = await sql<{ key: string; isShown: boolean }>`
    select key, shown.key is not null as "isShown"
    from (select key from uploaded_pictures where going_at is null) stored
    full join ${selectUsedKeys(columns)} as shown using (key) order by key`.execute(db);
  return rows;
}

export async function deleteImage(db: Database, key: string): Promise<void> {
  await db.deleteFrom('uploaded_pictures').where('key', '=', key).where('going_at', 'is not', null).execute();
}

/** An advisory lock: marking excludes backups. */
const removalLock = 7_428_101;

function selectUsedKeys(columns: readonly [string, string][] = Object.entries(imageColumns)) {
  const queries = columns.map(
    ([table, column]) =>
      sql`select substring(${sql.ref(column)} from '^/images/([0-9a-f]{40}-[0-9]+x[0-9]+(-g[0-9]{2})?)-') from ${sql.table(table)}
        where ${sql.ref(column)} like '/images/%'`,
  );
  return sql<string>`(select key from (${sql.join(queries, sql` union `)}) as shown (key) where key is not null)`;
}
