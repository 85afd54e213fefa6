/** A store of pictures that cannot be used: sentences at the start, refusals at uploads, and pages that go on. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openImageStore } from '#app/image-store.ts';
import { openDiskStore } from '#platform/images/disk-store.ts';
import { openS3Store, type S3Settings } from '#platform/images/s3-store.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';
import { refusal } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenPixels, makeImageForm } from '../support/pictures.ts';
import { freePort } from '../support/processes.ts';
import { startS3Server } from '../support/s3-server.ts';
import { givenShop } from '../support/shop.ts';
import { givenFolder, removeFolder } from '../support/shop-folders.ts';

const server = await startS3Server();
afterEach(server.goOnline);
afterAll(server.close);
const folder = givenFolder();
const failures: string[] = [];
const imageStore = openS3Store(server.place, ({ call, error }) => failures.push(`${call}: ${error}`));
const shop = await givenShop({ imageStore });

test.each<[string, (place: S3Settings) => Partial<S3Settings>, RegExp]>([
  ['an unknown key', () => ({ key: 'somebody' }), /not accept this key and secret \(InvalidAccessKeyId\)/],
  ['a wrong secret', () => ({ secret: 'guessed' }), /accept this key and secret \(SignatureDoesNotMatch\)/],
  ['a bucket that there is not', () => ({ bucket: 'elsewhere' }), /there is no bucket elsewhere at http:/],
  [
    'https asked of a server that speaks none',
    ({ endpoint }) => ({ endpoint: endpoint.replace('http:', 'https:') }),
    /does not speak https; tls=off says so/,
  ],
])('the shop does not start, and says in one sentence why, with %s', async (_case, wrong, reason) => {
  const s3 = { ...server.place, ...wrong(server.place) };
  const opening = openImageStore({ s3, dataDir: folder }, console.error);
  await expect(opening).rejects.toThrow(StartupRefusal);
  await expect(opening).rejects.toThrow(/^The bucket at S3_URL cannot be used: [^\n]*\.$/);
  await expect(opening).rejects.toThrow(reason);
  await expect(opening).rejects.not.toThrow(/guessed|S3RVER/);
});

test('without its image store the shop starts, logs it, and has its images when the store is back', async () => {
  await server.goOffline();
  const lines: string[] = [];
  const store = await openImageStore({ s3: server.place, dataDir: folder }, (line) => lines.push(line));
  expect(lines).toEqual([
    expect.stringMatching(
      /^The bucket at S3_URL: http:\S+ cannot be reached \(ECONNREFUSED\)\. The shop opens/,
    ),
  ]);
  expect(await store.has('a.jpg')).toEqual({ refused: 'image-store-unavailable' });
  await server.goOnline();
  expect(await store.has('a.jpg')).toBe(false);
});

describe('while the store is away', async () => {
  const { person } = await givenPeople(shop, { person: {} });
  const upload = (bytes: Buffer) => person.ask('POST', '/api/image', makeImageForm(bytes));

  test('an upload is refused at its field, and the same upload succeeds afterwards', async () => {
    const picture = await givenPixels(400, 30).png().toBuffer();
    failures.length = 0;
    await server.goOffline();
    const refused = await upload(picture);
    const detail = 'Pictures cannot be kept at the moment. Nothing is lost; please try again in a minute.';
    expect(refused).toMatchObject(
      refusal(503, 'image-store-unavailable', { errors: [{ path: 'image', message: detail }] }),
    );
    expect(failures).toEqual([expect.stringMatching(/^has: Error: http:\S+ cannot be reached/)]);
    await server.goOnline();
    expect((await upload(picture)).status).toBe(200);
  });

  test('a picture is answered 503 with a frame of its shape in its place, which nobody keeps', async () => {
    const { url } = (await upload(await givenPixels(400, 30).png().toBuffer())).body.data;
    await server.goOffline();
    const away = await fetch(shop.url + url);
    expect(away.status).toBe(503);
    expect(Object.fromEntries(away.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
      'retry-after': '60',
    });
    expect(await away.text()).toMatch(/^<svg [^>]*viewBox="0 0 400 30"/);
    await server.goOnline();
    expect((await fetch(shop.url + url)).status).toBe(200);
  });

  test('without an answer of the store, no request waits for ever', async () => {
    const port = await freePort();
    const silent = createServer(() => {}).listen(port, '127.0.0.1');
    const place = { ...server.place, endpoint: `http://127.0.0.1:${port}` };
    const store = openS3Store(place, () => {}, 200);
    expect(await store.has('a.jpg')).toEqual({ refused: 'image-store-unavailable' });
    silent.close();
  });
});

test('a disk that takes nothing refuses as well, and says why in the log', async () => {
  const said: unknown[] = [];
  const lost = join(folder, 'lost');
  const store = await openDiskStore(lost, (failure) => said.push(failure));
  removeFolder(lost);
  expect(await store.put('a.jpg', Buffer.from('x'), 'image/jpeg')).toEqual({
    refused: 'image-store-unavailable',
  });
  expect(said).toMatchObject([{ call: 'put', error: { code: 'ENOENT' } }]);
});
