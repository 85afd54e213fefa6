/** What the shop's process says of itself: plain sentences for people, the log's JSON lines for programs. */
import { expect, test } from 'vitest';
import { type LogFormat, openProcessLog } from '#platform/logging/log-stream.ts';
import { logSentence } from '../../../bin/launcher/say.js';

function openWith(format: LogFormat) {
  const written = { stdout: '', stderr: '' };
  const outputs = {
    stdout: { write: (text: string) => (written.stdout += text) },
    stderr: { write: (text: string) => (written.stderr += text) },
  };
  return { written, ...openProcessLog(format, outputs) };
}

test('a program gets time, level and message, errors on standard error with their stack', () => {
  const { written, log, fail } = openWith('json');
  log('PostgreSQL runs again.');
  log('The job expiry failed: gone', 'error');
  fail('PORT must be a whole number.');
  fail(new Error('spoilt'));
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const time = expect.any(Number);
  expect(lines(written.stdout)).toMatchObject([
    { time, level: 30, msg: 'PostgreSQL runs again.' },
    { time, level: 50, msg: 'The job expiry failed: gone' },
  ]);
  expect(lines(written.stderr)).toMatchObject([
    { time, level: 60, msg: 'PORT must be a whole number.' },
    { time, level: 60, msg: 'spoilt', err: { stack: expect.stringContaining('process-log.test.ts') } },
  ]);
});

test('what libraries print is a line as well, and an error keeps its stack', () => {
  const { written, captureConsole } = openWith('json');
  const { log, info, debug, warn, error } = console;
  const listeners = process.listeners('warning');
  try {
    captureConsole();
    console.log('%s parts\n', 3);
    console.error('The page failed:', new Error('no name'));
    process.emit('warning', new Error('old call'));
  } finally {
    Object.assign(console, { log, info, debug, warn, error });
    process.removeAllListeners('warning');
    for (const listener of listeners) process.on('warning', listener);
  }
  expect(JSON.parse(written.stdout)).toMatchObject({ level: 30, msg: '3 parts' });
  const [failed, warned] = written.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(failed).toMatchObject({ level: 50, msg: 'The page failed:' });
  expect(failed.err.stack).toContain('no name');
  expect(warned).toMatchObject({ level: 40, msg: 'old call' });
});

test('a person gets the sentences as they are', () => {
  const { written, log, fail } = openWith('pretty');
  log('PostgreSQL ended unexpectedly.', 'warn');
  fail('PORT must be a whole number.');
  expect(written).toEqual({
    stdout: 'PostgreSQL ended unexpectedly.\n',
    stderr: 'PORT must be a whole number.\n',
  });
});

test('a person reads no control characters either, also of what libraries print', () => {
  const { written, log, fail, captureConsole } = openWith('pretty');
  const { log: print, info, debug, warn, error } = console;
  const forged = 'gone\n12:00:00 info forged\u001b[2K';
  try {
    captureConsole();
    console.error(new Error(forged));
  } finally {
    Object.assign(console, { log: print, info, debug, warn, error });
  }
  log(`The job expiry failed: ${forged} %s`);
  fail(forged);
  expect(written.stdout).toBe('The job expiry failed: gone\\u000a12:00:00 info forged\\u001b[2K %s\n');
  expect(written.stderr).toMatch(/^Error: gone\\u000a12:00:00 info forged\\u001b\[2K\n {4}at /);
  expect(written.stderr).not.toMatch(/\p{Cc}(?<!\n)/u);
  expect(written.stderr).toContain('\ngone\\u000a12');
});

test('the launcher’s lines have the fields of the shop’s', () => {
  const { written, log } = openWith('json');
  log('COMPACT is open', 'warn');
  const said: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  const { LOG_FORMAT } = process.env;
  try {
    process.env.LOG_FORMAT = 'json';
    logSentence('COMPACT is open', 'warn');
    process.env.LOG_FORMAT = 'pretty';
    logSentence('COMPACT is open', 'warn');
  } finally {
    process.stderr.write = write;
    if (LOG_FORMAT === undefined) delete process.env.LOG_FORMAT;
    else process.env.LOG_FORMAT = LOG_FORMAT;
  }
  const own = JSON.parse(written.stdout);
  expect(JSON.parse(said[0] ?? '')).toEqual({ ...own, time: expect.any(Number) });
  expect(said[1]).toBe('COMPACT is open\n');
});
