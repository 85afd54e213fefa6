/** Creates the database cluster on disk, atomically. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
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
import { type Binaries, programEnvironment } from '#platform/postgres/binaries.ts';
import { sendSignal } from '#platform/postgres/postmaster.ts';
import { buildNamedCommand, type SystemUser } from '#platform/postgres/system-user.ts';
import { explainFailure } from '#platform/system/explain-failure.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';
import { superuser } from './connection.ts';

const majorVersion = '18';
const passwordFile = 'compact.password';

export function hasCluster(cluster: string): boolean {
  const versionFile = path.join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) return false;
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version === majorVersion) return true;
  throw new StartupRefusal(
    `The database in ${cluster} was made by PostgreSQL ${version}, this COMPACT brings ${majorVersion}; back it up with the COMPACT that made it (npm run shop -- backup), and restore that on another DATA_DIR.`,
  );
}

/** When aborted, it throws the signal's reason. */
export async function createCluster(
  binaries: Binaries,
  systemUser: SystemUser,
  cluster: string,
  signal?: AbortSignal,
): Promise<void> {
  removeUnfinished(cluster);
  try {
    const unfinished = `${cluster}.making-${process.pid}`;
    mkdirSync(unfinished, { mode: 0o700 });
    if (systemUser.kind === 'user') chownSync(unfinished, systemUser.uid, systemUser.gid);
    const password = randomBytes(24).toString('base64url');
    const passwordPath = `${unfinished}.password`;
    if (process.platform === 'win32') writeFileSync(passwordPath, password, { mode: 0o600 });
    const args = [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      '--encoding=UTF8',
      // The built-in provider sorts equally with every version of the C library.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(process.platform === 'win32'
        ? ['--auth=scram-sha-256', `--pwfile=${passwordPath}`]
        : // Only the owner can enter the socket's folder, so no password is needed.
          ['--auth-local=trust', '--auth-host=reject']),
    ];
    await initdb(binaries, systemUser, args, signal);
    if (process.platform === 'win32') renameSync(passwordPath, path.join(unfinished, passwordFile));
    renameSync(unfinished, cluster);
  } finally {
    removeUnfinished(cluster);
  }
}

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
  systemUser: SystemUser,
  args: string[],
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const command = buildNamedCommand(systemUser, binaries.initdb, args);
  const child = spawn(command.program, command.args, {
    ...command.options,
    env: programEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const end = () => void endWithChildren(child);
  process.once('exit', end);
  signal?.addEventListener('abort', end, { once: true });
  const [status, killedBy] = await once(child, 'close').catch((error: Error) => [undefined, error.message]);
  process.off('exit', end);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (status === 0) return;
  throw explainFailure('PostgreSQL could not make its database', `${output}\n${killedBy ?? ''}`);
}

/** Kills its process group; unfinished files are removed later. */
function endWithChildren(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') child.kill();
  else sendSignal(-pid, 'SIGKILL');
}
