/** Runs programs so that no signal gets lost, and tells whether a process noted earlier still lives. */

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { StartRefusal } from './refusal.js';

/**
 * A process that can be told from a later one with the same number by when it was born.
 * @typedef {{ pid: number, born: string }} Identity
 */

/** `isInterrupted` when a signal asked us to stop while it ran. */
/** @typedef {{ code: number, signal: NodeJS.Signals | null, isInterrupted: boolean, output: string }} Outcome */

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program to its end. Signals that reach us are passed on, and we wait for the program, so that it ends in its
 * own order. (Ctrl-C in a terminal reaches it directly, too: it has to put up with a signal that comes twice.)
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { onStart?: (pid: number) => void, killAfter?: number }} options
 *   `killAfter` is how many milliseconds it may take to heed a signal; without it, as long as it likes
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { onStart, killAfter, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    let output = '';
    let isInterrupted = false;
    /** @param {Buffer} text */
    const keep = (text) => {
      output += text;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      isInterrupted = true;
      child.kill(signal);
      if (killAfter) setTimeout(() => child.kill('SIGKILL'), killAfter).unref();
    };
    for (const signal of forwarded) process.on(signal, forward);
    const stopWatching = watchNpm(() => forward('SIGTERM'));
    const stopForwarding = () => {
      stopWatching();
      for (const signal of forwarded) process.off(signal, forward);
    };
    child.once('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.once('close', (code, signal) => {
      stopForwarding();
      resolve({
        code: code ?? 128 + (signal ? os.constants.signals[signal] : 0),
        signal,
        isInterrupted,
        output,
      });
    });
    if (child.pid) onStart?.(child.pid);
  });
}

/**
 * npm passes SIGTERM on to its shell, which dies of it without telling us: being orphaned is then our signal.
 * @param {() => void} onGone
 * @returns {() => void}
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    onGone();
  }, 200);
  return () => clearInterval(timer);
}

/**
 * Runs a tool of the way to a command; when a signal stops it, everything that would follow is off, too.
 * @param {Parameters<typeof run>} call
 */
export async function runTool(...call) {
  const outcome = await run(...call);
  if (outcome.isInterrupted) throw new StartRefusal('', interrupted); // whoever pressed Ctrl-C knows why
  return outcome;
}

/** The exit code of an interrupted command, as shells have it. */
export const interrupted = 130;

/** @param {number} pid @returns {Identity} */
export function identify(pid) {
  return { pid, born: birthOf(pid) ?? '' };
}

/** @param {Identity} identity */
export function isAlive({ pid, born }) {
  const now = birthOf(pid);
  return now !== undefined && now === born;
}

/**
 * When a process began, in whatever words the system has for it; undefined when there is none.
 * @param {number} pid
 */
function birthOf(pid) {
  try {
    if (process.platform === 'linux') {
      // After the name in brackets, which may hold anything: state is field 3 of proc(5), the start time field 22.
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    }
    if (process.platform === 'win32') {
      process.kill(pid, 0);
      return 'alive';
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
