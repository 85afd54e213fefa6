/** Draws the models' flat textures (circuit boards, labels) as PNG. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawBoards } from './boards.ts';
import { drawLabels } from './labels.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node packages/art/src/textures.ts <folder>');
await mkdir(folder, { recursive: true });
for (const [name, svg] of Object.entries({ ...drawBoards(), ...drawLabels() })) {
  await sharp(Buffer.from(svg))
    .flatten({ background: '#000' })
    .png()
    .toFile(join(folder, `${name}.png`));
}
