/** A temporary folder in memory: on ext4, making the tests' many short-lived files takes a tenth of their CPU time. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';
import { identify, isAlive } from './processes.js';

const memory = '/dev/shm';
/** A whole run uses up to 1 GiB of it; the rest is for what else the machine does. */
const minFreeBytes = 8 * 2 ** 30;

/**
 * Sets TMPDIR while the work lasts. Without enough memory, or on another system than Linux, files stay on the disk.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withMemoryFolder(work) {
  if (process.env.TMPDIR || !hasMemory()) return await work();
  removeLeftovers();
  const { pid, born } = identify(process.pid);
  const folder = path.join(memory, `compact-tests-${pid}-${born}`);
  mkdirSync(folder);
  chmodSync(folder, 0o1777); // as /tmp: some tests run programs as other users
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    delete process.env.TMPDIR;
    removeIfPossible(folder);
  }
}

/** PostgreSQL's own memory and programs need room beside the files, and programs must be allowed to run there. */
function hasMemory() {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const mount = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === memory);
    const isExecutable = mount?.[2] === 'tmpfs' && !mount[3]?.split(',').includes('noexec');
    return isExecutable && bavail * bsize >= minFreeBytes && freemem() >= minFreeBytes;
  } catch {
    return false;
  }
}

/** Of runs that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(memory)) {
    const [, pid, born] = /^compact-tests-(\d+)-(\w+)$/.exec(name) ?? [];
    if (!pid || !born || isAlive({ pid: Number(pid), born })) continue;
    removeIfPossible(path.join(memory, name));
  }
}

/**
 * A process may still write to it, or it is another user's: the next run of its owner removes it.
 * @param {string} folder
 */
function removeIfPossible(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {}
}
