/** Runs the shop, or another program, as a child process that gets signals and notices the launcher's end. */

import path from 'node:path';
import { noteChild } from './notes.js';
import { run } from './processes.js';
import { inProject, root, shopNode } from './project.js';

/**
 * Returns the program's exit code.
 * @param {string} main
 * @param {string[]} args
 * @param {import('./say.js').Say} say
 * @returns {Promise<number>}
 */
export async function runMain(main, args, say) {
  const outcome = await runChild(main, args);
  if (outcome.signal) say(endedFromOutside(outcome), 'warn');
  return outcome.code;
}

/** Of glibc: what is freed goes back to the system, instead of staying in an arena for each thread. */
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * The IPC channel closes even when the launcher is killed: the program then stops. Its compiled code is kept for the next
 * start.
 * @param {string} main
 * @param {string[]} args
 * @param {import('./processes.js').RunOptions & { flags?: string[] }} [options]
 */
export async function runChild(main, args, { flags = [], ...options } = {}) {
  const { DATA_DIR, NODE_COMPILE_CACHE = inProject('.compact/compile-cache') } = process.env;
  return await run(shopNode(), [...flags, inProject(main), ...args], {
    cwd: root,
    env: {
      ...memoryEnvironment,
      ...process.env,
      NODE_COMPILE_CACHE,
      ...(DATA_DIR ? { DATA_DIR: path.resolve(DATA_DIR) } : {}),
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    onStart: noteChild,
    ...options,
  });
}

/** @param {import('./processes.js').Outcome} outcome */
export function endedFromOutside({ signal }) {
  return `COMPACT was ended from outside (${signal}); the next start clears up after it.`;
}
