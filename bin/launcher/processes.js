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

/** What asks us to stop. */
export const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program to its end. Signals that reach us are passed on, and we wait for the program, so that it ends in its
 * own order. (Ctrl-C in a terminal reaches it directly, too: it has to put up with a signal that comes twice.)
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & RunOptions} options
 * @returns {Promise<Outcome>}
 */
export function run(program, args, { onStart, onMessage, killAfter, ...options }) {
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
    if (onMessage) child.on('message', onMessage);
    const stopHearing = hearStops((signal) => {
      isInterrupted = true;
      child.kill(signal);
      if (killAfter) setTimeout(() => child.kill('SIGKILL'), killAfter).unref();
    });
    child.once('error', (error) => {
      stopHearing();
      reject(error);
    });
    child.once('close', (code, signal) => {
      stopHearing();
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
 * @typedef {object} RunOptions
 * @property {(pid: number) => void} [onStart]
 * @property {(message: unknown) => void} [onMessage] what the program sends over the channel to us
 * @property {number} [killAfter] how many milliseconds it may take to heed a signal; without it, as long as it likes
 */

/**
 * Waits so many milliseconds; answers false as soon as a signal asks us to stop.
 * @param {number} milliseconds
 * @returns {Promise<boolean>}
 */
export function pauseUnlessStopped(milliseconds) {
  return new Promise((resolve) => {
    /** @param {boolean} isOver */
    const end = (isOver) => {
      clearTimeout(timer);
      stopHearing();
      resolve(isOver);
    };
    const timer = setTimeout(() => end(true), milliseconds);
    const stopHearing = hearStops(() => end(false));
  });
}

/**
 * Hears signals that ask us to stop, until the answered function is called. npm passes SIGTERM on to its shell, which
 * dies of it without telling us: being orphaned is then our signal.
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void}
 */
function hearStops(listener) {
  for (const signal of stopSignals) process.on(signal, listener);
  const orphaned = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(orphaned);
    listener('SIGTERM');
  }, 200);
  return () => {
    clearInterval(orphaned);
    for (const signal of stopSignals) process.off(signal, listener);
  };
}

const parent = process.ppid; // at our start, since npm's shell may die at any time

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
  return { pid, born: readStartTime(pid) ?? '' };
}

/** @param {Identity} identity */
export function isAlive({ pid, born }) {
  const now = readStartTime(pid);
  return now !== undefined && now === born;
}

/**
 * When a process began, in whatever words the system has for it; undefined when there is none.
 * @param {number} pid
 */
function readStartTime(pid) {
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
