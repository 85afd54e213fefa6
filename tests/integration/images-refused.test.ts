/** What the image host refuses: in a sentence at the field, storing nothing, and without harm to the shop. */
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ask, givenPerson, type Person } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { makeEmptyPng, makeJpegOfScans } from '../support/picture-bombs.ts';
import { beginUpload, givenPixels, makeImageForm, makeSolidImage } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const stopped: string[] = [];
const shop = await givenShop({
  uploads: {
    ...{ maxConcurrent: 24, maxConcurrentOfStrangers: 12, maxConcurrentPerPerson: 100, maxPerHour: 1000 },
    slow: { afterMs: 60_000, bytesPerSecond: 1 },
  },
  isolation: { onStopped: (sentence) => stopped.push(sentence) },
});
const { person } = await givenPeople(shop, { person: {} });

describe('refused, with a sentence at the field and nothing stored, is', () => {
  const supported = 'This is not a JPEG, PNG, WebP or AVIF picture.';
  const broken = 'This picture is broken or incomplete. Please choose another one.';

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['SVG with a script', () => Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF')],
    ['GIF', () => makeSolidImage('#f00').gif().toBuffer()],
    ['TIFF', () => makeSolidImage('#f00').tiff().toBuffer()],
    ['a program', () => Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['a video', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['one byte', () => Buffer.from('x')],
  ])('%s, also under the name and type of a JPEG', async (_kind, content) => {
    const form = makeImageForm(await content(), { name: 'photo.jpg', type: 'image/jpeg' });
    await expectRefusal(form, 400, supported);
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a truncated or damaged %s', async (format) => {
    const whole = await givenPixels(300, 200).toFormat(format).toBuffer();
    for (const share of [0.1, 0.5, 0.9]) {
      await expectRefusal(makeImageForm(whole.subarray(0, Math.floor(whole.length * share))), 400, broken);
    }
    const header = whole.subarray(0, 32);
    await expectRefusal(makeImageForm(Buffer.concat([header, Buffer.alloc(2000, 'x')])), 400, broken);
  });

  test('one of more than 10 MB, also when only its end is too much', async () => {
    const limit = 10 * 1024 * 1024;
    const small = await givenPixels(20, 20).jpeg().toBuffer();
    const sentence = 'This picture is too large: at most 10 MB are possible.';
    const padded = (bytes: number) =>
      makeImageForm(Buffer.concat([small, Buffer.alloc(bytes - small.length)]));
    await expectRefusal(padded(limit + 1), 413, sentence);
    await expectRefusal(padded(2 * limit), 413, sentence);
    expect((await person.ask('POST', '/api/image', padded(limit - 1))).status).toBe(200);
  });

  test('one of more than 40 megapixels, before it is unpacked', async () => {
    const sentence = 'This picture is too large: at most 40 megapixels are possible.';
    await expectRefusal(makeImageForm(makeEmptyPng(6400, 6400)), 400, sentence);
    const before = process.memoryUsage().rss;
    await expectRefusal(makeImageForm(makeEmptyPng(30_000, 30_000)), 400, sentence);
    await expectRefusal(makeImageForm(makeEmptyPng(1, 40_000_001)), 400, sentence);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['whose rows are too long', () => makeEmptyPng(13_333_333, 3, { depth: 16, colorType: 6 })],
    [
      'that would fill the memory when it is decoded',
      () => makeEmptyPng(6324, 6324, { depth: 16, colorType: 6, interlace: 1 }),
    ],
    ['of 50,000 scans', () => makeJpegOfScans(50_000)],
  ])('one %s, before it is decoded', async (_kind, make) => {
    const sentence =
      'This picture takes too much memory or time to open. Save it as an ordinary JPEG with sides of at most 16,384 pixels, and choose that.';
    await expectRefusal(makeImageForm(await make()), 400, sentence);
    expect(stopped).toEqual([]);
  });

  test('an AVIF of more than 16 megapixels, which is slow to decode', async () => {
    const sentence = 'This picture is too large: at most 16 megapixels are possible.';
    const large = await makeSolidImage('#00f', 4001, 4000).avif({ effort: 0 }).toBuffer();
    await expectRefusal(makeImageForm(large), 400, sentence);
  });

  test('a form without a picture, with an empty one, or with text in its place', async () => {
    const text = new FormData();
    text.append('image', 'data:image/png;base64,AAAA');
    for (const form of [new FormData(), makeImageForm(Buffer.alloc(0), { name: '' }), text]) {
      await expectRefusal(form, 400, 'Upload Image');
    }
  });

  test('a picture in another field, and two at once [S9.13]', async () => {
    const bytes = await givenPixels(10, 10).png().toBuffer();
    await expectRefusal(
      makeImageForm(bytes, { field: 'photo' }),
      400,
      'The file belongs into the field image',
    );
    for (const field of ['image', 'photo']) {
      const form = makeImageForm(bytes);
      form.append(field, new Blob([new Uint8Array(bytes)]), 'second.png');
      await expectRefusal(form, 400, 'One picture at a time is possible');
    }
  });

  test('a form with many other fields', async () => {
    const form = makeImageForm(await givenPixels(10, 10).png().toBuffer());
    for (let field = 0; field < 50; field += 1) form.append(`field${field}`, 'x');
    await expectRefusal(form, 400, 'Nothing but the field image is needed');
  });

  test('anything but a whole multipart form', async () => {
    const needed = 'A multipart form (multipart/form-data) with the file in image is needed';
    await expectRefusal({ image: 'x' }, 415, needed);
    await expectRefusal(undefined, 415, needed);
    for (const type of ['image/png', 'text/plain', 'application/x-www-form-urlencoded']) {
      await expectRefusal('x', 415, needed, { 'content-type': type });
    }
    const incomplete = 'The upload did not arrive whole. Please try again';
    for (const boundary of ['; boundary=other', '; boundary=', '']) {
      const type = `multipart/form-data${boundary}`;
      await expectRefusal('--one\r\nnothing', 400, incomplete, { 'content-type': type });
    }
  });
});

test('an administrator’s picture does not wait for those of others', async () => {
  const large = await givenPixels(2000, 1500).png().toBuffer();
  const small = await givenPixels(10, 10).png().toBuffer();
  const strangers = await Promise.all([1, 2, 3].map(() => givenPerson(shop, { isConfirmed: false })));
  const admin = await givenPerson(shop, { role: 'admin' });
  const done: string[] = [];
  const send = async (by: Person, bytes: Buffer, name: string) => {
    expect((await by.ask('POST', '/api/image', makeImageForm(bytes))).status).toBe(200);
    done.push(name);
  };
  const others = strangers.map((by) => send(by, large, 'stranger'));
  await send(admin, small, 'administrator');
  expect(done.filter((name) => name === 'stranger').length).toBeLessThan(2);
  await Promise.all(others);
});

describe('over the network', () => {
  test('an upload that breaks off half-way stores nothing, and the shop goes on', async () => {
    const before = await files();
    const bytes = await givenPixels(800, 60).png().toBuffer();
    for (const share of [0.3, 0.99]) await breakOff(bytes, share);
    expect(await files()).toEqual(before);
    expect((await sendOverNetwork(bytes)).status).toBe(200);
  });

  test('the refusal of a large upload arrives', async () => {
    const answer = await sendOverNetwork(Buffer.alloc(15 * 1024 * 1024));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ refused: 'image-too-large', errors: [{ path: 'image' }] });
  });

  test('that an upload is too large is said before it is sent', async () => {
    const socket = await beginUpload(shop.url, person, 2 ** 31, { bytes: 'x' });
    const [answer] = (await socket.take(1).toArray()) as Buffer[];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test('so many uploads at once that they would fill the memory are put off, and possible again afterwards', async () => {
    const sockets: Socket[] = [];
    const bytes = await givenPixels(10, 10).png().toBuffer();
    try {
      const beginAnother = async () => {
        sockets.push(await beginUpload(shop.url, person, 100_000, { bytes: 'x' }));
        await pause(20); // in which the shop takes it in, before the next one
        return (await upload(bytes)).status;
      };
      await expect.poll(beginAnother, { timeout: 20_000, interval: 1 }).toBe(503);
      expect(sockets.length).toBeGreaterThan(10);
      expect((await upload(bytes)).body).toMatchObject({ refused: 'image-host-busy' });
      expect((await ask(shop, 'GET', '/api/parts')).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(async () => (await upload(bytes)).status, { timeout: 20_000 }).toBe(200);
  });
});

async function files(): Promise<string[]> {
  return (await readdir(shop.imageFolder)).sort();
}

async function expectRefusal(
  body: unknown,
  status: number,
  message: string,
  headers?: Record<string, string>,
): Promise<void> {
  const before = await files();
  const refused = await person.ask('POST', '/api/image', body, headers);
  const detail = message.endsWith('.') ? message : `${message}.`;
  expect(refused).toMatchObject({ status, body: { detail, errors: [{ path: 'image', message }] } });
  expect(await files()).toEqual(before);
}

async function breakOff(bytes: Buffer, share: number): Promise<void> {
  const some = bytes.subarray(0, Math.floor(bytes.length * share));
  const socket = await beginUpload(shop.url, person, bytes.length, { bytes: some });
  await pause(200); // until the shop has read them
  socket.destroy();
  await pause(500); // in which something could be stored
}

function sendOverNetwork(bytes: Buffer): Promise<Response> {
  return fetch(`${shop.url}/api/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: makeImageForm(bytes),
  });
}

function upload(bytes: Buffer) {
  return person.ask('POST', '/api/image', makeImageForm(bytes));
}
