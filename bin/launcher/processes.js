/** Runs programs and forwards signals to them, and identifies processes. */

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { StartRefusal } from './say.js';

/**
 * A process; its start time distinguishes it from a later one with the same id.
 * @typedef {{ pid: number, born: string }} Identity
 */

/** `isInterrupted`: a stop signal was received while it ran. */
/** @typedef {{ code: number, signal: NodeJS.Signals | null, isInterrupted: boolean, output: string }} Outcome */

export const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program to its end and forwards stop signals to it. Ctrl-C in a terminal reaches it directly, too, so it may get
 * a signal twice.
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
    const append = (text) => {
      output += text;
    };
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
    if (onMessage) child.on('message', onMessage);
    const stopListening = onStopSignal((signal) => {
      isInterrupted = true;
      child.kill(signal);
      if (killAfter) setTimeout(() => child.kill('SIGKILL'), killAfter).unref();
    });
    child.once('error', (error) => {
      stopListening();
      reject(error);
    });
    child.once('close', (code, signal) => {
      stopListening();
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
 * @property {(message: unknown) => void} [onMessage] gets the program's IPC messages
 * @property {number} [killAfter] milliseconds until SIGKILL after a stop signal; never by default
 */

/**
 * Waits; returns false as soon as a stop signal arrives.
 * @param {number} milliseconds
 * @returns {Promise<boolean>}
 */
export function pauseUnlessStopped(milliseconds) {
  return new Promise((resolve) => {
    /** @param {boolean} isOver */
    const end = (isOver) => {
      clearTimeout(timer);
      stopListening();
      resolve(isOver);
    };
    const timer = setTimeout(() => end(true), milliseconds);
    const stopListening = onStopSignal(() => end(false));
  });
}

/**
 * Listens to stop signals until the returned function is called. npm forwards SIGTERM only to its shell, which ends: a
 * changed parent process counts as SIGTERM.
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void}
 */
function onStopSignal(listener) {
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

const parent = process.ppid; // at the start, because npm's shell may end at any time

/**
 * Runs a tool; throws when a signal interrupts it, so that nothing else runs.
 * @param {Parameters<typeof run>} call
 */
export async function runTool(...call) {
  const outcome = await run(...call);
  if (outcome.isInterrupted) throw new StartRefusal('', interrupted); // no message after Ctrl-C
  return outcome;
}

/** The exit code of an interrupted command, as in shells. */
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
 * The start time of a process, in the format of the system; undefined when it does not exist.
 * @param {number} pid
 */
function readStartTime(pid) {
  try {
    if (process.platform === 'linux') {
      // proc(5): after the name in brackets, the state is field 3 and the start time field 22
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
