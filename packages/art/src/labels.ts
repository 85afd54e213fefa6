/** Draws labels of parts with neutral text (a rating, a capacity, small print), without a brand. */
import { makeRandom } from './boards.ts';

/** One SVG per label, by the name that models use; sizes in millimetres. */
export function drawLabels(): Record<string, string> {
  return {
    'label-memory': drawSheet(44, 15, 20, '#f2f2ee', [
      drawText(2, 5.2, 3.6, 'DDR', '#111', 700),
      drawText(12, 5.2, 2.2, 'UNBUFFERED DIMM', '#333'),
      drawBars(2, 7, 26, 3, 1.3, 4),
      drawBarcode(31, 7.4, 11, 5.4, 4),
    ]),
    ...drawLargeDriveLabels(),
    ...drawSmallDriveLabels(),
    ...drawSsdLabels(),
  };
}

function drawLargeDriveLabels(): Record<string, string> {
  return {
    'label-hdd-35': drawSheet(92, 92, 12, '#f4f3ef', [
      `<rect width="92" height="21" fill="#1d3f66"/>`,
      drawText(5, 14, 10.5, '3.5&#8243;', '#fff', 700),
      drawText(38, 9.6, 4.4, 'HARD DISK DRIVE', '#fff', 600),
      drawText(38, 16, 3.4, 'INTERNAL', '#cfdcec'),
      drawBars(5, 27, 50, 7, 2.6, 11),
      drawBarcode(5, 52, 50, 9, 12),
      drawBarcode(5, 67, 36, 6, 15),
      `<rect x="62" y="27" width="25" height="25" fill="#111"/>${drawMatrix(64, 29, 21, 3)}`,
      drawBars(62, 57, 25, 6, 2.4, 19),
      drawText(5, 86, 2.8, 'DO NOT COVER ANY DRIVE HOLES', '#333', 600),
      drawText(62, 80, 2.6, 'DC 5 V / 12 V', '#333'),
    ]),
    'label-hdd-35-dark': drawSheet(92, 92, 12, '#17191c', [
      `<rect width="92" height="92" fill="#17191c"/><rect y="60" width="92" height="6" fill="#c8962e"/>`,
      drawText(5, 17, 11, '3.5&#8243;', '#fff', 700),
      drawText(5, 26, 4.4, 'HARD DISK DRIVE', '#c8962e', 600),
      drawBars(5, 33, 50, 6, 2.6, 21),
      drawBarcode(48, 70, 38, 7, 22, '#e8e8e4'),
      drawMatrix(66, 8, 19, 23, '#e8e8e4'),
      drawText(5, 75, 3, 'INTERNAL', '#ddd', 600),
      drawText(5, 81, 3, 'DC 5 V / 12 V', '#aaa'),
    ]),
    'label-hdd-sealed': drawSheet(92, 92, 12, '#e9ebec', [
      `<rect width="92" height="92" fill="#eceeee"/><rect width="26" height="92" fill="#23282d"/>`,
      drawText(5, 16, 8, '3.5&#8243;', '#fff', 700),
      drawText(5, 25, 3.4, 'SEALED', '#b9c3cc', 600),
      drawText(5, 30, 3.4, '24 × 7', '#b9c3cc', 600),
      drawBars(32, 8, 54, 8, 2.6, 31),
      drawBarcode(32, 36, 54, 10, 32),
      drawBarcode(32, 52, 40, 6, 35),
      drawBars(32, 64, 54, 6, 2.4, 36),
      drawMatrix(5, 62, 16, 5, '#fff'),
      drawText(32, 86, 3, 'HELIUM DRIVE · DO NOT OPEN', '#333', 600),
    ]),
  };
}

function drawSmallDriveLabels(): Record<string, string> {
  return {
    'label-hdd-25': drawSheet(62, 58, 16, '#f4f3ef', [
      `<rect width="62" height="13" fill="#2d6a62"/>`,
      drawText(4, 9.4, 7, '2.5&#8243;', '#fff', 700),
      drawText(24, 8.6, 3.3, 'HARD DISK DRIVE', '#fff', 600),
      drawBars(4, 18, 34, 6, 2.2, 41),
      drawBarcode(4, 36, 34, 7, 42),
      drawMatrix(44, 18, 14, 6),
      drawBars(44, 36, 14, 4, 2.2, 44),
      drawText(4, 53, 2.6, 'DC 5 V', '#333', 600),
    ]),
    'label-hdd-fast': drawSheet(62, 58, 16, '#f4f3ef', [
      `<rect width="62" height="13" fill="#7a2d22"/>`,
      drawText(4, 9.4, 7, '2.5&#8243;', '#fff', 700),
      drawText(24, 8.6, 3.3, 'ENTERPRISE', '#fff', 600),
      drawBars(4, 18, 34, 6, 2.2, 51),
      drawBarcode(4, 36, 34, 7, 52),
      drawMatrix(44, 18, 14, 7),
      drawBars(44, 36, 14, 4, 2.2, 54),
      drawText(4, 53, 2.6, 'DC 5 V / 12 V', '#333', 600),
    ]),
  };
}

function drawSsdLabels(): Record<string, string> {
  return {
    'label-ssd-25': drawSheet(64, 70, 14, '#26292e', [
      `<rect width="64" height="70" fill="#24272c"/><path d="M0 70V46L64 22V70Z" fill="#2f6fb2"/><path d="M0 70V54L64 30V70Z" fill="#3a8bd8"/>`,
      drawText(6, 14, 9, 'SSD', '#fff', 700),
      drawText(6, 21, 3.6, 'SOLID STATE DRIVE', '#aeb6bf', 500),
      drawText(6, 64, 4.2, '2.5&#8243;', '#fff', 600),
    ]),
    'label-ssd-25-silver': drawSheet(64, 70, 14, '#e7e8e8', [
      `<rect width="64" height="70" fill="#e9eaea"/><rect y="48" width="64" height="22" fill="#c1272d"/>`,
      drawText(6, 16, 9.5, 'SSD', '#222', 700),
      drawText(6, 23, 3.6, 'SOLID STATE DRIVE', '#666', 500),
      drawText(6, 62, 4.2, '2.5&#8243;', '#fff', 600),
    ]),
    'label-ssd-enterprise': drawSheet(64, 80, 14, '#f1f1ee', [
      `<rect width="64" height="12" fill="#1b1e22"/>`,
      drawText(4, 8.6, 5.4, 'ENTERPRISE SSD', '#fff', 700),
      drawBars(4, 18, 36, 9, 2.2, 61),
      drawBarcode(4, 46, 46, 8, 62),
      drawMatrix(46, 18, 14, 8),
      drawBars(4, 60, 52, 5, 2.2, 64),
    ]),
    'label-m2': drawSheet(56, 18, 20, '#15171a', [
      `<rect width="56" height="18" fill="#16181c"/><path d="M38 0H56V18H30Z" fill="#b3262c"/>`,
      drawText(3, 8.2, 6, 'NVMe', '#fff', 700),
      drawText(3, 13.4, 2.6, 'SOLID STATE DRIVE', '#b8bec6', 500),
      drawText(39, 11, 5, 'M.2', '#fff', 700),
    ]),
    'label-m2-white': drawSheet(50, 17, 20, '#f2f2ee', [
      drawText(2, 5.6, 4.2, 'M.2', '#111', 700),
      drawText(13, 5.6, 2.6, 'SSD', '#333', 600),
      drawBars(2, 7.6, 28, 3, 1.4, 71),
      drawBarcode(33, 3, 15, 5, 72),
      drawMatrix(41, 9.4, 6.4, 9),
    ]),
  };
}

function drawSheet(width: number, height: number, scale: number, paper: string, content: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}"
    viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${content.join('')}</svg>`;
}

function drawText(x: number, y: number, size: number, words: string, ink: string, weight = 400): string {
  return `<text x="${x}" y="${y}" font-family="DejaVu Sans, sans-serif" font-weight="${weight}" font-size="${size}" fill="${ink}">${words}</text>`;
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
