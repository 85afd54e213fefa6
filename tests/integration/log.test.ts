/** What the log tells an operator: one JSON line for each thing, with the request's id, and every security event. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nameSources, openProcessLog } from '#platform/logging/log-stream.ts';
import { ask, givenPerson } from '../support/given.ts';
import { connectTo } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const lines: string[] = [];
const shop = await givenShop({ logLevel: 'warn', logStream: { write: (line) => void lines.push(line) } });

test('every answer has an id, which a problem and the log name as well', async () => {
  const { headers } = await ask(shop, 'GET', '/api/parts');
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const claimed = { 'x-request-id': 'mine', authorization: 'Bearer forged' };
  const refused = await ask(shop, 'GET', '/api/my_orders', undefined, claimed);
  expect(refused.status).toBe(401);
  const id = refused.headers['x-request-id'];
  expect(id).not.toBe('mine');
  expect(refused.body).toMatchObject({ requestId: id });
  expect(await readEvent(id)).toMatchObject({ securityEvent: 'refusal', succeeded: false, status: 401 });
  const unread = await shop.app.inject('/api/%zz');
  expect(unread.json().requestId).toBe(unread.headers['x-request-id']);
});

test('a line has its time in milliseconds of UTC, and nothing that a client sends begins another', async () => {
  const person = await givenPerson(shop);
  const forged = 'x@example.com\r\n{"level":60,"msg":"forged"}';
  const answer = await ask(shop, 'POST', '/api/identity/sign-in/email', { email: forged, password: 'x' });
  const refused = await person.ask('GET', '/api/user?q=%0a%0d{"level":60}');
  for (const { headers } of [answer, refused]) {
    const matching = lines.filter((line) => line.includes(String(headers['x-request-id'])));
    for (const line of matching) expect(line.trim()).not.toMatch(/[\r\n]/);
  }
  const line = await readEvent(refused.headers['x-request-id']);
  expect(Math.abs(Date.now() - (line as { time: number }).time)).toBeLessThan(600_000);
  expect(lines.every((each) => JSON.parse(each).msg !== 'forged')).toBe(true);
});

test('what is no e-mail address is cut short in the log', async () => {
  const email = `${'x'.repeat(5000)}@`;
  const { headers } = await ask(shop, 'POST', '/api/identity/sign-in/email', { email, password: 'x' });
  expect(await readEvent(headers['x-request-id'])).toMatchObject({ subject: 'x'.repeat(80) });
});

test('a failure of our own is a problem that says nothing of its cause, which is logged with the request’s id', async () => {
  await shop.db.schema.alterTable('reviews').renameTo('reviews_away').execute();
  const { status, body, headers } = await ask(shop, 'GET', '/api/ratings');
  await shop.db.schema.alterTable('reviews_away').renameTo('reviews').execute();
  expect([status, headers['content-type']]).toEqual([500, 'application/problem+json; charset=utf-8']);
  expect(body).toMatchObject({ status: 500, detail: 'Something went wrong on our side. Please try again.' });
  expect(JSON.stringify(body)).not.toMatch(/reviews|relation|select|stack|\.ts/i);
  expect(await readEvent(headers['x-request-id'])).toMatchObject({
    level: 50,
    err: { message: expect.stringContaining('reviews') },
  });
});

test('a connection that is lost before the request has an address is no failure of our own', async () => {
  const before = lines.length;
  const socket = await connectTo(shop.url);
  const head = ['POST /api/ceo HTTP/1.1', 'host: shop', 'content-type: application/json'];
  // Node ends it for what follows the length of the piece
  const body = `1;${'x'.repeat(20_000)}\r\n{\r\n`;
  socket.end([...head, 'transfer-encoding: chunked', '', body].join('\r\n'));
  await once(socket.resume(), 'close');
  await ask(shop, 'GET', '/api/parts');
  expect(lines.slice(before)).toEqual([]);
});

describe('an event of security is', () => {
  test('a log-in that succeeds or fails, with the account and the address, and never the password', async () => {
    const { email, password } = await givenPerson(shop);
    for (const [tried, succeeded] of [
      ['a wrong guess', false],
      [password, true],
    ] as const) {
      const body = { email, password: tried };
      const answer = await ask(shop, 'POST', '/api/identity/sign-in/email', body);
      const event = await readEvent(answer.headers['x-request-id']);
      expect(event).toMatchObject({
        securityEvent: 'log-in',
        succeeded,
        subject: email,
        address: '127.0.0.1',
      });
    }
    expect(lines.join('')).not.toMatch(/a wrong guess|a good password/);
  });

  test('a role that is given or taken, with who did it', async () => {
    const [admin, other] = [await givenPerson(shop, { role: 'admin' }), await givenPerson(shop)];
    const made = await admin.ask('PUT', `/api/user/admin/${other.email}`);
    expect(made.status).toBe(200);
    expect(await readEvent(made.headers['x-request-id'])).toMatchObject({
      securityEvent: 'administrator-made',
      succeeded: true,
      subject: other.email,
      personId: admin.id,
    });
  });

  test('what somebody may not do, but not that a visitor has to log in', async () => {
    const person = await givenPerson(shop);
    const refused = await person.ask('GET', '/api/user');
    expect(refused.status).toBe(403);
    expect(await readEvent(refused.headers['x-request-id'])).toMatchObject({
      securityEvent: 'refusal',
      msg: 'a call was refused',
      personId: person.id,
      call: 'GET /api/user',
    });
    const visitor = await ask(shop, 'GET', '/api/user');
    await readEvent((await person.ask('GET', '/api/user')).headers['x-request-id']); // its line would have come before
    expect(lines.join('')).not.toContain(String(visitor.headers['x-request-id']));
  });
});

/** The line comes after the answer. */
async function readEvent(requestId: unknown): Promise<object> {
  const find = () => lines.find((line) => line.includes(String(requestId)));
  await expect.poll(find).toBeDefined();
  return JSON.parse(find() ?? '');
}

test('a stack trace of the bundled server names its sources', async () => {
  const bundle = new URL('../../build/shop/server.js', import.meta.url);
  const lines = readFileSync(bundle, 'utf8').split('\n');
  const sentence = 'COMPACT is open at';
  const line = lines.findIndex((each) => each.includes(sentence));
  const position = `${line + 1}:${(lines[line]?.indexOf(sentence) ?? 0) + 1}`;
  const logged: string[] = [];
  const output = { write: (text: string) => void logged.push(text) };
  const { fail } = openProcessLog('json', { stdout: output, stderr: output });
  const error = new Error('spoilt');
  error.stack = `Error: spoilt\n    at welcome (${bundle}:${position})`;
  fail(error);
  const [, source = '', sourceLine] =
    /welcome \((file:.*\/src\/app\/main\.ts):(\d+):\d+\)/.exec(JSON.parse(logged.join('')).err.stack) ?? [];
  expect(readFileSync(new URL(source), 'utf8').split('\n')[Number(sourceLine) - 1]).toContain(sentence);
  const foreign = `at read (file:///etc/build/shop/server.js:${position})`;
  expect(nameSources(`${bundle} ${foreign}`)).toContain(foreign);
});
