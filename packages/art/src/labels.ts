/** Draws labels of parts with neutral text (a rating, a capacity, small print), without a brand. */
import { makeRandom } from './boards.ts';

/** One SVG per label, by the name that models use; sizes in millimetres. Words come later (print.ts): here is room for them. */
export function drawLabels(): Record<string, string> {
  return {
    'label-memory': drawSheet(44, 15, 20, '#f2f2ee', [
      drawBars(2, 11.4, 26, 2, 1.3, 4),
      drawBarcode(31, 2, 11, 5.4, 4),
      drawBars(31, 9, 11, 3, 1.3, 7),
    ]),
    ...drawLargeDriveLabels(),
    ...drawSmallDriveLabels(),
    'label-ssd-25': drawSheet(58, 80, 14, '#24272c', [
      `<path d="M0 80V54L58 28V80Z" fill="#2f6fb2"/><path d="M0 80V63L58 37V80Z" fill="#3a8bd8"/>`,
    ]),
    'label-ssd-25-silver': drawSheet(58, 80, 14, '#e9eaea', [
      `<rect y="56" width="58" height="24" fill="#c1272d"/>`,
    ]),
    'label-ssd-enterprise': drawSheet(60, 84, 14, '#f1f1ee', [
      `<rect width="60" height="18" fill="#1b1e22"/>`,
      drawBars(4, 24, 34, 8, 2.2, 61),
      drawBarcode(4, 50, 44, 8, 62),
      drawMatrix(42, 24, 14, 8),
      drawBars(4, 64, 50, 5, 2.2, 64),
    ]),
    'label-m2': drawSheet(60, 19, 20, '#16181c', [`<path d="M51 0H60V19H43Z" fill="#b3262c"/>`]),
    'label-m2-white': drawSheet(60, 19, 20, '#f2f2ee', [
      drawBars(2, 12.4, 33, 3, 1.9, 71),
      drawBarcode(39, 3, 18, 5, 72),
      drawMatrix(48, 10, 7.4, 9),
    ]),
  };
}

const bands = {
  '': '#2f6f6a',
  '-blue': '#1d4f9c',
  '-red': '#a3161d',
  '-purple': '#5b2a86',
  '-gold': '#a8842c',
};

function drawLargeDriveLabels(): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [colour, band] of Object.entries(bands)) {
    labels[`label-hdd-35${colour}`] = drawSheet(86, 92, 12, '#f4f3ef', [
      `<rect width="86" height="28" fill="${band}"/>`,
      drawBars(5, 34, 48, 6, 2.6, 11),
      drawBarcode(5, 54, 48, 9, 12),
      drawBarcode(5, 69, 36, 6, 15),
      `<rect x="57" y="34" width="25" height="25" fill="#111"/>${drawMatrix(59, 36, 21, 3)}`,
      drawBars(57, 64, 24, 5, 2.4, 19),
      drawBars(5, 81, 60, 2, 2.6, 20),
    ]);
    labels[`label-hdd-sealed${colour}`] = drawSheet(86, 92, 12, '#eceeee', [
      `<rect width="24" height="92" fill="${colour === '' ? '#23282d' : band}"/>`,
      drawBars(30, 34, 50, 4, 2.6, 31),
      drawBarcode(30, 48, 50, 10, 32),
      drawBarcode(30, 62, 38, 6, 35),
      drawBars(30, 73, 50, 5, 2.4, 36),
      drawMatrix(4.5, 62, 15, 5, '#fff'),
    ]);
  }
  return { ...labels, 'label-hdd-35-dark': drawDarkLabel(60), 'label-hdd-sealed-dark': drawDarkLabel(54) };
}

function drawDarkLabel(line: number): string {
  return drawSheet(86, 92, 12, '#17191c', [
    `<rect y="${line}" width="86" height="5" fill="#7d8188"/>`,
    drawBars(5, 30, 44, 7, 2.6, 21),
    drawBarcode(44, line + 9, 36, 7, 22, '#e8e8e4'),
    drawMatrix(60, 32, 18, 23, '#e8e8e4'),
    drawBars(5, line + 10, 30, 4, 2.6, 24),
  ]);
}

function drawSmallDriveLabels(): Record<string, string> {
  const draw = (band: string, seed: number) =>
    drawSheet(56, 56, 16, '#f4f3ef', [
      `<rect width="56" height="18" fill="${band}"/>`,
      drawBars(4, 22, 32, 5, 2.2, seed),
      drawBarcode(4, 37, 32, 7, seed + 1),
      drawMatrix(39, 22, 13, seed + 2),
      drawBars(39, 39, 13, 4, 2.2, seed + 3),
      drawBars(4, 48, 40, 2, 2.2, seed + 4),
    ]);
  return { 'label-hdd-25': draw('#2d6a62', 41), 'label-hdd-fast': draw('#7a2d22', 51) };
}

function drawSheet(width: number, height: number, scale: number, paper: string, content: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}"
    viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${content.join('')}</svg>`;
}

/** Lines of small print: one bar per word. */
function drawBars(x: number, y: number, width: number, lines: number, leading: number, seed: number): string {
  const random = makeRandom(seed);
  let marks = '';
  for (let line = 0; line < lines; line++) {
    const end = x + width * (0.55 + random() * 0.45);
    for (let at = x; at < end; ) {
      const word = Math.min(end - at, (1 + random() * 3) * leading);
      marks += `<rect x="${at.toFixed(2)}" y="${(y + line * leading).toFixed(2)}" width="${word.toFixed(2)}" height="${(leading * 0.5).toFixed(2)}" fill="#4a4d52"/>`;
      at += word + leading * 0.35;
    }
  }
  return marks;
}

function drawBarcode(
  x: number,
  y: number,
  width: number,
  height: number,
  seed: number,
  ink = '#111',
): string {
  const random = makeRandom(seed);
  let marks = '';
  for (let at = 0; at < width - 0.8; ) {
    const bar = 0.2 + Math.floor(random() * 3) * 0.2;
    marks += `<rect x="${(x + at).toFixed(2)}" y="${y}" width="${bar.toFixed(2)}" height="${height}" fill="${ink}"/>`;
    at += bar + 0.2 + Math.floor(random() * 2) * 0.25;
  }
  return marks;
}

function drawMatrix(x: number, y: number, size: number, seed: number, ink = '#111'): string {
  const random = makeRandom(seed);
  const cell = size / 16;
  let marks =
    ink === '#111'
      ? `<rect x="${x - 1}" y="${y - 1}" width="${size + 2}" height="${size + 2}" fill="#fff"/>`
      : '';
  for (let row = 0; row < 16; row++) {
    for (let column = 0; column < 16; column++) {
      if (column === 0 || row === 15 || random() < 0.48) {
        marks += `<rect x="${(x + column * cell).toFixed(2)}" y="${(y + row * cell).toFixed(2)}" width="${cell.toFixed(2)}" height="${cell.toFixed(2)}" fill="${ink}"/>`;
      }
    }
  }
  return marks;
}
