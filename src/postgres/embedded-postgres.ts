/** The embedded PostgreSQL: creates, starts, supervises and stops it. */
import { realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, chooseAccount, chownTo } from '#postgres/account.ts';
import { findBinaries } from '#postgres/binaries.ts';
import { createCluster, hasCluster, readPassword } from '#postgres/cluster.ts';
import { acceptsConnections, type EmbeddedConnection, makeConnection } from '#postgres/connection.ts';
import { explainFailure } from '#postgres/failures.ts';
import { type FolderLock, lockFolder } from '#postgres/folder-lock.ts';
import { stopLeftoverServer } from '#postgres/leftover.ts';
import { startPostmaster } from '#postgres/postmaster.ts';
import { readPostmasterFile } from '#postgres/postmaster-file.ts';
import { makeSocketDir, socketPort } from '#postgres/socket-folder.ts';
import { stopServer } from '#postgres/stop-server.ts';
import { createFolder } from '#system/create-folder.ts';
import { keepRunning } from '#system/keep-running.ts';
import type { Log } from '#system/log.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

export type { EmbeddedConnection };

export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  /** End all pools first. A graceful stop is forced 6 seconds before the timeout (default: a minute). */
  stop(timeoutMs?: number): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  whenRunning?: 'refuse' | 'join';
  signal?: AbortSignal;
  settings?: Record<string, string>;
};

/** Durable (fsync) and private; restarted when it ends unexpectedly. Throws StartupRefusal. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = createDataDir(options.dataDir);
  const lock = takeLock(dataDir);
  if (!lock) {
    if (options.whenRunning === 'join') return await shareRunningServer(dataDir);
    throw new StartupRefusal(
      `Another COMPACT is running on the data folder ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    return await start(options, dataDir, lock);
  } catch (error) {
    lock.release();
    throw isFileError(error) ? explainFailure(`PostgreSQL could not use ${dataDir}`, String(error)) : error;
  }
}

async function start(options: EmbeddedOptions, dataDir: string, lock: FolderLock): Promise<EmbeddedPostgres> {
  const { log, signal } = options;
  const binaries = findBinaries();
  const cluster = path.join(dataDir, 'postgres');
  const account = chooseAccount(binaries.postgres, dataDir, cluster);
  if (hasCluster(cluster)) {
    await stopLeftoverServer(binaries, cluster, log, signal);
    chownTo(account, cluster);
  } else {
    log('3/4 Making the database …');
    await createCluster(binaries, account, cluster, signal);
  }

  const { connection, settings, removeSocketDir } = await chooseAddress(options, account, cluster);
  const launch = {
    ...{ binaries, account, cluster, connection, log },
    logFile: path.join(dataDir, 'postgres.log'),
    settings: { ...smallMachineSettings, ...settings, ...options.settings },
  };
  const postmaster = await startPostmaster(launch, signal).catch((error: unknown) => {
    removeSocketDir();
    throw error;
  });
  const supervised = keepRunning(postmaster, {
    name: 'PostgreSQL',
    restart: (signal) => startPostmaster(launch, signal),
    log,
  });
  const stop = async (timeoutMs = stopTimeoutMs) => {
    const deadline = Date.now() + timeoutMs;
    try {
      const running = await supervised.release();
      if (running) await stopServer(running, { timeoutMs: deadline - Date.now(), log });
      removeSocketDir();
    } finally {
      lock.release();
    }
  };
  try {
    await createDatabase(connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection, stop };
}

const stopTimeoutMs = 60_000;

async function chooseAddress(
  options: EmbeddedOptions,
  account: Account,
  cluster: string,
): Promise<{
  connection: EmbeddedConnection;
  settings: Record<string, string>;
  removeSocketDir: () => void;
}> {
  const isWindows = process.platform === 'win32';
  const host = isWindows ? '127.0.0.1' : makeSocketDir(account);
  const port = isWindows ? await findFreePort() : Number(options.settings?.port ?? socketPort);
  return {
    connection: makeConnection(host, port, readPassword(cluster)),
    settings: isWindows
      ? { listen_addresses: host, port: String(port) }
      : { listen_addresses: '', unix_socket_directories: host, port: String(port) },
    removeSocketDir: () => {
      if (!isWindows) rmSync(host, { recursive: true, force: true });
    },
  };
}

const smallMachineSettings = {
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

function createDataDir(requestedDir: string): string {
  try {
    const folder = path.resolve(requestedDir);
    createFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('ENOTDIR');
    return realpathSync(folder);
  } catch (error) {
    throw explainFailure(`The data folder ${path.resolve(requestedDir)} cannot be made`, String(error));
  }
}

function takeLock(dataDir: string): FolderLock | undefined {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    const reason = errcode === 13 ? 'ENOSPC' : errcode === 8 || errcode === 14 ? 'EACCES' : String(error);
    throw explainFailure(`The data folder ${dataDir} cannot be used`, reason);
  }
}

async function shareRunningServer(dataDir: string): Promise<EmbeddedPostgres> {
  const cluster = path.join(dataDir, 'postgres');
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const running = readPostmasterFile(cluster);
    if (!running) continue;
    const connection = makeConnection(running.host, running.port, readPassword(cluster));
    if ((await acceptsConnections(connection)) === 'yes') return { connection, stop: async () => {} };
  }
  throw new StartupRefusal(
    `A COMPACT runs on ${dataDir}, but its database does not answer; try again later.`,
  );
}

async function createDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      connection.database,
    ]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

async function findFreePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
