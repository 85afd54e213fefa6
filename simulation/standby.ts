/** A streaming standby of an embedded PostgreSQL, made with its own programs alone: a copy of its files during a backup. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/postgres/embedded-postgres.ts';
import { onCluster } from '../tests/support/postgres.ts';
import { until } from '../tests/support/processes.ts';

const streamingTimeoutMs = 60_000;

/**
 * Starts it on a copy below an empty folder. Unless it is asynchronous, the primary from then on confirms a commit only
 * when the standby has it on its disk. Throws when the standby does not stream within a minute.
 */
export async function startStandby(
  primary: { dataDir: string; connection: EmbeddedConnection },
  dataDir: string,
  { isAsynchronous = false } = {},
): Promise<EmbeddedPostgres> {
  await copyCluster(primary, dataDir);
  const { host, port, user } = primary.connection;
  const standby = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    settings: { primary_conninfo: `host=${host} port=${port} user=${user} application_name=standby` },
  });
  try {
    await onCluster(primary.connection, async (client) => {
      if (!isAsynchronous) {
        await client.query("alter system set synchronous_standby_names = 'standby'");
        await client.query('select pg_reload_conf()');
      }
      await waitUntilStreaming(client, isAsynchronous ? 'async' : 'sync');
    });
    return standby;
  } catch (error) {
    await standby.stop();
    throw error;
  }
}

/** Makes the standby a primary; returns when it takes writes. */
export async function promote({ connection }: Pick<EmbeddedPostgres, 'connection'>): Promise<void> {
  await onCluster(connection, async (client) => {
    await client.query("alter system set synchronous_standby_names = ''");
    await client.query('select pg_reload_conf()');
    await client.query('select pg_promote(true)');
  });
}

async function copyCluster(
  { dataDir, connection }: { dataDir: string; connection: EmbeddedConnection },
  target: string,
): Promise<void> {
  const cluster = path.join(target, 'postgres');
  mkdirSync(target, { recursive: true, mode: 0o700 });
  await onCluster(connection, async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    // what belongs to the running server, and what another release of it may be removing
    const isCopied = (file: string) => !/\/(postmaster\.(pid|opts)|pgsql_tmp|pg_internal\.init)/.test(file);
    cpSync(path.join(dataDir, 'postgres'), cluster, { recursive: true, filter: isCopied });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(path.join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  writeFileSync(path.join(cluster, 'standby.signal'), '');
}

async function waitUntilStreaming(client: pg.Client, state: 'sync' | 'async'): Promise<void> {
  const query = "select from pg_stat_replication where state = 'streaming' and sync_state = $1";
  const isStreaming = async () => (await client.query(query, [state])).rowCount === 1;
  await until('the standby streams', isStreaming, streamingTimeoutMs);
}
