/** Stops a PostgreSQL server gracefully or by force; its write-ahead log repairs it after that. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from '#postgres/binaries.ts';
import { acceptsConnections, type EmbeddedConnection } from '#postgres/connection.ts';
import type { Log } from '#system/log.ts';

export type Server = {
  pid: number;
  hasEnded(): boolean;
  connection: EmbeddedConnection;
  binaries: Binaries;
  cluster: string;
};

/** Reserved for a forced stop: PostgreSQL kills its children after 5 seconds. */
export const forceMs = 6000;
const killMs = 500;

/** All but the last 6 seconds are for a graceful stop. Throws if even SIGKILL fails within `timeoutMs`. */
export async function stopServer(
  server: Server,
  { timeoutMs, log, forceSignal }: { timeoutMs: number; log: Log; forceSignal?: AbortSignal | undefined },
): Promise<void> {
  if (server.hasEnded()) return;
  const deadline = Date.now() + timeoutMs;
  if (process.platform !== 'win32') sendSignal(server.pid, 'SIGCONT'); // in case it is suspended (SIGSTOP)
  if (await endsGracefully(server, deadline - forceMs, forceSignal)) return;
  if (timeoutMs > forceMs && !forceSignal?.aborted) {
    log(
      'PostgreSQL does not stop when asked and is ended by force; its next start repairs it from its log.',
      'warn',
    );
  }
  requestStop(server, 'immediate');
  const forceDeadline = Math.min(deadline, Date.now() + forceMs);
  if (await hasEndedBy(server, forceDeadline - killMs)) return;
  sendSignal(server.pid, 'SIGKILL');
  if (!(await hasEndedBy(server, forceDeadline))) {
    throw new Error(`PostgreSQL (process ${server.pid}) does not end, not even by force`);
  }
}

/** Does not wait. 'fast' ends sessions and writes a checkpoint; 'immediate' ends at once, which is safe at any time. */
export function requestStop(
  { pid, binaries, cluster }: Pick<Server, 'pid' | 'binaries' | 'cluster'>,
  mode: 'fast' | 'immediate',
): void {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'], { stdio: 'ignore' });
  } else {
    sendSignal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  }
}

export function sendSignal(pid: number, name: NodeJS.Signals | 0): boolean {
  if (pid === 0) return false; // no process; the system would signal our process group
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

async function endsGracefully(server: Server, deadline: number, forceSignal?: AbortSignal): Promise<boolean> {
  let isRequested = false;
  while (!server.hasEnded()) {
    const leftMs = deadline - Date.now();
    if (leftMs <= 0 || forceSignal?.aborted) return false;
    // PostgreSQL 18 hangs after a stop request during crash recovery, so the request waits until it answers.
    if (!isRequested && (await acceptsConnections(server.connection, Math.min(leftMs, 5000))) === 'yes') {
      requestStop(server, 'fast');
      isRequested = true;
    }
    await sleep(isRequested ? 20 : 100); // each 'not yet' is a line in PostgreSQL's log
  }
  return true;
}

async function hasEndedBy(server: Server, deadline: number): Promise<boolean> {
  while (!server.hasEnded()) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
