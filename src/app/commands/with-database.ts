/** Connects a command to the shop's database, whether a shop is running on it or not. */

import { type Config, readConfig } from '#app/config.ts';
import { connect } from '#app/connect.ts';
import type { Connection, Database, DatabaseAddress } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { migrate } from '#platform/database/migrate.ts';
import { connectOrExplain } from '#platform/database/unavailable.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';

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
