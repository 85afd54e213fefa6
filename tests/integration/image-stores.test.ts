/** Where pictures are kept, and how they are handed out: the same from the disk and from a bucket of S3. */
import { randomUUID } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { parseUploadedImage } from '#kernel/uploaded-images.ts';
import { openDiskStore } from '#platform/images/disk-store.ts';
import { ask, givenPerson } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenStores } from '../support/image-stores.ts';
import { connectTo, givenPixels, listKeptFiles, makeImageForm, readAnswered } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const folder = givenFolder();

describe.each(givenStores)('kept %s,', async (_place, givenStore) => {
  const store = await givenStore();
  const shop = await givenShop({ imageStore: await store.open() });
  const { person } = await givenPeople(shop, { person: {} });

  describe('the same image', () => {
    test('is stored once, however often it is uploaded, at the same moment too, and whatever its metadata', async () => {
      const picture = await givenPixels(900, 70).png().toBuffer();
      const located = await sharp(picture)
        .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
        .png()
        .toBuffer();
      expect(located.equals(picture)).toBe(false);
      const before = await store.names();
      const other = await givenPerson(shop); // each may upload two at once
      const uploads = await Promise.all([
        ...[picture, picture].map((bytes) => upload(bytes)),
        ...[located, picture].map((bytes) => upload(bytes, other)),
      ]);
      const [first] = uploads;
      for (const { body } of uploads) expect(body).toEqual(first?.body);
      expect(await store.names()).toHaveLength(before.length + 9);
      const another = await upload(await givenPixels(900, 70).png().toBuffer());
      expect(another.body.data.url).not.toBe(first?.body.data.url);
    });

    test('is completed when a crash had left only some of its files', async () => {
      const picture = await givenPixels(330, 30).png().toBuffer();
      const { url } = (await upload(picture)).body.data;
      const whole = await storedFiles(url);
      expect(whole).toHaveLength(6);
      for (const file of whole.slice(2)) await store.remove(file);
      expect((await ask(shop, 'GET', `/images/${whole[3]}`)).status).toBe(404);
      expect((await upload(picture)).body.data.url).toBe(url);
      expect(await storedFiles(url)).toEqual(whole);
    });
  });

  describe('the address of one file', () => {
    test('gives the addresses of all the others', async () => {
      const { url } = (await upload(await givenPixels(1000, 50).png().toBuffer())).body.data;
      const picture = parseUploadedImage(url);
      expect(picture).toMatchObject({ width: 960, height: 48, jpg: 640 });
      expect(picture?.avif).toEqual([320, 640, 960]);
      for (const width of picture?.webp ?? []) {
        expect((await ask(shop, 'GET', `${picture?.base}-${width}.webp`)).status).toBe(200);
      }
      expect(parseUploadedImage('/pictures/memory-2-black-640.jpg')).toBeUndefined();
      expect(parseUploadedImage('https://elsewhere.example/images/a.jpg')).toBeUndefined();
    });

    test('may be kept by browsers for ever, and is never taken for anything but a picture', async () => {
      const { url } = (await upload(await givenPixels(30, 20).png().toBuffer())).body.data;
      const { headers, bytes } = await look(url);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-type': 'image/jpeg',
        'content-length': String(bytes.length),
      });
      const again = await ask(shop, 'GET', url, undefined, { 'if-none-match': String(headers.etag) });
      expect(again.status).toBe(304);
      const head = await shop.app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(bytes.length)]);
    });

    test('gives the stored bytes, in another process too', async () => {
      const { url } = (await upload(await givenPixels(30, 20).png().toBuffer())).body.data;
      const name = url.replace('/images/', '');
      const kept = await (await store.open()).get(name);
      const { bytes } = await look(url);
      expect(bytes).toEqual(await store.read(name));
      if (!kept || !('bytes' in kept)) throw new Error('The other process does not find it.');
      expect(Buffer.concat(await kept.bytes.toArray())).toEqual(bytes);
    });

    test('can be requested by many at once', async () => {
      const { url } = (await upload(await givenPixels(600, 60).png().toBuffer())).body.data;
      const { bytes } = await look(url);
      const answers = await Promise.all(
        Array.from({ length: 200 }, async () => (await fetch(shop.url + url)).bytes()),
      );
      for (const answer of answers) expect(Buffer.from(answer).equals(bytes)).toBe(true);
    });

    test('answers 404 for a file that there is not, and for every name that the shop does not give', async () => {
      const { url } = (await upload(await givenPixels(700, 20).png().toBuffer())).body.data;
      const known = url.replace('-640.jpg', '');
      await store.write('secret.txt', 'secret');
      const addresses = [
        `/images/${'0'.repeat(40)}-960x720-640.jpg`,
        `${known}-641.jpg`,
        `${known}-960.jpg`,
        `${known}-640.gif`,
        `${known}-640.jpg.part`,
        `${known}-640.jpg%00`,
        `${url}/`,
        `/images/x/../${url.slice('/images/'.length)}`,
        '/images/secret.txt',
        '/images/',
        '/images/%2e%2e%2fcompact-secret.jpg',
        '/images/..%5ccompact-secret.jpg',
        '/images//etc/passwd',
        '/images/../compact-secret.jpg',
        '/images/../../etc/passwd',
      ];
      for (const address of addresses) {
        const answer = await raw(`GET ${address} HTTP/1.1`);
        expect(answer, address).toMatch(/^HTTP\/1\.1 404 /);
        expect(answer, address).not.toMatch(/secret\b(?!\.)/);
      }
    });
  });

  function upload(bytes: Buffer, by = person) {
    return by.ask('POST', '/api/image', makeImageForm(bytes));
  }

  const storedFiles = async (url: string) => listKeptFiles(url, await store.names());
  const look = (url: string) => readAnswered(shop, url);

  async function raw(line: string): Promise<string> {
    const socket = await connectTo(shop.url);
    socket.write(`${line}\r\nhost: shop\r\nconnection: close\r\n\r\n`);
    return Buffer.concat(await socket.toArray()).toString();
  }
});

test('what a crash left of a file on the disk is removed an hour later', async () => {
  const [old, fresh] = [`old-${randomUUID()}.jpg.part`, `fresh-${randomUUID()}.jpg.part`];
  for (const name of [old, fresh]) await writeFile(join(folder, name), 'half a pict');
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(folder, old), longAgo, longAgo);
  await openDiskStore(folder, () => {});
  expect(await readdir(folder)).toEqual([fresh]);
});
