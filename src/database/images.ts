/** Reads and writes of what is known of uploaded pictures, which lie in a store of their own. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';

/** Every column that shows pictures, by their address; a test holds this against the columns that there are. */
export const imageColumns = {
  parts: 'image',
  orders: 'part_image',
  reviews: 'author_image',
  profiles: 'link',
  people: 'image',
} as const;

/** Notes that the picture is being uploaded; false while its files are just being removed. */
export async function recordUpload(db: Database, key: string, at: Date): Promise<boolean> {
  const noted = await db
    .insertInto('uploaded_pictures')
    .values({ key, uploaded_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ uploaded_at: at }).where('uploaded_pictures.going_at', 'is', null),
    )
    .returning('key')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Whether a picture has been uploaded and is not being removed. */
export async function hasImage(db: Database, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('uploaded_pictures')
    .select('key')
    .where('key', '=', key)
    .where('going_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Marks pictures that were last uploaded before a time and that nothing shows; those that a crash left marked, too.
 * What is shown again meanwhile loses its mark.
 */
export async function markUnusedImages(
  db: Database,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<string[]> {
  await db
    .updateTable('uploaded_pictures')
    .set({ going_at: null })
    .where('going_at', 'is not', null)
    .where('key', 'in', selectShownKeys())
    .execute();
  const marked = await db
    .updateTable('uploaded_pictures')
    .set({ going_at: at })
    .where('key', 'in', (pictures) =>
      pictures
        .selectFrom('uploaded_pictures')
        .select('key')
        .where('uploaded_at', '<', before)
        .where('key', 'not in', selectShownKeys())
        .orderBy('uploaded_at')
        .limit(limit),
    )
    .returning('key')
    .execute();
  return marked.map(({ key }) => key);
}

/** Lets nobody mark pictures until the transaction ends, however long that takes: a backup reads them. */
export async function blockImageRemoval(transaction: Database): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock_shared(${removalLock})`.execute(transaction);
}

/** True when the transaction may mark pictures; it keeps every backup waiting then until it ends. */
export async function tryLockImageRemoval(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${removalLock}) as locked`.execute(transaction);
  return rows[0]?.locked === true;
}

/** The keys of all pictures that are shown, or may be soon; an older schema may lack some of the columns. */
export async function listImages(
  db: Database,
  hasColumn: (table: string, column: string) => boolean,
): Promise<{ key: string; isShown: boolean }[]> {
  const columns = Object.entries(imageColumns).filter(([table, column]) => hasColumn(table, column));
  const { rows } = await sql<{ key: string; isShown: boolean }>`
    select key, shown.key is not null as "isShown"
    from (select key from uploaded_pictures where going_at is null) kept
    full join ${selectShownKeys(columns)} as shown using (key) order by key`.execute(db);
  return rows;
}

/** Forgets a picture whose files are gone. */
export async function deleteImage(db: Database, key: string): Promise<void> {
  await db.deleteFrom('uploaded_pictures').where('key', '=', key).where('going_at', 'is not', null).execute();
}

/** An advisory lock of this database: marking pictures excludes reading them for a backup. */
const removalLock = 7_428_101;

/** The keys in all addresses of uploaded pictures that anything shows. */
function selectShownKeys(columns: readonly [string, string][] = Object.entries(imageColumns)) {
  const parts = columns.map(
    ([table, column]) =>
      sql`select substring(${sql.ref(column)} from '^/images/([0-9a-f]{40}-[0-9]+x[0-9]+(-g[0-9]{2})?)-') from ${sql.table(table)}
        where ${sql.ref(column)} like '/images/%'`,
  );
  return sql<string>`(select key from (${sql.join(parts, sql` union `)}) as shown (key) where key is not null)`;
}
