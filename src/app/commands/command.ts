/** The types of the command line's commands. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { type Config, type DataPaths, readConfig } from '#app/config.ts';
import { connect } from '#app/connect.ts';
import type { Connection, Database, DatabaseAddress } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { migrate } from '#platform/database/migrate.ts';
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

/** npm runs scripts in the project's folder; INIT_CWD is the folder in which it was called. */
export function resolveGivenPath(name: string, { npm_lifecycle_event, INIT_CWD }: NodeJS.ProcessEnv): string {
  return resolve((npm_lifecycle_event === 'shop' && INIT_CWD) || '.', name);
}

/** Throws a CommandRefusal. */
export function requireShop({ dataDir, secretsFile }: Pick<DataPaths, 'dataDir' | 'secretsFile'>): void {
  if (existsSync(secretsFile)) return;
  throw new CommandRefusal(
    `There is no shop in the data folder ${dataDir}; DATA_DIR names the one that the shop uses.`,
  );
}

/** Connects a command to the shop's database, whether a shop is running on it or not. */
export async function withDatabase<Answer>(
  environment: NodeJS.ProcessEnv,
  work: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const config = readConfig(environment);
  return await withConnection(config, 'join', async ({ db }) => {
    await connectOrExplain(config, () => migrate(db));
    return await work(db);
  });
}

/** Does not migrate; stops what it has started. `whenRunning`: join or refuse an embedded database that a shop uses. */
export async function withConnection<Answer>(
  dataPaths: Pick<Config, 'dataDir' | 'databaseUrl'>,
  whenRunning: 'join' | 'refuse',
  work: (connection: Connection, address: DatabaseAddress) => Promise<Answer>,
): Promise<Answer> {
  const { address, stop } = await openDatabase(dataPaths, whenRunning);
  const connection = connect(address, 2, commandLimits);
  try {
    await connectOrExplain(dataPaths, () => connection.query('select'));
    return await work(connection, address);
  } finally {
    await connection.close();
    await stop();
  }
}

async function openDatabase(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  whenRunning: 'join' | 'refuse',
): Promise<{ address: DatabaseAddress; stop(): Promise<void> }> {
  if (databaseUrl) return { address: databaseUrl, stop: async () => {} };
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => {}, whenRunning });
  return { address: connection, stop };
}
