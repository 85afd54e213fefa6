/** Prints words on parts after they were photographed: flat ink on the areas that a model leaves free for it. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const areasSchema = z.array(
  z.strictObject({
    /** Upper left, upper right and lower left, in shares of the frame. */
    corners: z.array(z.tuple([z.number(), z.number()])).length(3),
    ink: z.string(),
    rows: z.int(),
    /** In millimetres. */
    sides: z.tuple([z.number(), z.number()]),
  }),
);
type Area = z.infer<typeof areasSchema>[number];

export async function readAreas(path: string): Promise<Area[]> {
  return areasSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** An SVG as large as the picture with the lines on each area; the first line is the larger one. */
export function drawPrint(
  areas: readonly Area[],
  lines: readonly string[],
  width: number,
  height: number,
): string {
  const prints = areas.map((area) => drawArea(area, lines, width, height));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${prints.join('')}</svg>`;
}

function drawArea(
  { corners, ink, rows, sides }: Area,
  lines: readonly string[],
  width: number,
  height: number,
): string {
  const [left, right, below] = corners.map(([x, y]) => [x * width, y * height]);
  if (!left || !right || !below) return '';
  const [wide, high] = sides;
  const across = right.map((value, axis) => (value - (left[axis] ?? 0)) / wide);
  const down = below.map((value, axis) => (value - (left[axis] ?? 0)) / high);
  const matrix = [...across, ...down, ...left].map((value) => value.toFixed(4)).join(' ');
  const texts =
    rows === 1
      ? [drawLine(lines.join('  '), 0, high * 0.06, wide, high * 0.88)]
      : drawRows(lines, wide, high);
  return `<g transform="matrix(${matrix})" fill="${ink}" fill-opacity=".93">${texts.join('')}</g>`;
}

function drawRows([first = '', second]: readonly string[], wide: number, high: number): string[] {
  if (second === undefined) return [drawLine(first, 0, high * 0.25, wide, high * 0.5)];
  return [
    drawLine(first, 0, high * 0.08, wide, high * 0.42),
    drawLine(second, 0, high * 0.64, wide, high * 0.27),
  ];
}

/** How wide a letter is against its height, and how high a capital is against the size of its font. */
const letterWidth = 0.74;
const capitalHeight = 0.73;

/** One line within a box, as large as its height and its length allow. */
function drawLine(words: string, x: number, y: number, wide: number, high: number): string {
  const size = Math.min(high / capitalHeight, wide / (words.length * letterWidth));
  const baseline = y + (high + size * capitalHeight) / 2;
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('  ', '&#160;&#160;');
  return `<text x="${x.toFixed(2)}" y="${baseline.toFixed(2)}" font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="${size.toFixed(2)}">${escaped}</text>`;
}
