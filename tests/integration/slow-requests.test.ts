/** Requests that trickle in are given up, uploads that arrive steadily are not, and nobody takes all places for uploads. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { givenPerson, type Person } from '../support/given.ts';
import { connectTo, givenPixels, pictureForm } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop({
  arrival: { headersMs: 300, bodyMs: 300, uploadBytesPerSecond: 8000, uploadCheckMs: 300 },
  uploads: { atOnce: 24, perPerson: 2, perHour: 6 },
});
let person: Person;

beforeAll(async () => {
  person = await givenPerson(shop);
});

describe('given up is', () => {
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
    const head = [`POST ${path} HTTP/1.1`, 'host: shop', `content-type: ${type}`, 'content-length: 2000', ''];
    const socket = await begin(head);
    await trickle(socket, 'x'); // to the end of the connection, whatever was answered
  });

  test('a body in pieces, too', async () => {
    const socket = await begin([
      'POST /api/identity/sign-in/email HTTP/1.1',
      'host: shop',
      'content-type: application/json',
      'transfer-encoding: chunked',
      '',
    ]);
    expect(await trickle(socket, '1\r\nx\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('an upload that trickles in', async () => {
    const socket = await beginUpload(100_000);
    expect(await trickle(socket, 'x')).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('an upload may take longer than other bodies, as long as it arrives steadily', async () => {
  const length = 200_000;
  const socket = await beginUpload(length);
  const answer = readAll(socket);
  for (let sent = 0; sent < length; sent += 20_000) {
    socket.write(Buffer.alloc(20_000));
    await pause(80); // 800 ms in all
  }
  socket.write('\r\n--cut--\r\n');
  await expect.poll(() => answer.text()).toMatch(/^HTTP\/1\.1 400 [\s\S]*image-not-recognised/);
  socket.destroy();
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
    const sockets = [await beginUpload(100_000, busy), await beginUpload(100_000, busy)];
    await expect.poll(() => upload(busy)).toMatchObject(tooMany);
    expect((await upload(other)).status).toBe(200);
    for (const socket of sockets) await trickle(socket, 'x');
    await expect.poll(async () => (await upload(busy)).status).toBe(200);
  });

  test('so many uploads in an hour', async () => {
    const eager = await givenPerson(shop);
    const at = new Date();
    shop.clock.now = at;
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await upload(eager)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const refused = await upload(eager);
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers['retry-after'])).toBe(3600);
    shop.clock.now = new Date(at.getTime() + 60 * 60 * 1000);
    const renewed = await givenPerson(shop);
    expect((await upload(renewed)).status).toBe(200);
    shop.clock.now = undefined;
  });
});

async function begin(head: string[]): Promise<Socket> {
  const socket = await connectTo(shop.url);
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n`);
  return socket;
}

function beginUpload(length: number, by = person): Promise<Socket> {
  const head = '--cut\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const end = '\r\n--cut--\r\n';
  return begin([
    'POST /api/image HTTP/1.1',
    'host: shop',
    `authorization: Bearer ${by.token}`,
    'content-type: multipart/form-data; boundary=cut',
    `content-length: ${head.length + length + end.length}`,
    '',
    head.slice(0, -2),
  ]);
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
  socket.on('data', (bytes) => {
    text += bytes;
  });
  return { text: () => text };
}

async function upload(by: Person) {
  return by.ask('POST', '/api/image', pictureForm(await givenPixels(10, 10).png().toBuffer()));
}
