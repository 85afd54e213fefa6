/** Brings the database to the newest schema by the numbered, immutable `.sql` files, and tells which releases may run on it. */
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

/** A release as the schema sees it: its version, and the folder of the migrations that it knows. */
export type ProgramVersion = {
  release: string;
  folder: URL;
  /** The last of them that it takes into account; undefined: all. */
  lastMigration?: string;
};

/**
 * Applies what is missing, each file in one transaction; several processes may call it at once, also of different
 * releases. An older program that may run on the schema changes nothing. Throws a StartupRefusal when it may not, and
 * when a lock was not to be had for 5 minutes.
 */
export async function migrate(db: Database, given?: ProgramVersion): Promise<void> {
  const program = given ?? (await readProgramVersion());
  const deadline = Date.now() + migrationTimeoutMs;
  for (;;) {
    try {
      if (!(await applyNextMigration(db, program))) return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (Date.now() > deadline) throw new StartupRefusal(blockedMessage);
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    }
  }
}

/** Why this program may not work on the schema as it is now, in a sentence; undefined when it may. */
export async function findSchemaProblem(db: Database, program?: ProgramVersion): Promise<string | undefined> {
  const { release, ...known } = program ?? (await readProgramVersion());
  const state = await readSchemaState(db, known);
  const misfit = findIncompatibility(state, release);
  return misfit ?? (state.missing.length > 0 ? 'the database is being migrated' : undefined);
}

/** How long a migration waits for a lock: everybody who comes to the table after it waits that long, too. */
const lockTimeoutMs = 500;
const retryPauseMs = 500;
const migrationTimeoutMs = 5 * 60_000;

const blockedMessage =
  'The database could not be migrated: for 5 minutes something else has locked its tables; end what works on it (a backup, an import, another program) and start again.';

/** The number that programs before the first release lock, too (Kysely's migrator). */
const lockId = '3853314791062309107';

/** True when it has applied a migration, false when none was missing. */
async function applyNextMigration(db: Database, { release, ...known }: ProgramVersion): Promise<boolean> {
  const transaction = db.transaction().setIsolationLevel('read committed'); // sees what was committed during the wait
  return await transaction.execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockId)}::bigint)`.execute(db);
    const state = await readSchemaState(db, known);
    const misfit = findIncompatibility(state, release);
    if (misfit) throw new StartupRefusal(misfit);
    const [next] = state.missing;
    if (next === undefined) return false;

    if (state.applied === undefined) await createMigrationsTable(db);
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db);
    await sql.raw(await readFile(new URL(`${next}.sql`, known.folder), 'utf8')).execute(db);
    await sql`insert into schema_migrations (name, timestamp) values (${next}, ${new Date().toISOString()})`.execute(
      db,
    );
    return true;
  });
}

type SchemaState = {
  /** Undefined when the database is empty. */
  applied: string[] | undefined;
  missing: string[];
  /** Migrations of other releases. */
  unknown: string[];
  oldestRelease: string | undefined;
};

async function readSchemaState(db: Database, program: Omit<ProgramVersion, 'release'>): Promise<SchemaState> {
  const known = await listMigrations(program);
  const { rows: tables } = await sql<{ has_migrations: boolean; has_releases: boolean }>`
    select to_regclass('schema_migrations') is not null as has_migrations,
           to_regclass('schema_releases') is not null as has_releases`.execute(db);
  const [{ has_migrations: hasMigrations, has_releases: hasReleases } = {}] = tables;
  const applied = hasMigrations ? await readApplied(db) : undefined;
  return {
    applied,
    missing: known.filter((name) => !applied?.includes(name)),
    unknown: applied?.filter((name) => !known.includes(name)) ?? [],
    oldestRelease: hasReleases ? await readOldestRelease(db) : undefined,
  };
}

/** The names of the migrations that a program knows, in their order. */
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

/** The sentence for a schema on which this release may not run. */
function findIncompatibility(
  { applied, missing, unknown, oldestRelease }: SchemaState,
  release: string,
): string | undefined {
  const [firstMissing] = missing;
  const [foreign] = [...unknown, ...(applied ?? []).filter((name) => firstMissing && name > firstMissing)];
  if (foreign && firstMissing) {
    return `COMPACT ${release} does not fit the database, which has the migration ${foreign} but not ${firstMissing}: start the release that last ran on it.`;
  }
  if (foreign && oldestRelease && compareReleases(release, oldestRelease) < 0) {
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

/** A lock that was not to be had in time, or a deadlock with a request; a second try is in order. */
function isLockTimeout(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].some((each) => each === '55P03' || each === '40P01');
}

/** The program that runs this. */
export async function readProgramVersion(): Promise<ProgramVersion> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return { release: version, folder: new URL('./migrations/', import.meta.url) };
}
