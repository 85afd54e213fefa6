/** Decides under which account PostgreSQL runs: it refuses root, so root has to become somebody else for it. */

import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupRefusal } from '#system/startup-refusal.ts';

/** 'namespace': root's own files, seen by PostgreSQL as nobody's. 'user': a real change of user. */
export type Account = { kind: 'own' } | { kind: 'namespace' } | { kind: 'user'; uid: number; gid: number };

type Run = { program: string; args: string[]; options: SpawnOptions };

const nobodyUid = 65534;

/** How to run a program under an account. */
export function runAs(account: Account, program: string, args: string[]): Run {
  if (account.kind === 'own') return { program, args, options: {} };
  if (account.kind === 'user') return { program, args, options: { uid: account.uid, gid: account.gid } };
  const map = ['--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`, '--'];
  return { program: 'unshare', args: [...map, program, ...args], options: {} };
}

/**
 * The same for initdb, which wants a user that has a name (`/etc/passwd`); in containers many have only a number. In
 * a namespace such a user looks like nobody, who has one. Refuses where neither is to be had.
 */
export function runNamed(account: Account, program: string, args: string[]): Run {
  const uid = account.kind === 'user' ? account.uid : process.getuid?.();
  if (account.kind === 'namespace' || uid === undefined || hasName(uid)) return runAs(account, program, args);
  const { options } = runAs(account, program, args);
  const inNamespace = (...run: [program: string, args: string[]]) => ({
    ...runAs({ kind: 'namespace' }, ...run),
    options,
  });
  const trial = inNamespace('true', []);
  if (spawnSync(trial.program, trial.args, { ...options, stdio: 'ignore' }).status !== 0) {
    throw new StartupRefusal(
      `PostgreSQL wants a user with a name, and user ${uid} has none in /etc/passwd; start as a user that has one.`,
    );
  }
  return inNamespace(program, args);
}

/** The account that can reach both the program and the folder; refuses when root finds none. */
export function chooseAccount(program: string, dataDir: string, cluster: string): Account {
  if (process.getuid?.() !== 0) return { kind: 'own' };
  const candidates = candidatesFor(dataDir, cluster);
  const account = candidates.find((candidate) => canReach(candidate, program, path.dirname(dataDir)));
  if (account?.kind === 'user') allowTraversal(account, dataDir);
  if (!account || !canReach(account, program, dataDir)) {
    throw new StartupRefusal(
      `PostgreSQL does not run as root, and the user it would run as cannot enter ${path.dirname(program)} and ${dataDir}; start as an ordinary user, or move both into folders that everybody may enter.`,
    );
  }
  return account;
}

/** Hands a folder and all in it to an account, when it is another user's. */
export function chownTo(account: Account, folder: string): void {
  if (account.kind !== 'user' || lstatSync(folder).uid === account.uid) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) chownTo(account, child);
    else if (entry.isFile()) chownSync(child, account.uid, account.gid);
  }
  // Last, so that a kill on the way leaves the folder unchanged outside and the next start does it again.
  chownSync(folder, account.uid, account.gid);
}

function hasName(uid: number): boolean {
  return spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0;
}

function candidatesFor(dataDir: string, cluster: string): Account[] {
  const madeBy = findOwner(cluster);
  if (madeBy && madeBy.uid !== 0) return [{ kind: 'user', ...madeBy }];
  const landlord = findOwner(path.dirname(dataDir));
  return [
    { kind: 'namespace' },
    ...(landlord && landlord.uid !== 0 ? [{ kind: 'user' as const, ...landlord }] : []),
    { kind: 'user', uid: nobodyUid, gid: nobodyUid },
  ];
}

function findOwner(folder: string): { uid: number; gid: number } | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function canReach(account: Account, program: string, folder: string): boolean {
  const run = runAs(account, '/bin/sh', ['-c', 'test -x "$1" && test -x "$2"', 'sh', program, folder]);
  return spawnSync(run.program, run.args, { ...run.options, stdio: 'ignore' }).status === 0;
}

/** Passing through (not reading) the data folder is all that the other user needs. */
function allowTraversal(account: Account & { kind: 'user' }, dataDir: string): void {
  const found = statSync(dataDir);
  if (found.uid === 0 && account.uid !== 0) chmodSync(dataDir, (found.mode & 0o777) | 0o011);
}
