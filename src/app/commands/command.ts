/** The types of the command line's commands. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Config, type DataPaths, describeDataPaths, readDataPaths } from '#app/config.ts';
import { connect } from '#app/connect.ts';
import { selectParts } from '#catalogue/database/parts.ts';
import { emailSchema } from '#kernel/person-fields.ts';
import { selectWithProfiles } from '#people/database/people.ts';
import type { Connection, Database, DatabaseAddress } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { hasMigrations, migrate } from '#platform/database/migrate.ts';
import { connectOrExplain } from '#platform/database/unavailable.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';

export type Command = {
  /** As the help shows them: `EMAIL` one value, `FILE…` one or more, `[FILE]` one or none. */
  parameters: readonly string[];
  options?: Readonly<Record<string, Option>>;
  help: string;
  isInterruptible?: boolean;
  run(values: string[], context: CommandContext): Promise<string>;
};

type Option = {
  value?: string;
  help: string;
};

/** Where a command runs: in a process of its own, or beside others in one process. */
export type CommandStreams = {
  environment: NodeJS.ProcessEnv;
  input: Readable;
  output: Writable;
  /** Progress and refusals; a bar is drawn if it is a terminal. */
  errors: Writable & { isTTY?: boolean };
};

export type CommandContext = CommandStreams & {
  options: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** As it is stored. */
export function readEmail(given: string | undefined): string {
  const email = emailSchema.safeParse(given);
  if (!email.success) throw new CommandRefusal(`“${given}” is not an e-mail address.`);
  return email.data;
}

/** npm runs scripts in the project's folder; INIT_CWD is the folder in which it was called. */
export function resolveGivenPath(name: string, { npm_lifecycle_event, INIT_CWD }: NodeJS.ProcessEnv): string {
  return resolve((npm_lifecycle_event === 'shop' && INIT_CWD) || '.', name);
}

/** What the command works on; says on standard error which it is. */
export function findShop({ environment, errors }: Pick<CommandStreams, 'environment' | 'errors'>): DataPaths {
  const dataPaths = readDataPaths(environment);
  errors.write(`${describeDataPaths(dataPaths)}\n`);
  return dataPaths;
}

/** Refuses a folder that no shop has been started on, and makes nothing there. */
export function requireFolder({ dataDir, databaseUrl, secretsFile }: DataPaths): void {
  if (!isThere(secretsFile, dataDir))
    throw new CommandRefusal(
      `There is no shop in the data folder ${dataDir}; DATA_DIR names the one that the shop uses.`,
    );
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')))
    throw new CommandRefusal(
      `The shop in the data folder ${dataDir} has its database elsewhere, which DATABASE_URL names, or none yet: its first start did not come so far.`,
    );
}

/** Refuses a folder that cannot be looked into, as that of another user. */
function isThere(file: string, dataDir: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandRefusal(`The data folder ${dataDir} cannot be used: ${code}.`);
  }
}

/** Works on the database of a shop that is there, whether it runs or not. */
export async function withShop<Answer>(
  dataPaths: DataPaths,
  content: 'needed' | 'maybe',
  work: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  if (!dataPaths.databaseUrl) requireFolder(dataPaths);
  return await withConnection(dataPaths, 'join', async ({ db }) => {
    await requireTables(db);
    await connectOrExplain(dataPaths, () => migrate(db));
    if (content === 'needed') await requireContent(db);
    return await work(db);
  });
}

async function requireTables(db: Database): Promise<void> {
  if (await hasMigrations(db)) return;
  throw new CommandRefusal(
    'There is no shop in this database. Set DATABASE_URL and DATA_DIR as the shop has them, or start the shop first.',
  );
}

/** Refuses the database of a shop that nobody has used: it may be another than the one meant. */
export async function requireContent(db: Database): Promise<void> {
  await requireTables(db);
  const part = await selectParts(db).select('id').limit(1).executeTakeFirst();
  const person = await selectWithProfiles(db).select('people.id').limit(1).executeTakeFirst();
  if (part ?? person) return;
  throw new CommandRefusal(
    'The shop in this database is empty: it has no parts, and nobody has signed up. DATABASE_URL and DATA_DIR may name another one than you mean.',
  );
}

/** Does not migrate; stops what it has started. `whenRunning`: join or refuse an embedded database that a shop uses. */
export async function withConnection<Answer>(
  dataPaths: Pick<Config, 'dataDir' | 'databaseUrl'>,
  whenRunning: 'join' | 'refuse',
  work: (connection: Connection, address: DatabaseAddress) => Promise<Answer>,
): Promise<Answer> {
  await using opened = await openDatabase(dataPaths, whenRunning);
  const connection = connect(opened.address, 2, commandLimits);
  await using _pool = connection.db;
  await connectOrExplain(dataPaths, () => connection.query('select'));
  return await work(connection, opened.address);
}

async function openDatabase(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  whenRunning: 'join' | 'refuse',
): Promise<AsyncDisposable & { address: DatabaseAddress }> {
  if (databaseUrl) return { address: databaseUrl, [Symbol.asyncDispose]: async () => {} };
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => {}, whenRunning });
  return { address: connection, [Symbol.asyncDispose]: stop };
}
