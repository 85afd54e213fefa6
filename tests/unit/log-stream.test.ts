/** The log is JSON lines for programs and readable for people. */
import { expect, test } from 'vitest';
import { chooseLogFormat, type LogFormat, makeLogStream } from '#server/logging/log-stream.ts';

const line = `${JSON.stringify({
  level: 40,
  time: Date.UTC(2026, 10, 22, 11, 58, 3),
  pid: 7,
  hostname: 'shop',
  reqId: 'abc',
  req: { method: 'GET' },
  err: { message: 'gone', stack: 'Error: gone\n    at here' },
  msg: 'not ready',
})}\n`;

function written(format: LogFormat): string {
  let text = '';
  makeLogStream({ write: (more) => (text += more) }, format).write(line);
  return text;
}

test('a program gets the JSON line as it is', () => {
  expect(written('json')).toBe(line);
});

test('a terminal gets time, level, message and facts, and an error’s stack below', () => {
  expect(written('pretty')).toBe(
    '11:58:03 warn not ready reqId=abc req={"method":"GET"}\nError: gone\n    at here\n',
  );
});

test('a terminal is a person’s and anything else a program’s, unless LOG_FORMAT says otherwise', () => {
  expect(chooseLogFormat(undefined, { isTTY: true })).toBe('pretty');
  expect(chooseLogFormat(undefined, {})).toBe('json');
  expect(chooseLogFormat('json', { isTTY: true })).toBe('json');
  expect(chooseLogFormat('pretty', {})).toBe('pretty');
  expect(chooseLogFormat('xml', {})).toBe('json'); // which the configuration then refuses
});
