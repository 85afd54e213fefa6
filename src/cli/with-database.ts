/** Lends a command the shop's database, whether a shop is running on it or not. */
import { type Address, connect, type Database } from '#database/connect.ts';
import { startEmbeddedPostgres } from '#database/embedded.ts';
import { commandLimits } from '#database/lend-client.ts';
import { migrate } from '#database/migrate.ts';
import { StartupRefusal } from '#database/startup-refusal.ts';
import { reasonOf } from '#database/unavailable.ts';
import { type Config, readConfig } from '#server/config.ts';

/** Brings the database to the newest schema, does the work, and leaves nothing running that it has started. */
export async function withDatabase<Answer>(work: (db: Database) => Promise<Answer>): Promise<Answer> {
  const config = readConfig(process.env);
  const { address, stop } = await openDatabase(config);
  const { db, close } = connect(address, 2, commandLimits);
  try {
    await reach(db, config);
    return await work(db);
  } finally {
    await close();
    await stop();
  }
}

async function openDatabase(config: Config): Promise<{ address: Address; stop(): Promise<void> }> {
  if (config.databaseUrl) return { address: config.databaseUrl, stop: async () => {} };
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: () => {},
    whenRunning: 'join',
  });
  return { address: connection, stop };
}

async function reach(db: Database, { databaseUrl }: Config): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    if (!databaseUrl || error instanceof StartupRefusal) throw error;
    throw new StartupRefusal(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
}
