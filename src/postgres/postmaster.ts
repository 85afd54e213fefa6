/** Runs the PostgreSQL server process: starts it and waits until it answers. */

import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, runAs } from '#postgres/account.ts';
import { acceptsConnections } from '#postgres/connection.ts';
import { programEnvironment } from '#postgres/environment.ts';
import { explainFailure } from '#postgres/failures.ts';
import { readPostmasterFile } from '#postgres/postmaster-file.ts';
import { forceMs, requestStop, type Server, signal, stopServer } from '#postgres/stop-server.ts';
import type { Log } from '#system/log.ts';

export type Postmaster = Server & {
  /** Resolves with how the process has ended, wanted or not. */
  ended: Promise<string>;
};

export type Launch = Pick<Server, 'binaries' | 'cluster' | 'connection'> & {
  account: Account;
  logFile: string;
  settings: Record<string, string>;
  log: Log;
};

const maxLogBytes = 10 * 1024 * 1024; // bytes

/**
 * Starts the server and waits until it answers, crash recovery included; refuses with its own last words. When aborted,
 * it ends the server and throws the signal's reason.
 */
export async function startPostmaster(launch: Launch, aborted?: AbortSignal): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    aborted?.throwIfAborted();
    const postmaster = process.platform === 'win32' ? startOnWindows(launch) : startDetached(launch);
    killOnExit(postmaster);
    if (await waitUntilReady(launch, postmaster, aborted)) return postmaster;
    if (aborted?.aborted) {
      await stopServer(postmaster, { withinMs: forceMs, log: launch.log });
      throw aborted.reason;
    }
    const said = postmaster.lastWords();
    // Backends of a killed server need a moment to notice that it is gone.
    const isLeaving = /still in use|is already in use|lock file .* already exists/i.test(said);
    if (!isLeaving || attempt === 40) {
      throw explainFailure(`PostgreSQL did not start (its log is ${launch.logFile})`, said);
    }
    await sleep(250);
  }
}

/** An exit that stops nothing must not leave the server running; after a kill -9 the next start clears it away. */
function killOnExit(postmaster: Postmaster): void {
  const end = () => requestStop(postmaster, 'immediate');
  process.once('exit', end);
  void postmaster.ended.then(() => process.off('exit', end));
}

type Starting = Postmaster & { lastWords(): string };

function startDetached({ binaries, account, cluster, connection, logFile, settings }: Launch): Starting {
  const output = openLog(logFile);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = runAs(account, binaries.postgres, ['-D', cluster, ...options]);
  const child = spawn(run.program, run.args, {
    ...run.options,
    env: programEnvironment(),
    // A session of its own, or Ctrl-C in the terminal would reach it before the shop has finished.
    detached: true,
    stdio: ['ignore', output.handle, output.handle],
  });
  closeSync(output.handle);
  child.unref();
  let hasEnded = false;
  let failure = '';
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      hasEnded = true;
      resolve(how);
    };
    child.once('exit', (code, killedBy) => end(killedBy ?? `code ${code}`));
    child.once('error', (error) => {
      failure = error.message;
      end(failure);
    });
  });
  return {
    pid: child.pid ?? 0,
    hasEnded: () => hasEnded,
    connection,
    binaries,
    cluster,
    ended,
    lastWords: () => failure || readFileSync(logFile).subarray(output.size).toString('utf8'),
  };
}

/** On Windows an administrator's rights have to be dropped, too; pg_ctl does it. */
function startOnWindows({ binaries, cluster, connection, logFile, settings }: Launch): Starting {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const started = spawnSync(
    binaries.pgCtl,
    ['start', '-D', cluster, '-w', '-t', '600', '-l', logFile, '-o', options.join(' ')],
    { encoding: 'utf8', env: programEnvironment(), windowsHide: true },
  );
  const pid = started.status === 0 ? (readPostmasterFile(cluster)?.pid ?? 0) : 0;
  const hasEnded = () => pid === 0 || !signal(pid, 0);
  const untilEnded = async () => {
    while (!hasEnded()) await sleep(200, undefined, { ref: false });
    return 'it is gone';
  };
  return {
    pid,
    hasEnded,
    connection,
    binaries,
    cluster,
    ended: untilEnded(),
    lastWords: () => `${started.stdout}\n${started.stderr}`,
  };
}

async function waitUntilReady(
  { connection, log }: Launch,
  postmaster: Starting,
  aborted?: AbortSignal,
): Promise<boolean> {
  const begun = Date.now();
  let nextNews = 10_000; // milliseconds
  while (!postmaster.hasEnded() && !aborted?.aborted) {
    const answer = await acceptsConnections(connection);
    if (answer === 'yes') return true;
    if (Date.now() - begun > nextNews) {
      log('PostgreSQL is still getting ready (after a crash it first replays its log) …', 'warn');
      nextNews *= 2;
    }
    await sleep(answer === 'soon' ? 100 : 20); // each 'not yet' is a line in PostgreSQL's log
  }
  return false;
}

function openLog(logFile: string): { handle: number; size: number } {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
  return { handle: openSync(logFile, 'a', 0o600), size: size > maxLogBytes ? 0 : size };
}
