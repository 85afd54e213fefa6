/** Encodes clean pictures in the widths and formats that pages use, and writes the manifest. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Format, makePlan, type Plan } from './plan.ts';

type Entry = {
  kind: Plan['kind'];
  description: string;
  ratio: string;
  colour: string;
  widths: Record<Format, number[]>;
};

// One thread, so that other programs keep their processors.
sharp.concurrency(1);
const [clean, out, ...only] = process.argv.slice(2);
if (!clean || !out)
  throw new Error(
    'Usage: node packages/art/src/encode.ts <folder of clean PNG> <folder of pictures> [key …]',
  );
await mkdir(out, { recursive: true });
const manifestPath = join(out, 'pictures.json');
// With keys, only these are replaced; without keys, the folder has only what was rendered.
const manifest: Record<string, Entry> =
  only.length > 0 ? JSON.parse(await readFile(manifestPath, 'utf8')) : {};
const rendered = (await readdir(clean))
  .filter((name) => name.endsWith('.png'))
  .map((name) => name.slice(0, -4));
const isRequested = (key: string) => only.length === 0 || only.includes(key.replace(/-phone$/, ''));
for (const key of rendered.filter(isRequested)) {
  const plan = makePlan(key);
  await encode(key, plan);
  manifest[key] = await describe(key, plan);
}
await removeStaleFiles();
const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(manifestPath, `${JSON.stringify(sorted, null, 2)}\n`);

async function encode(key: string, plan: Plan): Promise<void> {
  for (const format of ['avif', 'webp', 'jpg'] as const) {
    for (const width of plan.widths[format]) {
      const picture = sharp(join(clean ?? '', `${key}.png`)).resize({ width, kernel: 'lanczos3' });
      if (plan.kind === 'part' || plan.kind === 'banner') picture.sharpen({ sigma: 0.6, m1: 0.4, m2: 1.2 });
      const path = join(out ?? '', `${key}-${width}.${format}`);
      if (format === 'avif') await picture.avif({ quality: plan.quality.avif, effort: 4 }).toFile(path);
      else if (format === 'webp') await picture.webp({ quality: plan.quality.webp, effort: 4 }).toFile(path);
      else await picture.jpeg({ quality: plan.quality.jpg, mozjpeg: true }).toFile(path);
    }
  }
}

async function describe(key: string, plan: Plan): Promise<Entry> {
  const picture = sharp(join(clean ?? '', `${key}.png`));
  const { width, height } = await picture.metadata();
  const [red = 0, green = 0, blue = 0] = await picture.removeAlpha().resize(1, 1).raw().toBuffer();
  const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  return {
    kind: plan.kind,
    description: plan.description,
    ratio: formatRatio(width, height),
    colour,
    widths: plan.widths,
  };
}

function formatRatio(width: number, height: number): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(width, height);
  return `${width / common}/${height / common}`;
}

/** Removes files that are not in the manifest, and prints the size of the folder. */
async function removeStaleFiles(): Promise<void> {
  const expected = new Set(
    Object.entries(manifest).flatMap(([key, { widths }]) =>
      Object.entries(widths).flatMap(([format, list]) => list.map((width) => `${key}-${width}.${format}`)),
    ),
  );
  let bytes = 0;
  for (const name of await readdir(out ?? '')) {
    if (/\.(avif|webp|jpg)$/.test(name) && !expected.has(name)) await rm(join(out ?? '', name));
    else bytes += (await stat(join(out ?? '', name))).size;
  }
  console.log(`${Object.keys(manifest).length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);
}
