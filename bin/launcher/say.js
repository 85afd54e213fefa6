/** Prints the launcher's messages: as sentences, or as JSON lines like the shop's log. */

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
