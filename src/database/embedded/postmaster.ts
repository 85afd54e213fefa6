/** Runs the PostgreSQL server process: start, wait until it answers, stop. */

import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, runAs } from '#database/embedded/account.ts';
import type { Binaries } from '#database/embedded/binaries.ts';
import { superuser } from '#database/embedded/cluster.ts';
import { programEnvironment } from '#database/embedded/environment.ts';
import { explainFailure } from '#database/embedded/failures.ts';
import { readPostmasterFile } from '#database/embedded/postmaster-file.ts';

/** What `pg` needs to connect; `host` is the socket's folder, except on Windows. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
};

export type Postmaster = {
  pid: number;
  /** Resolves when the process has ended, wanted or not. */
  ended: Promise<void>;
  /** Keeps Node from exiting until the process has ended; before that, PostgreSQL alone keeps no shop alive. */
  awaitEnd(): Promise<void>;
};

type Launch = {
  binaries: Binaries;
  account: Account;
  cluster: string;
  logFile: string;
  settings: Record<string, string>;
  connection: EmbeddedConnection;
  log: (line: string) => void;
};

const largestLog = 10 * 1024 * 1024; // bytes

/** Starts the server and waits until it answers, crash recovery included; refuses with its own last words. */
export async function startPostmaster(launch: Launch): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const postmaster = process.platform === 'win32' ? startOnWindows(launch) : startDetached(launch);
    if (await answers(launch, postmaster)) return postmaster;
    const said = postmaster.lastWords();
    // Backends of a killed server need a moment to notice that it is gone.
    const isLeaving = /still in use|is already in use|lock file .* already exists/i.test(said);
    if (!isLeaving || attempt === 40) {
      throw explainFailure(`PostgreSQL did not start (its log is ${launch.logFile})`, said);
    }
    await sleep(250);
  }
}

/** Ends the server in order (open transactions are rolled back, everything is written) and waits until it is gone. */
export async function stopPostmaster(
  postmaster: Postmaster,
  binaries: Binaries,
  cluster: string,
): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '120'], { stdio: 'ignore' });
  } else {
    signal(postmaster.pid, 'SIGINT'); // PostgreSQL's "fast shutdown"
  }
  await postmaster.awaitEnd();
}

/** Signals a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** 'yes', 'soon' (it starts, recovers or stops just now), or 'no' when nothing is listening. */
export async function doesAnswer(connection: EmbeddedConnection): Promise<'yes' | 'soon' | 'no'> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // a server that stops under us is an answer, too
  try {
    await client.connect();
    return 'yes';
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') return 'no';
    return 'soon';
  } finally {
    await client.end().catch(() => {});
  }
}

type Starting = Postmaster & { hasEnded(): boolean; lastWords(): string };

function startDetached({ binaries, account, cluster, logFile, settings }: Launch): Starting {
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
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      failure = error.message;
      end();
    });
  });
  return {
    pid: child.pid ?? 0,
    ended,
    awaitEnd: () => {
      child.ref();
      return ended;
    },
    hasEnded: () => hasEnded,
    lastWords: () => failure || readFileSync(logFile).subarray(output.size).toString('utf8'),
  };
}

/** On Windows an administrator's rights have to be dropped, too; pg_ctl does it. */
function startOnWindows({ binaries, cluster, logFile, settings }: Launch): Starting {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const started = spawnSync(
    binaries.pgCtl,
    ['start', '-D', cluster, '-w', '-t', '600', '-l', logFile, '-o', options.join(' ')],
    { encoding: 'utf8', env: programEnvironment(), windowsHide: true },
  );
  const pid = started.status === 0 ? (readPostmasterFile(cluster)?.pid ?? 0) : 0;
  const hasEnded = () => pid === 0 || !signal(pid, 0);
  const untilEnded = async (ref: boolean) => {
    while (!hasEnded()) await sleep(200, undefined, { ref });
  };
  return {
    pid,
    ended: untilEnded(false),
    awaitEnd: () => untilEnded(true),
    hasEnded,
    lastWords: () => `${started.stdout}\n${started.stderr}`,
  };
}

async function answers({ connection, log }: Launch, postmaster: Starting): Promise<boolean> {
  const begun = Date.now();
  let nextNews = 10_000; // milliseconds
  while (!postmaster.hasEnded()) {
    const answer = await doesAnswer(connection);
    if (answer === 'yes') return true;
    if (Date.now() - begun > nextNews) {
      log('PostgreSQL is still getting ready (after a crash it first replays its log) …');
      nextNews *= 2;
    }
    await sleep(answer === 'soon' ? 100 : 20); // each 'not yet' is a line in PostgreSQL's log
  }
  return false;
}

function openLog(logFile: string): { handle: number; size: number } {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestLog) renameSync(logFile, `${logFile}.1`);
  return { handle: openSync(logFile, 'a', 0o600), size: size > largestLog ? 0 : size };
}

export function connectionTo(host: string, port: number, password: string | undefined): EmbeddedConnection {
  return { host, port, user: superuser, database: 'compact', ...(password ? { password } : {}) };
}
