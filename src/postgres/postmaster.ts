/** Starts the PostgreSQL server process and waits until it answers. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, buildCommand } from '#postgres/account.ts';
import { acceptsConnections } from '#postgres/connection.ts';
import { programEnvironment } from '#postgres/environment.ts';
import { explainFailure } from '#postgres/failures.ts';
import { readPostmasterFile } from '#postgres/postmaster-file.ts';
import { forceMs, requestStop, type Server, sendSignal, stopServer } from '#postgres/stop-server.ts';
import type { Log } from '#system/log.ts';

export type Postmaster = Server & {
  ended: Promise<string>;
};

export type Launch = Pick<Server, 'binaries' | 'cluster' | 'connection'> & {
  account: Account;
  logFile: string;
  settings: Record<string, string>;
  log: Log;
};

const maxLogBytes = 10 * 1024 * 1024;

/** Crash recovery included. When aborted, it ends the server and throws the signal's reason. */
export async function startPostmaster(launch: Launch, signal?: AbortSignal): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const postmaster = process.platform === 'win32' ? startOnWindows(launch) : startDetached(launch);
    killOnExit(postmaster);
    if (await waitUntilReady(launch, postmaster, signal)) return postmaster;
    if (signal?.aborted) {
      await stopServer(postmaster, { timeoutMs: forceMs, log: launch.log });
      throw signal.reason;
    }
    const output = postmaster.readOutput();
    // Backends of a killed server end a moment later.
    const isStillEnding = /still in use|is already in use|lock file .* already exists/i.test(output);
    if (!isStillEnding || attempt === 40) {
      throw explainFailure(`PostgreSQL did not start (its log is ${launch.logFile})`, output);
    }
    await sleep(250);
  }
}

/** Ends the server with this process; after a kill -9 the next start does it. */
function killOnExit(postmaster: Postmaster): void {
  const end = () => requestStop(postmaster, 'immediate');
  process.once('exit', end);
  void postmaster.ended.then(() => process.off('exit', end));
}

type Starting = Postmaster & { readOutput(): string };

function startDetached({ binaries, account, cluster, connection, logFile, settings }: Launch): Starting {
  const log = openLog(logFile);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = buildCommand(account, binaries.postgres, ['-D', cluster, ...options]);
  const child = spawn(command.program, command.args, {
    ...command.options,
    env: programEnvironment(),
    // A separate session: Ctrl-C in the terminal would stop it before the shop.
    detached: true,
    stdio: ['ignore', log.handle, log.handle],
  });
  closeSync(log.handle);
  child.unref();
  let hasEnded = false;
  let failure = '';
  const ended = new Promise<string>((resolve) => {
    const end = (reason: string) => {
      hasEnded = true;
      resolve(reason);
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
    readOutput: () => failure || readFileSync(logFile).subarray(log.size).toString('utf8'),
  };
}

/** On Windows pg_ctl drops an administrator's rights. */
function startOnWindows({ binaries, cluster, connection, logFile, settings }: Launch): Starting {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const started = spawnSync(
    binaries.pgCtl,
    ['start', '-D', cluster, '-w', '-t', '600', '-l', logFile, '-o', options.join(' ')],
    { encoding: 'utf8', env: programEnvironment(), windowsHide: true },
  );
  const pid = started.status === 0 ? (readPostmasterFile(cluster)?.pid ?? 0) : 0;
  const hasEnded = () => pid === 0 || !sendSignal(pid, 0);
  const waitForEnd = async () => {
    while (!hasEnded()) await sleep(200, undefined, { ref: false });
    return 'it is gone';
  };
  return {
    pid,
    hasEnded,
    connection,
    binaries,
    cluster,
    ended: waitForEnd(),
    readOutput: () => `${started.stdout}\n${started.stderr}`,
  };
}

async function waitUntilReady(
  { connection, log }: Launch,
  postmaster: Starting,
  signal?: AbortSignal,
): Promise<boolean> {
  const startedAt = Date.now();
  let nextLogMs = 10_000;
  while (!postmaster.hasEnded() && !signal?.aborted) {
    const answer = await acceptsConnections(connection);
    if (answer === 'yes') return true;
    if (Date.now() - startedAt > nextLogMs) {
      log('PostgreSQL is still getting ready (after a crash it first replays its log) …', 'warn');
      nextLogMs *= 2;
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
