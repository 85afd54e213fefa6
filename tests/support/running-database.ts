/** The PostgreSQL that runs on a data folder. */
import path from 'node:path';
import pg from 'pg';
import { type PostmasterFile, readPostmasterFile } from '#platform/postgres/postmaster.ts';

export function findPostmaster(dataDir: string): PostmasterFile {
  const running = readPostmasterFile(path.join(dataDir, 'postgres'));
  if (!running) throw new Error(`No PostgreSQL runs on ${dataDir}`);
  return running;
}

/** With a connection to the database of a running shop. */
export async function onShopDatabase<Answer>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const { host, port } = findPostmaster(dataDir);
  const client = new pg.Client({ host, port, user: 'compact', database: 'compact' });
  await client.connect();
  return await work(client).finally(() => client.end());
}
