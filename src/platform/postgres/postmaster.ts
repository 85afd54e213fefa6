/** Starts the PostgreSQL server process and waits until it answers. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, programEnvironment } from '#platform/postgres/binaries.ts';
import { buildCommand, type SystemUser } from '#platform/postgres/system-user.ts';
import { explainFailure } from '#platform/system/explain-failure.ts';
import type { Log } from '#platform/system/log.ts';
import { acceptsConnections, type EmbeddedConnection, restoreSocketDir } from './connection.ts';

type Postmaster = Server & {
  ended: Promise<string>;
};

type Launch = Pick<Server, 'binaries' | 'cluster' | 'connection'> & {
  systemUser: SystemUser;
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
    if (await waitUntilReady(launch, postmaster, signal)) {
      endWithoutSocket(postmaster);
      return postmaster;
    }
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

function endWithoutSocket(postmaster: Postmaster): void {
  const watching = setInterval(() => {
    if (hasLostSocket(postmaster)) requestStop(postmaster, 'fast');
  }, 1000).unref();
  void postmaster.ended.then(() => clearInterval(watching));
}

/** Whatever empties the folder of temporary files takes the socket, too: PostgreSQL makes one when it starts, and then notes it. */
function hasLostSocket({ pid, cluster, connection: { host, port } }: Postmaster): boolean {
  if (existsSync(path.join(host, `.s.PGSQL.${port}`))) return false;
  const noted = readPostmasterFile(cluster);
  return noted?.pid === pid && noted.socketDir !== '';
}

type Starting = Postmaster & { readOutput(): string };

function startDetached({ binaries, systemUser, cluster, connection, logFile, settings }: Launch): Starting {
  restoreSocketDir(systemUser, connection.host);
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
  const log = { handle: openSync(logFile, 'a', 0o600), size: size > maxLogBytes ? 0 : size };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = buildCommand(systemUser, binaries.postgres, ['-D', cluster, ...options]);
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
    if (answer === 'no' && hasLostSocket(postmaster)) requestStop(postmaster, 'immediate');
    if (Date.now() - startedAt > nextLogMs) {
      log('PostgreSQL is still getting ready (after a crash it first replays its log) …', 'warn');
      nextLogMs *= 2;
    }
    await sleep(answer === 'soon' ? 100 : 20); // each 'not yet' is a line in PostgreSQL's log
  }
  return false;
}

type Server = {
  pid: number;
  hasEnded(): boolean;
  connection: EmbeddedConnection;
  binaries: Binaries;
  cluster: string;
};

/** Reserved for a forced stop: PostgreSQL kills its children after 5 seconds. */
const forceMs = 6000;
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
function requestStop(
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

export type PostmasterFile = { pid: number; port: number; socketDir: string; host: string };

export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  // Lines: pid, data folder, start time, port, socket folder, listen address (PostgreSQL's miscadmin.h).
  const [pid, , , port, socketDir = '', address = ''] = text.split('\n').map((line) => line.trim());
  if (!Number(pid) || !Number(port)) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir, host: socketDir || address };
}
