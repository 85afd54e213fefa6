/** The log is JSON lines for programs and readable for people. */
import { expect, test } from 'vitest';
import { chooseLogFormat, type LogFormat, makeLogStream } from '#platform/logging/log-stream.ts';

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

function written(format: LogFormat, logged = line): string {
  let text = '';
  makeLogStream({ write: (more) => (text += more) }, format).write(logged);
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

test('nothing that a client sends breaks a line, moves the cursor or turns the direction, in either format', () => {
  const hostile = 'a@b.co\r\n12:00:00 info forged \u001b[2K \u009b1m \u202Etxt.exe \u2028\u2066\u007f';
  const forged = `${JSON.stringify({
    level: 30,
    time: 0,
    subject: hostile,
    req: { url: hostile },
    [hostile]: 1,
    err: { message: hostile, stack: `Error: ${hostile}\n    at here` },
    msg: hostile,
  })}\n`;
  const [json, pretty] = [written('json', forged), written('pretty', forged)];
  for (const text of [json, pretty.replace('\n    at here\n', '\n')]) {
    const lines = text.split('\n').slice(0, -1);
    expect(lines.join('')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    expect(lines.every((each) => /^(\{|00:00:00 info a@b|Error: a@b)/.test(each))).toBe(true);
  }
  expect(JSON.parse(json)).toEqual(JSON.parse(forged));
  expect(pretty).toContain('subject=a@b.co\\u000d\\u000a12:00:00 info forged \\u001b[2K');
  expect(pretty).toContain('\n    at here\n');
});

test('names in any script stay as they are', () => {
  const named = JSON.stringify({ level: 30, time: 0, msg: 'বাংলা Größe 😀' });
  for (const format of ['json', 'pretty'] as const) expect(written(format, named)).toContain('বাংলা Größe 😀');
});

test('a terminal is a person’s and anything else a program’s, unless LOG_FORMAT says otherwise', () => {
  expect(chooseLogFormat(undefined, { isTTY: true })).toBe('pretty');
  expect(chooseLogFormat(undefined, {})).toBe('json');
  expect(chooseLogFormat('json', { isTTY: true })).toBe('json');
  expect(chooseLogFormat('pretty', {})).toBe('pretty');
  expect(chooseLogFormat('xml', {})).toBe('json'); // which the configuration then refuses
});
