/** The embedded PostgreSQL: its memory and connections; creates, starts, supervises and stops it. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from '#platform/postgres/binaries.ts';
import { createCluster, hasCluster, readPassword } from '#platform/postgres/cluster.ts';
import {
  acceptsConnections,
  type EmbeddedConnection,
  isSocketDir,
  makeConnection,
  makeSocketDir,
  socketPort,
} from '#platform/postgres/connection.ts';
import {
  type PostmasterFile,
  readPostmasterFile,
  sendSignal,
  startPostmaster,
  stopServer,
} from '#platform/postgres/postmaster.ts';
import { chooseSystemUser, chownTo } from '#platform/postgres/system-user.ts';
import { explainFailure } from '#platform/system/explain-failure.ts';
import { createFolder } from '#platform/system/files.ts';
import { keepRunning } from '#platform/system/keep-running.ts';
import type { Log } from '#platform/system/log.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

export type { EmbeddedConnection };

export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  /** End all pools first. A graceful stop is forced 6 seconds before the timeout (default: a minute). */
  stop(timeoutMs?: number): Promise<void>;
};

type EmbeddedOptions = {
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
  const systemUser = chooseSystemUser(binaries.postgres, dataDir, cluster);
  if (hasCluster(cluster)) {
    await stopLeftoverServer(binaries, cluster, log, signal);
    chownTo(systemUser, cluster);
  } else {
    log('3/4 Making the database …');
    await createCluster(binaries, systemUser, cluster, signal);
  }

  const isWindows = process.platform === 'win32';
  const host = isWindows ? '127.0.0.1' : makeSocketDir(systemUser);
  const port = isWindows ? await findFreePort() : Number(options.settings?.port ?? socketPort);
  const connection = makeConnection(host, port, readPassword(cluster));
  const settings: Record<string, string> = isWindows
    ? { listen_addresses: host, port: String(port) }
    : { listen_addresses: '', unix_socket_directories: host, port: String(port) };
  const removeSocketDir = () => {
    if (!isWindows) rmSync(host, { recursive: true, force: true });
  };
  const launch = {
    ...{ binaries, systemUser, cluster, connection, log },
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

const smallMachineSettings = {
  shared_buffers: '32MB',
  io_method: 'sync',
  max_logical_replication_workers: '0',
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
  await using probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

const leftoverTimeoutMs = 15_000;

/** The caller holds the folder's lock. When aborted, it stops the server by force. */
async function stopLeftoverServer(
  binaries: Binaries,
  cluster: string,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const leftover = readPostmasterFile(cluster);
  if (!leftover || !(await isRunning(leftover, cluster))) {
    // PostgreSQL would refuse to start if another process has this id now.
    rmSync(pidFile, { force: true });
  } else {
    log('Stopping the PostgreSQL that an earlier start left behind', 'warn');

    const server = {
      pid: leftover.pid,
      // A graceful stop removes the file last; a zombie process keeps only its id.
      hasEnded: () =>
        readPostmasterFile(cluster)?.pid !== leftover.pid || !isServerOfCluster(leftover.pid, cluster),
      connection: makeConnection(leftover.host, leftover.port, readPassword(cluster)),
      binaries,
      cluster,
    };
    await stopServer(server, { timeoutMs: leftoverTimeoutMs, log, forceSignal: signal }).catch(() => {
      throw new StartupRefusal(
        `An earlier PostgreSQL (process ${leftover.pid}) still runs on ${cluster} and does not stop; end it and start again.`,
      );
    });
    rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
  }
  if (leftover && isSocketDir(leftover.socketDir))
    rmSync(leftover.socketDir, { recursive: true, force: true });
}

/** True when the socket of the cluster's file answers, or the process has the cluster as its folder. */
async function isRunning(leftover: PostmasterFile, cluster: string): Promise<boolean> {
  if (!sendSignal(leftover.pid, 0)) return false;
  const answer = await acceptsConnections(
    makeConnection(leftover.host, leftover.port, readPassword(cluster)),
  );
  return answer !== 'no' || isServerOfCluster(leftover.pid, cluster);
}

function isServerOfCluster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      const isZombie = /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      return !isZombie && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    }
    if (process.platform === 'win32') return true; // pg_ctl checks it
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

type FolderLock = { release(): void };

const busyCode = 5; // SQLITE_BUSY, https://sqlite.org/rescode.html

/** SQLite is Node's only way to an fcntl or LockFileEx lock, which is safe against reused ids and kill -9. */
function lockFolder(dataDir: string): FolderLock | undefined {
  const name = path.join(dataDir, 'shop.lock');
  const file = new DatabaseSync(name, { timeout: 0 });
  try {
    // SQLite would open another user's file read-only, without a lock.
    accessSync(name, constants.W_OK);
    file.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE'); // no journal file
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === busyCode) return undefined;
    throw error;
  }
  return {
    release: () => {
      if (file.isOpen) file.close();
    },
  };
}
