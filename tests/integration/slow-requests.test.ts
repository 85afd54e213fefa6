/** Requests that trickle in are given up, uploads that arrive steadily are not, and nobody takes all places for uploads. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPersonByEmail } from '#people/database/people.ts';
import { givenPerson, type Person } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { beginUpload, connectTo, givenPixels, makeImageForm } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop({
  trustedProxies: 1,
  arrival: { headersMs: 300, bodyMs: 300, uploadBytesPerSecond: 8000, uploadCheckMs: 300 },
  uploads: {
    ...{ maxConcurrent: 6, maxConcurrentOfStrangers: 3, maxConcurrentPerPerson: 2, maxPerHour: 15 },
    slow: { afterMs: 200, bytesPerSecond: 100_000 },
  },
});
const asItComes = await givenShop({ beside: shop });
const { person } = await givenPeople(shop, { person: {} });
const logIn = '/api/identity/sign-in/email';
const json = 'content-type: application/json';

describe('the shop stops waiting for', () => {
  test('a request whose headers trickle in', async () => {
    const socket = await begin(['GET / HTTP/1.1', 'host: shop']);
    expect(await trickle(socket, 'x-slow: x\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test.each([
    ['JSON', '/api/identity/sign-in/email', 'application/json'],
    ['a form', '/ceo', 'application/x-www-form-urlencoded'],
    ['an event of the card provider', '/api/webhooks/stripe', 'application/json'],
    ['what nobody asked for', '/api/nothing', 'text/plain'],
  ])('%s that trickles in', async (_, path, type) => {
    const socket = await beginPost(path, [`content-type: ${type}`, 'content-length: 2000']);
    await trickle(socket, 'x'); // to the end of the connection, whatever was answered
  });

  test('a body in pieces, too', async () => {
    const socket = await beginPost(logIn, [json, 'transfer-encoding: chunked']);
    expect(await trickle(socket, '1\r\nx\r\n')).toMatch(
      /^HTTP\/1\.1 408 .*\r\nx-request-id: [\da-f-]{36}\r\n/is,
    );
  });

  test('an upload that trickles in', async () => {
    const socket = await beginLongUpload(100_000);
    expect(await trickle(socket, 'x')).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('many requests that are sent before one answer is read end the connection; a few are answered in turn', async () => {
  const request = 'GET /api/parts HTTP/1.1\r\nhost: shop\r\n';
  for (const [sent, answered] of [
    [5, 5],
    [200, 0],
  ] as const) {
    const socket = await connectTo(shop.url);
    const answer = readAll(socket);
    const end = isReset(socket.on('error', () => {}));
    socket.write(`${`${request}\r\n`.repeat(sent - 1)}${request}connection: close\r\n\r\n`);
    await end;
    expect(answer.text().match(/HTTP\/1\.1 200 /g) ?? []).toHaveLength(answered);
  }
});

describe('whoever goes on sending reads the refusal of', () => {
  test('a body that is too large', async () => {
    const length = 5_000_000;
    const socket = await beginPost(logIn, [json, `content-length: ${length}`]);
    const reset = isReset(socket);
    const answer = readAll(socket.pause());
    socket.write(Buffer.alloc(length, 'x'), () => socket.resume()); // reads only once all is sent, as many programs do
    expect(await reset).toBe(false);
    expect(answer.text()).toMatch(
      /^HTTP\/1\.1 413 .*connection: close.*\r\n\r\n\{.*"type":"about:blank".*\}$/is,
    );
  });

  test('a body that trickles in, whose end changes nothing any more', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = JSON.stringify({ email, password: 'a long password', name: 'Late' });
    const signUp = '/api/identity/sign-up/email';
    const socket = await beginPost(signUp, [json, `content-length: ${body.length}`]);
    await sendAfterRefusal(socket, [body.slice(0, 10), body.slice(10)]);
    expect(await findPersonByEmail(shop.db, email)).toBeUndefined();
  });

  test('an upload that trickles in', async () => {
    const socket = await beginLongUpload(100_000);
    await sendAfterRefusal(socket, ['x'.repeat(20_000), 'x'.repeat(20_000)]);
  });

  test('a body without end, for as long as others take to be refused', async () => {
    const socket = await beginPost(logIn, [json, 'content-length: 1000000000']);
    socket.allowHalfOpen = true;
    await sendWithoutEnd(socket, 'x'.repeat(1_000_000));
  });
});

test('a form without end, of which no length was said, keeps its place for an upload no longer than others', async () => {
  const type = 'content-type: multipart/form-data; boundary=cut';
  const authorization = `authorization: Bearer ${person.token}`;
  const socket = await beginPost('/api/image', [authorization, type, 'transfer-encoding: chunked']);
  await sendWithoutEnd(socket, `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`);
});

test('an upload may take longer than other bodies, as long as it arrives steadily', async () => {
  const length = 200_000;
  const socket = await beginLongUpload(length);
  const answer = readAll(socket);
  for (let sent = 0; sent < length; sent += 20_000) {
    socket.write(Buffer.alloc(20_000));
    await pause(80); // 800 ms in all
  }
  socket.write('\r\n--cut--\r\n');
  await expect.poll(() => answer.text()).toMatch(/^HTTP\/1\.1 400 [\s\S]*image-not-recognised/);
  socket.destroy();
});

describe('when new accounts upload slowly on all the places they can get,', () => {
  let sockets: Socket[];
  let answers: { text(): string }[];
  let sending: NodeJS.Timeout;

  beforeAll(async () => {
    const strangers = await Promise.all([1, 2, 3].map(() => givenPerson(shop, { isConfirmed: false })));
    sockets = [];
    for (const stranger of [...strangers, ...strangers])
      sockets.push(await beginLongUpload(2_000_000, stranger));
    answers = sockets.map(readAll);
    sending = setInterval(() => sockets.forEach(sendBit), 50);
  });

  afterAll(() => {
    clearInterval(sending);
    for (const socket of sockets) socket.destroy();
  });

  // slow, yet fast enough that nobody is given up before the refusal on a busy machine
  const sendBit = (socket: Socket) => void (socket.writable && socket.write(Buffer.alloc(3000)));
  const countAnswers = (pattern: RegExp) => answers.filter((answer) => pattern.test(answer.text())).length;

  test('people with a confirmed address have places, and take none from them', async () => {
    await expect.poll(() => countAnswers(/image-host-busy/)).toBe(3); // half of all places are not for them
    expect((await upload(person)).status).toBe(200);
    expect(countAnswers(/./)).toBe(3);
  });

  test('another new account gets the place of the slowest, who is told to come again', async () => {
    const stranger = await givenPerson(shop, { isConfirmed: false });
    await expect.poll(async () => (await upload(stranger)).status).toBe(200);
    expect(countAnswers(/^HTTP\/1\.1 503 [\s\S]*image-host-busy/)).toBe(4);
  });

  test('and the other places are taken by slow people, too, an administrator gets that of a new account', async () => {
    const admin = await givenPerson(shop, { role: 'admin' });
    const people = await Promise.all([1, 2].map(() => givenPerson(shop)));
    const slow = await Promise.all([...people, ...people].map((each) => beginLongUpload(2_000_000, each)));
    sockets.push(...slow);
    answers.push(...slow.map(readAll));
    const countRefused = async () => {
      expect((await upload(admin)).status).toBe(200); // also while the slow ones have not all come yet
      return countAnswers(/image-host-busy/);
    };
    await expect.poll(countRefused, { interval: 200 }).toBe(5);
    expect(slow.every(({ readyState }) => readyState === 'open')).toBe(true);
  });
});

test('as the shop comes, slow uploads of twelve new accounts keep neither a customer nor another new account out', async () => {
  const strangers = await Promise.all(
    Array.from({ length: 12 }, () => givenPerson(asItComes, { isConfirmed: false })),
  );
  const sockets = await Promise.all(
    [...strangers, ...strangers].map((each) => beginUpload(asItComes.url, each, 2_000_000)),
  );
  const answers = sockets.map(readAll);
  const countRefused = () => answers.filter((answer) => answer.text().includes('image-host-busy')).length;
  await expect.poll(countRefused).toBe(12);
  expect((await upload(await givenPerson(asItComes))).status).toBe(200);
  const another = await givenPerson(asItComes, { isConfirmed: false });
  await expect.poll(async () => (await upload(another)).status, { interval: 300, timeout: 5_000 }).toBe(200);
  for (const socket of sockets) socket.destroy();
});

describe('when new accounts upload fast on all the places they can get,', () => {
  let sending: NodeJS.Timeout;
  let sockets: Socket[];

  /** So many uploads of a new account, from an address. */
  async function begin(count: number, address: string): Promise<Promise<Socket>[]> {
    const stranger = await givenPerson(shop, { isConfirmed: false });
    return Array.from({ length: count }, () =>
      beginLongUpload(9_000_000, stranger, [`x-forwarded-for: ${address}`]),
    );
  }

  /** Answers how many are refused. */
  async function send(begun: Promise<Promise<Socket>[]>[]) {
    sockets = await Promise.all((await Promise.all(begun)).flat());
    const answers = sockets.map(readAll);
    sending = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(Buffer.alloc(20_000)); // 400 kB in a second
    }, 50);
    await pause(500); // until their speed is known
    return () => answers.filter((answer) => answer.text().includes('image-host-busy')).length;
  }

  afterEach(async () => {
    clearInterval(sending);
    for (const socket of sockets) socket.destroy();
  });

  test('those from one address make way for those of other addresses', async () => {
    const countRefused = await send([begin(2, '192.0.2.1'), begin(1, '192.0.2.1')]);
    const stranger = await givenPerson(shop, { isConfirmed: false });
    expect((await upload(stranger, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(503);
    await expect
      .poll(async () => (await upload(stranger, { 'x-forwarded-for': '192.0.2.2' })).status)
      .toBe(200);
    expect(countRefused()).toBe(1);
  });

  test('the two of one person make way for nobody', async () => {
    const countRefused = await send([begin(2, '192.0.2.3'), begin(1, '192.0.2.4')]);
    const stranger = await givenPerson(shop, { isConfirmed: false });
    expect((await upload(stranger, { 'x-forwarded-for': '192.0.2.5' })).status).toBe(503);
    expect(countRefused()).toBe(0);
  });
});

describe('one person has', () => {
  const tooMany = {
    status: 429,
    body: {
      refused: 'too-many-uploads',
      detail: 'You are uploading many pictures. Please wait for the last ones, or try again in an hour.',
    },
  };

  test('two places for uploads, which are free again when those have come or were given up', async () => {
    const [busy, other] = [await givenPerson(shop), await givenPerson(shop)];
    const sockets = [await beginLongUpload(2_000_000, busy), await beginLongUpload(2_000_000, busy)];
    // fast enough, so that they are not given up before the refusal on a busy machine
    const sending = setInterval(() => {
      for (const socket of sockets) socket.write(Buffer.alloc(2000));
    }, 50);
    // whole, and begun later: both have their places then, and do not find one taken by the next
    expect((await upload(other)).status).toBe(200);
    await expect.poll(() => upload(busy)).toMatchObject(tooMany);
    clearInterval(sending);
    for (const socket of sockets) await trickle(socket, 'x');
    await expect.poll(async () => (await upload(busy)).status).toBe(200);
  });

  test('so many uploads in an hour', async () => {
    const eager = await givenPerson(shop);
    const at = new Date();
    shop.clock.now = at;
    const statuses = await Array.fromAsync({ length: 16 }, async () => (await upload(eager)).status);
    expect(statuses).toEqual([...Array(15).fill(200), 429]);
    const refused = await upload(eager);
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers['retry-after'])).toBe(3600);
    shop.clock.now = new Date(at.getTime() + 60 * 60 * 1000);
    const renewed = await givenPerson(shop);
    expect((await upload(renewed)).status).toBe(200);
  });
});

async function begin(head: string[]): Promise<Socket> {
  const socket = await connectTo(shop.url);
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n`);
  return socket;
}

/** Its headers are whole. */
function beginPost(path: string, headers: string[]): Promise<Socket> {
  return begin([`POST ${path} HTTP/1.1`, 'host: shop', ...headers, '']);
}

/** The end of its form comes later. */
function beginLongUpload(length: number, by = person, headers: string[] = []): Promise<Socket> {
  return beginUpload(shop.url, by, length + '\r\n--cut--\r\n'.length, { headers });
}

/** Does not care that the shop says no more, and is not reset; with pauses, in which a reset would come back. */
async function sendAfterRefusal(socket: Socket, pieces: string[]): Promise<void> {
  socket.allowHalfOpen = true;
  const reset = isReset(socket);
  const answer = readAll(socket);
  await expect.poll(() => answer.text()).toMatch(/^HTTP\/1\.1 408 /);
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await pause(50);
  }
  socket.end();
  expect(await reset).toBe(false);
}

/** Again and again, until the shop ends the connection although there is more. */
async function sendWithoutEnd(socket: Socket, bytes: string): Promise<void> {
  const reset = isReset(socket);
  const send = () => void (socket.writable && socket.write(bytes, send));
  send();
  await reset;
  expect(socket.bytesWritten).toBeLessThan(500_000_000);
}

/** Resolves when the shop has ended the connection: true when it was reset, so that what it has said may be lost. */
function isReset(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => socket.once('close', resolve));
}

/** Sends a bit again and again until the shop ends the connection; answers what it has said. */
async function trickle(socket: Socket, bit: string): Promise<string> {
  const answer = readAll(socket);
  const timer = setInterval(() => socket.writable && socket.write(bit), 50);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return answer.text();
}

function readAll(socket: Socket): { text(): string } {
  let text = '';
  socket.on('data', (bytes) => (text += bytes));
  return { text: () => text };
}

async function upload(by: Person, headers = {}) {
  return by.ask('POST', '/api/image', makeImageForm(await givenPixels(10, 10).png().toBuffer()), headers);
}
