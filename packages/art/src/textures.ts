/** Draws the flat prints that the models carry (copper, ink and gold of circuit boards, labels) as PNG. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { boards } from './boards.ts';
import { labels } from './labels.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Say where the textures go: node packages/art/src/textures.ts <folder>');
await mkdir(folder, { recursive: true });
for (const [name, svg] of Object.entries({ ...boards(), ...labels() })) {
  await sharp(Buffer.from(svg))
    .flatten({ background: '#000' })
    .png()
    .toFile(join(folder, `${name}.png`));
}
