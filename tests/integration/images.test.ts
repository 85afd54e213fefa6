/** The image host: what it makes of pictures. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { parseUploadedImage } from '#kernel/uploaded-images.ts';
import { givenPeople } from '../support/given-people.ts';
import {
  givenPixels,
  listKeptFiles,
  makeImageForm,
  makeSolidImage,
  readAnswered,
} from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { person } = await givenPeople(shop, { person: {} });

describe('an upload', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'of %s is kept as AVIF, WebP and JPEG, 320, 640 and 960 pixels wide',
    async (format) => {
      const uploaded = await upload(await givenPixels(1200, 60).toFormat(format).toBuffer());
      expect(uploaded).toMatchObject({
        status: 200,
        body: { success: true, data: { width: 960, height: 48, widths: [320, 640, 960] } },
      });
      const { url } = uploaded.body.data;
      expect(url).toMatch(/^\/images\/[0-9a-f]{40}-960x48-g\d\d-640\.jpg$/);
      for (const width of [320, 640, 960]) {
        for (const [ending, kind] of [
          ['avif', 'heif'],
          ['webp', 'webp'],
          ['jpg', 'jpeg'],
        ]) {
          const file = await look(url.replace('-640.jpg', `-${width}.${ending}`));
          expect(file.headers['content-type']).toBe(`image/${ending === 'jpg' ? 'jpeg' : ending}`);
          const { format, width: real, height } = await sharp(file.bytes).metadata();
          expect({ format, real, height }).toEqual({ format: kind, real: width, height: width / 20 });
        }
      }
    },
  );

  test.each([
    [1, 1, [1]],
    [64, 64, [64]],
    [320, 20, [320]],
    [500, 30, [320, 500]],
    [640, 40, [320, 640]],
    [700, 50, [320, 640, 700]],
  ])('of %d × %d pixels is never enlarged', async (width, height, widths) => {
    const { body } = await upload(await givenPixels(width, height).png().toBuffer());
    expect(body.data).toMatchObject({ width, height, widths });
    expect(await storedFiles(body.data.url)).toHaveLength(widths.length * 3);
    const { width: shown } = await sharp((await look(body.data.url)).bytes).metadata();
    expect(shown).toBe(Math.max(...widths.filter((each) => each <= 640)));
  });

  test('that is very tall is kept no taller than 1,920 pixels', async () => {
    const { body } = await upload(await givenPixels(100, 4000).png().toBuffer());
    expect(body.data).toMatchObject({ width: 48, height: 1920, widths: [48] });
  });

  test.each([
    ['red', makeSolidImage('#c83232').png(), '14'],
    ['nearly white', makeSolidImage('#f8f6f4').jpeg(), '09'],
    ['half red, half blue', redBesideBlue(40).png(), '82'],
  ])(
    'that is %s says so in its name, for pages to show until it has come',
    async (_, picture, placeholder) => {
      const { url } = (await upload(await picture.toBuffer())).body.data;
      expect(parseUploadedImage(url)).toMatchObject({ placeholderColor: placeholder });
    },
  );

  test('with transparency has no placeholder color, which would stay visible', async () => {
    const picture = makeSolidImage({ r: 200, g: 0, b: 0, alpha: 0.5 }).png();
    const { url } = (await upload(await picture.toBuffer())).body.data;
    expect(parseUploadedImage(url)).toMatchObject({ placeholderColor: undefined });
    expect(url).not.toContain('-g');
  });

  test('is known by its content, whatever its name and type say', async () => {
    const bytes = await givenPixels(40, 30).webp().toBuffer();
    for (const disguise of [{ name: 'photo.png', type: 'image/png' }, { name: '' }, { name: 'a.svg' }]) {
      const uploaded = await person.ask('POST', '/api/image', makeImageForm(bytes, disguise));
      expect(uploaded.status, disguise.name).toBe(200);
    }
  });

  test('is turned as the camera held it: 2 × 1 pixels with orientation 6 come out as 1 × 2', async () => {
    const tiny = await redBesideBlue(1).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(tiny).metadata()).toMatchObject({ width: 2, height: 1, orientation: 6 });
    expect((await upload(tiny)).body.data).toMatchObject({ width: 1, height: 2, widths: [1] });

    for (const format of ['jpeg', 'webp', 'png', 'avif'] as const) {
      const lying = redBesideBlue(100).withMetadata({ orientation: 6 }).toFormat(format);
      const { data } = (await upload(await lying.toBuffer())).body;
      expect(data, format).toMatchObject({ width: 100, height: 200 });
      const pixels = await readPixels(data.url);
      expect(Number(pixels[0]), format).toBeGreaterThan(200); // red above
      expect(Number(pixels.at(-3)), format).toBeLessThan(50); // blue below
    }
  });

  test('loses what the camera wrote into it: place, maker, everything', async () => {
    const bytes = await givenPixels(400, 30)
      .withExif({
        IFD0: { Make: 'TelltaleCamera', Copyright: 'Olga Owner' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">TelltaleCamera</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(bytes.includes('TelltaleCamera')).toBe(true);
    const { body } = await upload(bytes);
    const files = await storedFiles(body.data.url);
    expect(files).toHaveLength(6);
    for (const file of files) {
      const stored = await readFile(join(shop.imageFolder, file));
      expect(stored.includes('TelltaleCamera'), file).toBe(false);
      expect(stored.includes('Exif'), file).toBe(false);
      const { exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
      expect({ exif, xmp, iptc, icc, orientation }, file).toEqual({});
    }
  });

  test('that is animated is stored as its first frame', async () => {
    const frame = (background: string) => makeSolidImage(background, 60, 40).png().toBuffer();
    const frames = [await frame('#f00'), await frame('#00f')];
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const { body } = await upload(bytes);
    expect(body.data).toMatchObject({ width: 60, height: 40 });
    await expectColour(body.data.url, [255, 0, 0]);
  });

  test.each<[string, [number, number, number], () => Sharp]>([
    ['CMYK', [255, 0, 0], () => makeSolidImage('#f00').toColourspace('cmyk').jpeg({ quality: 100 })],
    ['16 bits a channel', [0, 128, 0], () => makeSolidImage('#008000').toColourspace('rgb16').png()],
    ['gray levels', [128, 128, 128], () => makeSolidImage('#808080').toColourspace('b-w').jpeg()],
    ['16 gray levels', [128, 128, 128], () => makeSolidImage('#808080').toColourspace('grey16').png()],
    ['a palette', [0, 0, 255], () => makeSolidImage('#00f').png({ palette: true })],
    ['colours of its own (Display P3)', [255, 0, 0], () => makeSolidImage('#f00').withIccProfile('p3').png()],
  ])('with %s keeps its colours', async (_kind, colour, picture) => {
    const uploaded = await upload(await picture().toBuffer());
    expect(uploaded.status).toBe(200);
    await expectColour(uploaded.body.data.url, colour, 25);
    expect((await sharp((await look(uploaded.body.data.url)).bytes).metadata()).space).toBe('srgb');
  });

  test('that is transparent stays so, and gets a white background as JPEG', async () => {
    const clear = { r: 255, g: 0, b: 0, alpha: 0 };
    const { body } = await upload(await makeSolidImage(clear, 50, 50).png().toBuffer());
    await expectColour(body.data.url, [255, 255, 255]);
    for (const ending of ['avif', 'webp']) {
      const file = await look(body.data.url.replace('jpg', ending));
      const { channels } = await sharp(file.bytes).stats();
      expect(channels[3]?.max, ending).toBe(0);
    }
  });
});

function upload(bytes: Buffer) {
  return person.ask('POST', '/api/image', makeImageForm(bytes));
}

async function storedFiles(url: string): Promise<string[]> {
  return listKeptFiles(url, await readdir(shop.imageFolder));
}

const look = (url: string) => readAnswered(shop, url);

function redBesideBlue(side: number): Sharp {
  const pixels = Buffer.from([255, 0, 0, 0, 0, 255]);
  return sharp(pixels, { raw: { width: 2, height: 1, channels: 3 } }).resize({
    width: 2 * side,
    height: side,
    fit: 'fill',
    kernel: 'nearest',
  });
}

async function readPixels(url: string): Promise<Buffer> {
  return await sharp((await look(url)).bytes)
    .raw()
    .toBuffer();
}

async function expectColour(url: string, colour: number[], tolerance = 6): Promise<void> {
  const { channels } = await sharp((await look(url)).bytes).stats();
  expect(channels).toHaveLength(3);
  for (const [index, { mean }] of channels.entries()) {
    expect(Math.abs(mean - (colour[index] ?? 0)), `channel ${index} is ${mean}`).toBeLessThanOrEqual(
      tolerance,
    );
  }
}
