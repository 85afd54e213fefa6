/** Migrates the schema by the numbered, immutable `.sql` files, and checks which releases may run on it. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

export type ProgramVersion = {
  release: string;
  folder: URL;
  lastMigration?: string;
};

/** Safe for concurrent processes and releases. Throws a StartupRefusal when this program may not run. */
export async function migrate(db: Database, requestedProgram?: ProgramVersion): Promise<void> {
  const program = requestedProgram ?? (await readProgramVersion());
  let isInUse: boolean | undefined;
  let deadline = Date.now() + migrationTimeoutMs;
  for (;;) {
    try {
      const applied = await applyNextMigration(db, program);
      if (!applied?.isMoreMissing) return;
      isInUse ??= applied.isInUse;
      deadline = Date.now() + migrationTimeoutMs;
      if (isInUse) await sleep(migrationPauseMs);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (Date.now() > deadline) throw new DatabaseUnavailable(new Error(blockedMessage, { cause: error }));
      await sleep(retryPauseMs);
    }
  }
}

export async function findSchemaProblem(db: Database, program?: ProgramVersion): Promise<string | undefined> {
  const { release, ...known } = program ?? (await readProgramVersion());
  const state = await readSchemaState(db, known);
  const incompatibility = findIncompatibility(state, release);
  return incompatibility ?? (state.missing.length > 0 ? 'the database is being migrated' : undefined);
}

/** False for the database of no shop. */
export async function hasMigrations(db: Database): Promise<boolean> {
  return (await readSchemaState(db, await readProgramVersion())).applied !== undefined;
}

/** How long a migration waits for a lock; later statements on the table wait behind it. */
const lockTimeoutMs = 500;
const retryPauseMs = 500;
/** Between two migrations of a database in use: requests that waited for the locks of one go on before the next takes some. */
const migrationPauseMs = 100;
const migrationTimeoutMs = 5 * 60_000;

const blockedMessage =
  'for 5 minutes something else has locked its tables; end what works on it (a backup, an import, another program)';

/** The lock of Kysely's migrator, which programs before the first release take. Every program takes it when it starts. */
export const migrationLockId = '3853314791062309107';

/**
 * Before this line a migration has one statement that changes a limited number of rows. It is repeated, each time in a
 * transaction of its own, until it changes none; then the rest of the file follows.
 */
const repeatMark = '-- [repeat]';

/**
 * Undefined when none was missing. Of a migration with a repeated statement, one call makes one repetition. `isInUse`: the
 * database had migrations before.
 */
async function applyNextMigration(
  db: Database,
  { release, ...known }: ProgramVersion,
): Promise<{ isInUse: boolean; isMoreMissing: boolean } | undefined> {
  const transaction = db.transaction().setIsolationLevel('read committed'); // sees commits during the wait for the lock
  return await transaction.execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLockId)}::bigint)`.execute(db);
    const state = await readSchemaState(db, known);
    const incompatibility = findIncompatibility(state, release);
    if (incompatibility) throw new StartupRefusal(incompatibility);
    const [next, ...later] = state.missing;
    if (next === undefined) return undefined;
    const isInUse = state.applied !== undefined;

    if (state.applied === undefined) await createMigrationsTable(db);
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db);
    const text = await readFile(new URL(`${next}.sql`, known.folder), 'utf8');
    const [rest = '', repeated] = text.split(repeatMark).reverse();
    if (repeated !== undefined && (await changesRows(db, repeated))) return { isInUse, isMoreMissing: true };
    if (rest.trim() !== '') await sql.raw(rest).execute(db);
    await sql`insert into schema_migrations (name, timestamp) values (${next}, ${new Date().toISOString()})`.execute(
      db,
    );
    return { isInUse, isMoreMissing: later.length > 0 };
  });
}

async function changesRows(db: Database, statement: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql.raw(statement).execute(db);
  return numAffectedRows > 0n;
}

async function readSchemaState(db: Database, program: Omit<ProgramVersion, 'release'>) {
  const known = await listMigrations(program);
  // a session remembers that a table is not there until it locks one: here pg_namespace, or others could be before it
  const { rows: tables } = await sql<{ has_migrations: boolean; has_releases: boolean }>`
    select to_regclass('schema_migrations') is not null as has_migrations,
           to_regclass('schema_releases') is not null as has_releases
    from pg_namespace limit 1`.execute(db);
  const [{ has_migrations: hasMigrations, has_releases: hasReleases } = {}] = tables;
  const applied = hasMigrations ? await readApplied(db) : undefined;
  return {
    applied,
    missing: known.filter((name) => !applied?.includes(name)),
    unknown: applied?.filter((name) => !known.includes(name)) ?? [],
    oldestRelease: hasReleases ? await readOldestRelease(db) : undefined,
  };
}

export async function listMigrations({
  folder,
  lastMigration,
}: Omit<ProgramVersion, 'release'>): Promise<string[]> {
  return (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .filter((name) => lastMigration === undefined || name <= lastMigration)
    .sort();
}

async function readApplied(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  return rows.map(({ name }) => name).sort();
}

async function readOldestRelease(db: Database): Promise<string | undefined> {
  const rows = await db.selectFrom('schema_releases').select('oldest_release').execute();
  const releases = rows.map((row) => row.oldest_release);
  return releases.sort(compareReleases).at(-1);
}

function findIncompatibility(
  { applied, missing, unknown, oldestRelease }: Awaited<ReturnType<typeof readSchemaState>>,
  release: string,
): string | undefined {
  const [firstMissing] = missing;
  const [conflictingMigration] = [
    ...unknown,
    ...(applied ?? []).filter((name) => firstMissing && name > firstMissing),
  ];
  if (conflictingMigration && firstMissing) {
    return `COMPACT ${release} does not fit the database, which has the migration ${conflictingMigration} but not ${firstMissing}: start the release that last ran on it.`;
  }
  if (conflictingMigration && oldestRelease && compareReleases(release, oldestRelease) < 0) {
    return `COMPACT ${release} is too old for the database, which a newer release has changed: start ${oldestRelease} or later, or restore a backup from before that update.`;
  }
  return undefined;
}

/** Below 0 when the first is older: `0.9.0` is older than `0.10.0`. */
function compareReleases(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

async function createMigrationsTable(db: Database): Promise<void> {
  await sql`create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  );
}

function isLockTimeout(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].some((each) => each === '55P03' || each === '40P01');
}

export async function readProgramVersion(): Promise<ProgramVersion> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return { release: version, folder: new URL('./migrations/', import.meta.url) };
}
