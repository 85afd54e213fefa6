/** Removes the noise from raw renderings: `node packages/art/src/develop.ts <raw folder> <clean folder> [key …]`. */
import { access, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { denoise, type Picture } from './denoise.ts';

const [raw, clean, ...only] = process.argv.slice(2);
if (!raw || !clean)
  throw new Error('Usage: node packages/art/src/develop.ts <raw folder> <clean folder> [key …]');
await mkdir(clean, { recursive: true });
for (const file of (await readdir(raw)).filter((name) => name.endsWith('.png')).sort()) {
  const key = file.slice(0, -4);
  if (only.length > 0 ? !only.includes(key) : await isNewer(join(clean, file), join(raw, file))) continue;
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
  console.log(`developed ${key}`);
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

async function isNewer(path: string, than: string): Promise<boolean> {
  try {
    await access(path);
  } catch {
    return false;
  }
  return (await stat(path)).mtimeMs > (await stat(than)).mtimeMs;
}
