/** Makes the database cluster on disk, whole or not at all. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Account, runNamed } from '#postgres/account.ts';
import type { Binaries } from '#postgres/binaries.ts';
import { superuser } from '#postgres/connection.ts';
import { programEnvironment } from '#postgres/environment.ts';
import { explainFailure } from '#postgres/failures.ts';
import { signal } from '#postgres/stop-server.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

const majorVersion = '18';
const passwordFile = 'compact.password';

/** True when the cluster is there; refuses one of another PostgreSQL version. */
export function hasCluster(cluster: string): boolean {
  const versionFile = path.join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) return false;
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version === majorVersion) return true;
  throw new StartupRefusal(
    `The database in ${cluster} was made by PostgreSQL ${version}, this COMPACT brings ${majorVersion}; back it up with the COMPACT that made it (npm run shop -- backup), and restore that on another DATA_DIR.`,
  );
}

/**
 * Makes the cluster beside its place and renames it, so that a kill on the way leaves nothing half made. When aborted, it
 * throws the signal's reason.
 */
export async function createCluster(
  binaries: Binaries,
  account: Account,
  cluster: string,
  aborted?: AbortSignal,
): Promise<void> {
  removeUnfinished(cluster);
  try {
    await createAtomically(binaries, account, cluster, aborted);
  } finally {
    removeUnfinished(cluster);
  }
}

async function createAtomically(
  binaries: Binaries,
  account: Account,
  cluster: string,
  aborted?: AbortSignal,
): Promise<void> {
  const unfinished = `${cluster}.making-${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.kind === 'user') chownSync(unfinished, account.uid, account.gid);
  const password = randomBytes(24).toString('base64url');
  const passwordPath = `${unfinished}.password`;
  if (process.platform === 'win32') writeFileSync(passwordPath, password, { mode: 0o600 });
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    // The built-in provider sorts alike on every machine, whatever its C library's version.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(process.platform === 'win32'
      ? ['--auth=scram-sha-256', `--pwfile=${passwordPath}`]
      : // Nobody else can enter the socket's folder, so the socket itself asks for nothing.
        ['--auth-local=trust', '--auth-host=reject']),
  ];
  await initdb(binaries, account, args, aborted);
  if (process.platform === 'win32') renameSync(passwordPath, path.join(unfinished, passwordFile));
  renameSync(unfinished, cluster);
}

/** The password of Windows' loopback port; elsewhere there is none. */
export function readPassword(cluster: string): string | undefined {
  const file = path.join(cluster, passwordFile);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function removeUnfinished(cluster: string): void {
  const folder = path.dirname(cluster);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${path.basename(cluster)}.making-`)) {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    }
  }
}

async function initdb(
  binaries: Binaries,
  account: Account,
  args: string[],
  aborted?: AbortSignal,
): Promise<void> {
  aborted?.throwIfAborted();
  const run = runNamed(account, binaries.initdb, args);
  const child = spawn(run.program, run.args, {
    ...run.options,
    env: programEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (text) => {
    said += text;
  });
  child.stderr?.on('data', (text) => {
    said += text;
  });
  const end = () => void endWithChildren(child);
  process.once('exit', end);
  aborted?.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  process.off('exit', end);
  aborted?.removeEventListener('abort', end);
  aborted?.throwIfAborted();
  if (code === 0) return;
  throw explainFailure(
    'PostgreSQL could not make its database',
    `${said}\n${typeof code === 'string' ? code : ''}`,
  );
}

/** It leads a process group, which what it has started belongs to; what is half made is removed anyway. */
function endWithChildren(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') child.kill();
  else signal(-pid, 'SIGKILL');
}
