/** The log is JSON lines for programs and readable for people. */
import { expect, test } from 'vitest';
import { logStreamTo } from '#server/log-stream.ts';

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

function written(isTTY: boolean): string {
  let text = '';
  logStreamTo({ isTTY, write: (more) => (text += more) }).write(line);
  return text;
}

test('a program gets the JSON line as it is', () => {
  expect(written(false)).toBe(line);
});

test('a terminal gets time, level, message and facts, and an error’s stack below', () => {
  expect(written(true)).toBe(
    '11:58:03 warn not ready reqId=abc req={"method":"GET"}\nError: gone\n    at here\n',
  );
});
