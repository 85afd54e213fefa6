/** The PostgreSQL that comes with the shop: makes it, starts it and stops it, with nothing to install or configure. */

import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount, giveTo } from '#database/embedded/account.ts';
import { findBinaries } from '#database/embedded/binaries.ts';
import { hasCluster, makeCluster, readPassword } from '#database/embedded/cluster.ts';
import { explainFailure } from '#database/embedded/failures.ts';
import { type FolderLock, lockFolder } from '#database/embedded/folder-lock.ts';
import { clearLeftover } from '#database/embedded/leftover.ts';
import {
  connectionTo,
  doesAnswer,
  type EmbeddedConnection,
  signal,
  startPostmaster,
  stopPostmaster,
} from '#database/embedded/postmaster.ts';
import { readPostmasterFile } from '#database/embedded/postmaster-file.ts';
import { makeSocketDir, socketPort } from '#database/embedded/socket-folder.ts';
import { StartupRefusal } from '#database/startup-refusal.ts';

export type { EmbeddedConnection };

export type EmbeddedPostgres = {
  /** For `new pg.Pool(connection)`, `new pg.Client(connection)` or pg-boss. */
  connection: EmbeddedConnection;
  /** Stops PostgreSQL in order and gives the folder free; end your pools first. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Gets one plain line for each thing that takes a moment ('3/4 Making the database …'). */
  log: (line: string) => void;
  /** When a shop runs on the folder already: refuse (the shop itself), or use its database (the command line). */
  whenRunning?: 'refuse' | 'join';
  /** Called when PostgreSQL ends although nobody asked it to; the shop should then end, too. */
  onDeath?: () => void;
  /** PostgreSQL settings beside ours, by name. */
  settings?: Record<string, string>;
};

/**
 * Promises a PostgreSQL that answers, with the database `compact` in it, durable (fsync) and reachable by nobody else.
 * Throws StartupRefusal when another shop lives on the folder, the disk is full or read-only, the folder may not be
 * written, root finds no account for PostgreSQL, or this platform has no programs.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataDir(options.dataDir);
  const lock = takeLock(dataDir);
  if (!lock) {
    if (options.whenRunning === 'join') return await join(dataDir);
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
  const binaries = findBinaries();
  const cluster = path.join(dataDir, 'postgres');
  const account = chooseAccount(binaries.postgres, dataDir, cluster);
  if (hasCluster(cluster)) {
    await clearLeftover(binaries, cluster, options.log);
    giveTo(account, cluster);
  } else {
    options.log('3/4 Making the database …');
    await makeCluster(binaries, account, cluster);
  }

  const isWindows = process.platform === 'win32';
  const host = isWindows ? '127.0.0.1' : makeSocketDir(account);
  const port = isWindows ? await freePort() : Number(options.settings?.port ?? socketPort);
  const connection = connectionTo(host, port, readPassword(cluster));
  const removeSocketDir = () => {
    if (!isWindows) rmSync(host, { recursive: true, force: true });
  };
  const listen: Record<string, string> = isWindows
    ? { listen_addresses: host, port: String(port) }
    : { listen_addresses: '', unix_socket_directories: host, port: String(port) };
  const postmaster = await startPostmaster({
    binaries,
    account,
    cluster,
    connection,
    logFile: path.join(dataDir, 'postgres.log'),
    settings: { ...forASmallMachine, ...listen, ...options.settings },
    log: options.log,
  }).catch((error: unknown) => {
    removeSocketDir();
    throw error;
  });

  let isWanted = true;
  // An exit on an error must not leave it running; after a kill -9 the next start clears it away.
  const endWithUs = () => {
    signal(postmaster.pid, 'SIGINT');
    lock.release();
  };
  process.once('exit', endWithUs);
  void postmaster.ended.then(() => {
    process.off('exit', endWithUs);
    if (isWanted) options.onDeath?.();
  });
  await makeDatabase(connection);

  return {
    connection,
    stop: async () => {
      isWanted = false;
      await stopPostmaster(postmaster, binaries, cluster);
      removeSocketDir();
      lock.release();
    },
  };
}

const forASmallMachine = {
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The real path, because PostgreSQL and `/proc` speak of real paths. */
function makeDataDir(wanted: string): string {
  try {
    const folder = path.resolve(wanted);
    mkdirSync(path.dirname(folder), { recursive: true });
    // Not by `recursive`, which answers ENOENT on a read-only disk.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    if (!statSync(folder).isDirectory()) throw new Error('ENOTDIR');
    return realpathSync(folder);
  } catch (error) {
    throw explainFailure(`The data folder ${path.resolve(wanted)} cannot be made`, String(error));
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

/** The database of the shop that runs; it may still be starting. */
async function join(dataDir: string): Promise<EmbeddedPostgres> {
  const cluster = path.join(dataDir, 'postgres');
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const running = readPostmasterFile(cluster);
    if (!running) continue;
    const connection = connectionTo(running.host, running.port, readPassword(cluster));
    if ((await doesAnswer(connection)) === 'yes') return { connection, stop: async () => {} };
  }
  throw new StartupRefusal(
    `A COMPACT runs on ${dataDir}, but its database does not answer; try again later.`,
  );
}

async function makeDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [connection.database]);
    if (found.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
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
