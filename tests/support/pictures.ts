/** Makes images and the forms that upload them. */
import { connect, type Socket } from 'node:net';
import sharp, { type Colour, type Sharp } from 'sharp';
import { expect } from 'vitest';
import { parseUploadedImage } from '#kernel/uploaded-images.ts';
import type { Person } from './given.ts';
import type { TestShop } from './shop.ts';

/** An image that no other test uploads: a random gradient. */
export function givenPixels(width: number, height: number): Sharp {
  const [from, to] = [makeRandomColor(), makeRandomColor()];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(drawing)).flatten();
}

/** As a browser test chooses it for a field. */
export async function givenPhoto() {
  const buffer = await givenPixels(64, 48).jpeg().toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

export function makeSolidImage(background: Colour, width = 50, height = 50): Sharp {
  const channels = typeof background === 'object' ? 4 : 3;
  return sharp({ create: { width, height, channels, background } });
}

/** Uploads a picture as this person, by default a small one; answers its address. */
export async function uploadPicture({ ask }: Pick<Person, 'ask'>, bytes?: Buffer): Promise<string> {
  const form = bytes ? makeImageForm(bytes) : await givenImageForm();
  return (await ask('POST', '/api/image', form)).body.data.url;
}

/** The names of the files that are kept of an uploaded picture. */
export function listKeptFiles(url: string, names: readonly string[]): string[] {
  const key = parseUploadedImage(url)?.base.slice('/images/'.length) ?? 'no picture';
  return names.filter((name) => name.startsWith(key)).sort();
}

/** What the shop answers at the address of a file that is there. */
export async function readAnswered({ app }: Pick<TestShop, 'app'>, url: string) {
  const { statusCode, headers, rawPayload } = await app.inject({ method: 'GET', url });
  expect(statusCode, url).toBe(200);
  return { headers, bytes: rawPayload };
}

/** A form with a small picture. */
export async function givenImageForm(): Promise<FormData> {
  return makeImageForm(await givenPixels(40, 40).png().toBuffer());
}

/** A form with one file, in the field `image` unless said. */
export function makeImageForm(bytes: Uint8Array, { field = 'image', name = 'photo.jpg', type = '' } = {}) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

/** Begins to upload a picture by a raw connection: its form promises so many bytes, and these come. */
export async function beginUpload(
  url: string,
  { token }: Pick<Person, 'token'>,
  length: number,
  { bytes = '', headers = [] }: { bytes?: Uint8Array | string; headers?: string[] } = {},
): Promise<Socket> {
  const form = '--cut\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const head = [
    'POST /api/image HTTP/1.1',
    'host: shop',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=cut',
    `content-length: ${form.length + length}`,
    ...headers,
  ];
  const socket = await connectTo(url);
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n${form}`);
  await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

/** A raw connection to the shop, for malformed or unfinished requests. */
export function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return new Promise((resolve, reject) =>
    socket.once('connect', () => resolve(socket)).once('error', reject),
  );
}

function makeRandomColor(): string {
  return `#${Math.floor(Math.random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;
}
