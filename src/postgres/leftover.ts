/** Clears away the PostgreSQL that a killed shop left behind, running or only on paper. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from '#postgres/binaries.ts';
import { readPassword } from '#postgres/cluster.ts';
import { acceptsConnections, makeConnection } from '#postgres/connection.ts';
import { type PostmasterFile, readPostmasterFile } from '#postgres/postmaster-file.ts';
import { isSocketDir } from '#postgres/socket-folder.ts';
import { signal, stopServer } from '#postgres/stop-server.ts';
import type { Log } from '#system/log.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

const stopTimeoutMs = 15_000;

/**
 * Stops a PostgreSQL that still runs on this cluster, or removes what a dead one left. The caller holds the folder's
 * lock, so no living shop uses it. When aborted, it still ends what it has begun to stop, at once and by force.
 */
export async function stopLeftoverServer(
  binaries: Binaries,
  cluster: string,
  log: Log,
  aborted?: AbortSignal,
): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const left = readPostmasterFile(cluster);
  if (!left || !(await isRunning(left, cluster))) {
    // The number may belong to a stranger by now, and PostgreSQL would then refuse to start.
    rmSync(pidFile, { force: true });
  } else {
    log('Stopping the PostgreSQL that an earlier start left behind', 'warn');
    await stop(left, binaries, cluster, log, aborted);
  }
  if (left && isSocketDir(left.socketDir)) rmSync(left.socketDir, { recursive: true, force: true });
}

/** Whoever answers on the socket that the cluster's own file names is its server; a silent one is known by its folder. */
async function isRunning(left: PostmasterFile, cluster: string): Promise<boolean> {
  if (!signal(left.pid, 0)) return false;
  const answer = await acceptsConnections(makeConnection(left.host, left.port, readPassword(cluster)));
  return answer !== 'no' || isServerOfCluster(left.pid, cluster);
}

function isServerOfCluster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      const isZombie = /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      return !isZombie && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    }
    if (process.platform === 'win32') return true; // pg_ctl finds out
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

async function stop(
  left: PostmasterFile,
  binaries: Binaries,
  cluster: string,
  log: Log,
  aborted?: AbortSignal,
): Promise<void> {
  const server = {
    pid: left.pid,
    // Its file goes last in an orderly shutdown; a dead one that nobody has buried yet keeps only its number.
    hasEnded: () => readPostmasterFile(cluster)?.pid !== left.pid || !isServerOfCluster(left.pid, cluster),
    connection: makeConnection(left.host, left.port, readPassword(cluster)),
    binaries,
    cluster,
  };
  await stopServer(server, { withinMs: stopTimeoutMs, log, hurry: aborted }).catch(() => {
    throw new StartupRefusal(
      `An earlier PostgreSQL (process ${left.pid}) still runs on ${cluster} and does not stop; end it and start again.`,
    );
  });
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}
