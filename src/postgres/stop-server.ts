/** Ends a PostgreSQL server: in order if it can, by force if not; its write-ahead log repairs what force leaves. */

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

/** Kept at the end of the time for force: PostgreSQL itself kills children that have not ended after 5 seconds. */
export const forceMs = 6000;
const killMs = 500;

/**
 * Answers when the server is gone, after `withinMs` at most; throws if even SIGKILL has not ended it by then. All but the
 * last 6 seconds are for an orderly end, which `hurry` cuts short.
 */
export async function stopServer(
  server: Server,
  { withinMs, log, hurry }: { withinMs: number; log: Log; hurry?: AbortSignal | undefined },
): Promise<void> {
  if (server.hasEnded()) return;
  const deadline = Date.now() + withinMs;
  if (process.platform !== 'win32') signal(server.pid, 'SIGCONT'); // one that was stopped (SIGSTOP) heeds nothing else
  if (await endsGracefully(server, deadline - forceMs, hurry)) return;
  if (withinMs > forceMs && !hurry?.aborted) {
    log(
      'PostgreSQL does not stop when asked and is ended by force; its next start repairs it from its log.',
      'warn',
    );
  }
  requestStop(server, 'immediate');
  const forceDeadline = Math.min(deadline, Date.now() + forceMs);
  if (await hasEndedBy(server, forceDeadline - killMs)) return;
  signal(server.pid, 'SIGKILL');
  if (!(await hasEndedBy(server, forceDeadline))) {
    throw new Error(`PostgreSQL (process ${server.pid}) does not end, not even by force`);
  }
}

/** Asks without waiting: 'fast' ends sessions and writes everything down, 'immediate' only ends and is safe at any time. */
export function requestStop(
  { pid, binaries, cluster }: Pick<Server, 'pid' | 'binaries' | 'cluster'>,
  mode: 'fast' | 'immediate',
): void {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'], { stdio: 'ignore' });
  } else {
    signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  }
}

/** Signals a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  if (pid === 0) return false; // of a process that was never born; the system would take it for all of our group
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

async function endsGracefully(server: Server, deadline: number, hurry?: AbortSignal): Promise<boolean> {
  let isAsked = false;
  while (!server.hasEnded()) {
    const leftMs = deadline - Date.now();
    if (leftMs <= 0 || hurry?.aborted) return false;
    // PostgreSQL 18 that is asked during crash recovery ends that and then hangs, so it is asked once it answers.
    if (!isAsked && (await acceptsConnections(server.connection, Math.min(leftMs, 5000))) === 'yes') {
      requestStop(server, 'fast');
      isAsked = true;
    }
    await sleep(isAsked ? 20 : 100); // each 'not yet' is a line in PostgreSQL's log
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
