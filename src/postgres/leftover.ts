/** Stops the PostgreSQL of a killed shop, and removes its files. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from '#postgres/binaries.ts';
import { readPassword } from '#postgres/cluster.ts';
import { acceptsConnections, makeConnection } from '#postgres/connection.ts';
import { type PostmasterFile, readPostmasterFile } from '#postgres/postmaster-file.ts';
import { isSocketDir } from '#postgres/socket-folder.ts';
import { sendSignal, stopServer } from '#postgres/stop-server.ts';
import type { Log } from '#system/log.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

const stopTimeoutMs = 15_000;

/** The caller holds the folder's lock. When aborted, it stops the server by force. */
export async function stopLeftoverServer(
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
    await stop(leftover, binaries, cluster, log, signal);
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

async function stop(
  leftover: PostmasterFile,
  binaries: Binaries,
  cluster: string,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const server = {
    pid: leftover.pid,
    // A graceful stop removes the file last; a zombie process keeps only its id.
    hasEnded: () =>
      readPostmasterFile(cluster)?.pid !== leftover.pid || !isServerOfCluster(leftover.pid, cluster),
    connection: makeConnection(leftover.host, leftover.port, readPassword(cluster)),
    binaries,
    cluster,
  };
  await stopServer(server, { timeoutMs: stopTimeoutMs, log, forceSignal: signal }).catch(() => {
    throw new StartupRefusal(
      `An earlier PostgreSQL (process ${leftover.pid}) still runs on ${cluster} and does not stop; end it and start again.`,
    );
  });
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}
