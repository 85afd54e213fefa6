/** Brings the database to the newest schema by the numbered, immutable `.sql` files. */
import { readdir, readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import type { Database } from '#database/connect.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Applies what is missing, each file in one transaction; several processes may call it at once. Throws on failure. */
export async function migrate(db: Database): Promise<void> {
  const { error } = await migrator(db).migrateToLatest();
  if (error) throw error;
}

/** True when every migration that this version of the shop knows has been applied. */
export async function isMigrated(db: Database): Promise<boolean> {
  const migrations = await migrator(db).getMigrations();
  return migrations.every(({ executedAt }) => executedAt !== undefined);
}

function migrator(db: Database): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const migrations = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8');
      return [file.replace('.sql', ''), { up: async (db) => void (await sql.raw(text).execute(db)) }] as [
        string,
        Migration,
      ];
    }),
  );
  return Object.fromEntries(migrations);
}
