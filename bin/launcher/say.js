/** Says what the launcher does: a sentence for a person, a JSON line like the shop's own where a program reads its log. */

import os from 'node:os';

/** Warnings and what ends the command go to standard error. @typedef {(sentence: string, level?: Level) => void} Say */
/** @typedef {keyof typeof levels} Level */

const levels = { info: 30, warn: 40, fatal: 60 }; // as the shop's logger numbers them

/** @type {Say} */
export function saySentence(sentence, level = 'info') {
  (level === 'info' ? process.stdout : process.stderr).write(`${sentence}\n`);
}

/** The format is LOG_FORMAT's, or follows from whether standard output is a terminal. @type {Say} */
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
