/** Chooses the account that PostgreSQL runs under, because it refuses to run as root. */
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupRefusal } from '#system/startup-refusal.ts';

/** 'namespace': a user namespace in which root is `nobody`. 'user': another user. */
export type Account = { kind: 'own' } | { kind: 'namespace' } | { kind: 'user'; uid: number; gid: number };

type Command = { program: string; args: string[]; options: SpawnOptions };

const nobodyUid = 65534;

export function buildCommand(account: Account, program: string, args: string[]): Command {
  if (account.kind === 'own') return { program, args, options: {} };
  if (account.kind === 'user') return { program, args, options: { uid: account.uid, gid: account.gid } };
  const map = ['--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`, '--'];
  return { program: 'unshare', args: [...map, program, ...args], options: {} };
}

/** initdb requires a user with a name: one without becomes `nobody` in a namespace. */
export function buildNamedCommand(account: Account, program: string, args: string[]): Command {
  const uid = account.kind === 'user' ? account.uid : process.getuid?.();
  if (account.kind === 'namespace' || uid === undefined || hasName(uid))
    return buildCommand(account, program, args);
  const { options } = buildCommand(account, program, args);
  const inNamespace = (...command: [program: string, args: string[]]) => ({
    ...buildCommand({ kind: 'namespace' }, ...command),
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

export function chooseAccount(program: string, dataDir: string, cluster: string): Account {
  if (process.getuid?.() !== 0) return { kind: 'own' };
  const candidates = listCandidates(dataDir, cluster);
  const account = candidates.find((candidate) => canReach(candidate, program, path.dirname(dataDir)));
  if (account?.kind === 'user') allowTraversal(account, dataDir);
  if (!account || !canReach(account, program, dataDir)) {
    throw new StartupRefusal(
      `PostgreSQL does not run as root, and the user it would run as cannot enter ${path.dirname(program)} and ${dataDir}; start as an ordinary user, or move both into folders that everybody may enter.`,
    );
  }
  return account;
}

export function chownTo(account: Account, folder: string): void {
  if (account.kind !== 'user' || lstatSync(folder).uid === account.uid) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) chownTo(account, child);
    else if (entry.isFile()) chownSync(child, account.uid, account.gid);
  }
  // Last, so that the next start repeats an interrupted change.
  chownSync(folder, account.uid, account.gid);
}

function hasName(uid: number): boolean {
  return spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0;
}

function listCandidates(dataDir: string, cluster: string): Account[] {
  const clusterOwner = findOwner(cluster);
  if (clusterOwner && clusterOwner.uid !== 0) return [{ kind: 'user', ...clusterOwner }];
  const parentOwner = findOwner(path.dirname(dataDir));
  return [
    { kind: 'namespace' },
    ...(parentOwner && parentOwner.uid !== 0 ? [{ kind: 'user' as const, ...parentOwner }] : []),
    { kind: 'user', uid: nobodyUid, gid: nobodyUid },
  ];
}

function findOwner(folder: string): { uid: number; gid: number } | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && { uid: stats.uid, gid: stats.gid };
}

function canReach(account: Account, program: string, folder: string): boolean {
  const command = buildCommand(account, '/bin/sh', [
    '-c',
    'test -x "$1" && test -x "$2"',
    'sh',
    program,
    folder,
  ]);
  return spawnSync(command.program, command.args, { ...command.options, stdio: 'ignore' }).status === 0;
}

function allowTraversal(account: Account & { kind: 'user' }, dataDir: string): void {
  const stats = statSync(dataDir);
  if (stats.uid === 0 && account.uid !== 0) chmodSync(dataDir, (stats.mode & 0o777) | 0o011);
}
