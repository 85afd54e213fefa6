/** Prints the launcher's messages, steps and refusals: as sentences, or as JSON lines like the shop's log. */

import os from 'node:os';

/** Warnings and fatal messages go to standard error. @typedef {(sentence: string, level?: Level) => void} Say */
/** @typedef {keyof typeof levels} Level */

const levels = { info: 30, warn: 40, fatal: 60 }; // pino's numbers

/** @type {Say} */
export function saySentence(sentence, level = 'info') {
  (level === 'info' ? process.stdout : process.stderr).write(`${sentence}\n`);
}

/** In the format of LOG_FORMAT, by default pretty on a terminal. @type {Say} */
export function logSentence(sentence, level = 'info') {
  const { LOG_FORMAT } = process.env;
  const isPretty = LOG_FORMAT === 'pretty' || (LOG_FORMAT !== 'json' && process.stdout.isTTY);
  if (isPretty) return saySentence(sentence, level);
  const line = {
    level: levels[level],
    time: Date.now(),
    pid: process.pid,
    hostname: os.hostname(),
    msg: sentence,
  };
  saySentence(JSON.stringify(line), level);
}

/** A sentence that says what to do, and the exit code. */
export class StartRefusal extends Error {
  /** @param {string} sentence @param {number} [exitCode] */
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

const progressIntervalMs = 15_000;

/**
 * The server prints the last two of the four steps: making the database, populating the shop.
 * @template T
 * @param {Say} say
 * @param {number} number
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(say, number, what, work) {
  say(`${number}/4 ${what} …`);
  const begun = Date.now();
  const timer = setInterval(() => {
    say(`    … still at it after ${Math.round((Date.now() - begun) / 1000)} s`);
  }, progressIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
