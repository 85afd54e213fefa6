/** Chooses the system user that PostgreSQL runs under, because it refuses to run as root. */
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

/** 'namespace': a user namespace in which root is `nobody`. 'user': another user. */
export type SystemUser = { kind: 'own' } | { kind: 'namespace' } | { kind: 'user'; uid: number; gid: number };

type Command = { program: string; args: string[]; options: SpawnOptions };

const nobodyUid = 65534;

export function buildCommand(systemUser: SystemUser, program: string, args: string[]): Command {
  if (systemUser.kind === 'own') return { program, args, options: {} };
  if (systemUser.kind === 'user')
    return { program, args, options: { uid: systemUser.uid, gid: systemUser.gid } };
  const map = ['--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyUid}`, '--'];
  return { program: 'unshare', args: [...map, program, ...args], options: {} };
}

/** initdb requires a user with a name: one without becomes `nobody` in a namespace. */
export function buildNamedCommand(systemUser: SystemUser, program: string, args: string[]): Command {
  const uid = systemUser.kind === 'user' ? systemUser.uid : process.getuid?.();
  if (systemUser.kind === 'namespace' || uid === undefined || hasName(uid))
    return buildCommand(systemUser, program, args);
  const { options } = buildCommand(systemUser, program, args);
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

export function chooseSystemUser(program: string, dataDir: string, cluster: string): SystemUser {
  if (process.getuid?.() !== 0) return { kind: 'own' };
  const candidates = listCandidates(dataDir, cluster);
  const systemUser = candidates.find((candidate) => canReach(candidate, program, path.dirname(dataDir)));
  if (systemUser?.kind === 'user') allowTraversal(systemUser, dataDir);
  if (!systemUser || !canReach(systemUser, program, dataDir)) {
    throw new StartupRefusal(
      `PostgreSQL does not run as root, and the user it would run as cannot enter ${path.dirname(program)} and ${dataDir}; start as an ordinary user, or move both into folders that everybody may enter.`,
    );
  }
  return systemUser;
}

export function chownTo(systemUser: SystemUser, folder: string): void {
  if (systemUser.kind !== 'user' || lstatSync(folder).uid === systemUser.uid) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) chownTo(systemUser, child);
    else if (entry.isFile()) chownSync(child, systemUser.uid, systemUser.gid);
  }
  // Last, so that the next start repeats an interrupted change.
  chownSync(folder, systemUser.uid, systemUser.gid);
}

function hasName(uid: number): boolean {
  return spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0;
}

function listCandidates(dataDir: string, cluster: string): SystemUser[] {
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

function canReach(systemUser: SystemUser, program: string, folder: string): boolean {
  const command = buildCommand(systemUser, '/bin/sh', [
    '-c',
    'test -x "$1" && test -x "$2"',
    'sh',
    program,
    folder,
  ]);
  return spawnSync(command.program, command.args, { ...command.options, stdio: 'ignore' }).status === 0;
}

function allowTraversal(systemUser: SystemUser & { kind: 'user' }, dataDir: string): void {
  const stats = statSync(dataDir);
  if (stats.uid === 0 && systemUser.uid !== 0) chmodSync(dataDir, (stats.mode & 0o777) | 0o011);
}
