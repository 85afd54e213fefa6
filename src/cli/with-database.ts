/** Lends a command the shop's database, whether a shop is running on it or not. */
import { type Connection, connect, type Database, type DatabaseAddress } from '#database/connect.ts';
import { commandLimits } from '#database/lend-client.ts';
import { migrate } from '#database/migrate.ts';
import { describeFailure } from '#database/unavailable.ts';
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

/** Brings the database to the newest schema, does the work, and leaves nothing running that it has started. */
export async function withDatabase<Answer>(work: (db: Database) => Promise<Answer>): Promise<Answer> {
  const config = readConfig(process.env);
  return await withConnection(config, 'join', async ({ db }) => {
    await reach(() => migrate(db), config);
    return await work(db);
  });
}

/**
 * Lends a connection to the database as it is, and leaves nothing running that it has started. An embedded database on
 * which a shop runs is joined or refused.
 */
export async function withConnection<Answer>(
  places: Pick<Config, 'dataDir' | 'databaseUrl'>,
  whenRunning: 'join' | 'refuse',
  work: (connection: Connection, address: DatabaseAddress) => Promise<Answer>,
): Promise<Answer> {
  const { address, stop } = await openDatabase(places, whenRunning);
  const connection = connect(address, 2, commandLimits);
  try {
    await reach(() => connection.query('select'), places);
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

async function reach(
  work: () => Promise<unknown>,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!databaseUrl || error instanceof StartupRefusal) throw error;
    throw new StartupRefusal(`The database at DATABASE_URL cannot be used: ${describeFailure(error)}.`);
  }
}
