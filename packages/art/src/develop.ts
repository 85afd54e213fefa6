/** Removes the noise from raw renderings, and cuts the phones' part out of banners. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { denoise, type Picture } from './denoise.ts';

/** From `<raw>/<key>.png` and its guides to `<clean>/<key>.png`. */
export async function develop(raw: string, clean: string, key: string): Promise<void> {
  await mkdir(clean, { recursive: true });
  const file = `${key}.png`;
  const guide = (name: string) => load(join(raw, 'guides', key, `${name}0001.png`));
  const { width, height, pixels } = denoise(
    await load(join(raw, file)),
    await guide('albedo'),
    await guide('normal'),
  );
  const bytes = Uint8ClampedArray.from(pixels, (value) => value * 255);
  const picture = sharp(bytes, { raw: { width, height, channels: 3 } });
  await picture.clone().png().toFile(join(clean, file));
  if (key.startsWith('banner-')) {
    // Phones show only the right part, with the objects; the text is below it.
    const cut = {
      left: width - Math.round((height * 4) / 3),
      top: 0,
      width: Math.round((height * 4) / 3),
      height,
    };
    await picture
      .clone()
      .extract(cut)
      .png()
      .toFile(join(clean, `${key}-phone.png`));
  }
}

async function load(path: string): Promise<Picture> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const words = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  return { width: info.width, height: info.height, pixels: Float32Array.from(words, (word) => word / 65535) };
}
