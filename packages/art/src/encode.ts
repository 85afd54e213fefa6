/** Encodes clean pictures in the widths and formats that pages use, and keeps the manifest. */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Format, makePlan, type Plan } from './plan.ts';
import { drawPrint, readAreas } from './print.ts';
import type { Wanted } from './wanted.ts';

type Entry = {
  kind: Plan['kind'];
  description: string;
  ratio: string;
  colour: string;
  widths: Record<Format, number[]>;
  lines?: readonly string[];
  fingerprint?: string;
};
export type Manifest = Record<string, Entry>;

// One thread, so that other programs keep their processors.
sharp.concurrency(1);

export async function readManifest(out: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(out, 'pictures.json'), 'utf8'));
}

export async function writeManifest(out: string, manifest: Manifest): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(join(out, 'pictures.json'), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Writes the files of one picture and returns what the manifest says of it. */
export async function encode(
  { key, model, lines, fingerprint }: Omit<Wanted, 'fingerprint'> & { fingerprint?: string },
  folders: { raw: string; clean: string; out: string },
): Promise<Entry> {
  const plan = makePlan(model, lines);
  const source = await print(join(folders.clean, `${model}.png`), join(folders.raw, `${model}.json`), lines);
  const files = (['avif', 'webp', 'jpg'] as const).flatMap((format) =>
    plan.widths[format].map((width) => ({ format, width })),
  );
  await Promise.all(
    files.map(({ format, width }) => {
      const picture = sharp(source).resize({ width, kernel: 'lanczos3' });
      if (plan.kind === 'part' || plan.kind === 'banner') picture.sharpen({ sigma: 0.6, m1: 0.4, m2: 1.2 });
      const path = join(folders.out, `${key}-${width}.${format}`);
      if (format === 'avif') return picture.avif({ quality: plan.quality.avif, effort: 4 }).toFile(path);
      if (format === 'webp') return picture.webp({ quality: plan.quality.webp, effort: 4 }).toFile(path);
      return picture.jpeg({ quality: plan.quality.jpg, mozjpeg: true }).toFile(path);
    }),
  );
  return { ...(await describe(source, plan)), ...(lines.length > 0 && { lines }), fingerprint };
}

/** The picture with the lines on it, as large as its largest file so that letters stay sharp. */
async function print(picture: string, areas: string, lines: readonly string[]): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  if (lines.length === 0) return sharp(picture).png().toBuffer();
  const [large, high] = [960, Math.round((960 * height) / width)];
  const svg = drawPrint(await readAreas(areas), lines, large, high);
  return sharp(picture)
    .resize(large, high, { kernel: 'lanczos3' })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

async function describe(source: Buffer, plan: Plan): Promise<Entry> {
  const picture = sharp(source);
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

/** Removes files that are not in the manifest, and returns the bytes of the others. */
export async function removeStaleFiles(out: string, manifest: Manifest): Promise<number> {
  const expected = new Set(
    Object.entries(manifest).flatMap(([key, { widths }]) =>
      Object.entries(widths).flatMap(([format, list]) => list.map((width) => `${key}-${width}.${format}`)),
    ),
  );
  let bytes = 0;
  for (const name of await readdir(out)) {
    if (/\.(avif|webp|jpg)$/.test(name) && !expected.has(name)) await rm(join(out, name));
    else bytes += (await stat(join(out, name))).size;
  }
  return bytes;
}
