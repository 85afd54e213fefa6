/** Draws circuit boards: red is copper under the mask, green is printed ink, blue is bare gold. */

type Random = () => number;
type Board = { width: number; height: number; scale: number; seed: number; bundles: number; prints?: string };

/** One SVG per board, by the name that models use; sizes in millimetres. */
export function drawBoards(): Record<string, string> {
  return {
    memory: drawBoard({ width: 133.35, height: 31.25, scale: 12, seed: 3, bundles: 46 }),
    m2: drawBoard({ width: 80, height: 22, scale: 14, seed: 5, bundles: 26 }),
    'm2-short': drawBoard({ width: 42, height: 22, scale: 16, seed: 8, bundles: 14 }),
    msata: drawBoard({ width: 50.8, height: 29.85, scale: 16, seed: 9, bundles: 18 }),
    card: drawBoard({ width: 168, height: 69, scale: 9, seed: 12, bundles: 60 }),
    drive: drawBoard({ width: 90, height: 70, scale: 8, seed: 14, bundles: 40 }),
    atx: drawBoard({ width: 244, height: 305, scale: 6, seed: 17, bundles: 230 }),
    eatx: drawBoard({ width: 300, height: 305, scale: 6, seed: 19, bundles: 260 }),
    'micro-atx': drawBoard({ width: 244, height: 244, scale: 7, seed: 21, bundles: 190 }),
    'micro-atx-slim': drawBoard({ width: 200, height: 244, scale: 7, seed: 23, bundles: 160 }),
    'mini-itx': drawBoard({ width: 170, height: 170, scale: 9, seed: 25, bundles: 110 }),
  };
}

function drawBoard({ width, height, scale, seed, bundles }: Board): string {
  const random = makeRandom(seed);
  const parts: string[] = [];
  for (let i = 0; i < bundles; i++) parts.push(drawBundle(random, width, height));
  for (let i = 0; i < bundles * 5; i++) parts.push(drawVia(random() * width, random() * height));
  parts.push(...drawDesignators(random, width, height));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"
    viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#000"/>
    <g style="mix-blend-mode:normal" fill="none">${parts.join('')}</g></svg>`;
}

/** Parallel traces with a 45° turn: ever thinner lines over each other, alternately bright and dark. */
function drawBundle(random: Random, width: number, height: number): string {
  const lines = 2 + Math.floor(random() * 5);
  const across = random() < 0.5;
  const sign = random() < 0.5 ? 1 : -1;
  let x = random() * width;
  let y = random() * height;
  let path = `M${x.toFixed(2)} ${y.toFixed(2)}`;
  for (let leg = 0; leg < 3; leg++) {
    const length = (0.05 + random() * 0.16) * Math.min(width, height * 2);
    if (leg === 1) {
      x += length * 0.6 * sign;
      y += length * 0.6;
    } else if (across) x += length * sign;
    else y += length;
    path += `L${x.toFixed(2)} ${y.toFixed(2)}`;
  }
  const pitch = 0.62;
  let strokes = '';
  for (let line = lines; line > 0; line--) {
    strokes += `<path d="${path}" stroke="#f00" stroke-width="${((2 * line - 1) * pitch).toFixed(2)}"/>`;
    const gap = (2 * line - 1) * pitch - 0.56;
    if (gap > 0) strokes += `<path d="${path}" stroke="#000" stroke-width="${gap.toFixed(2)}"/>`;
  }
  return strokes;
}

function drawVia(x: number, y: number): string {
  const at = `cx="${x.toFixed(2)}" cy="${y.toFixed(2)}"`;
  return `<circle ${at} r=".42" fill="#00b"/><circle ${at} r=".18" fill="#000"/>`;
}

/** Printed names and outlines of small parts, without overlaps. */
function drawDesignators(random: Random, width: number, height: number): string[] {
  const taken = new Set<string>();
  const marks: string[] = [];
  for (let i = 0; i < (width * height) / 60; i++) {
    const x = 1 + random() * (width - 4);
    const y = 2 + random() * (height - 4);
    const cell = `${Math.floor(x / 5)} ${Math.floor(y / 4)}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    const letter = 'RCLUQD'[Math.floor(random() * 6)];
    const at = `x="${x.toFixed(1)}" y="${y.toFixed(1)}"`;
    marks.push(
      `<text ${at} font-family="DejaVu Sans" font-size="1" fill="#0a0">${letter}${Math.floor(random() * 400)}</text>`,
      `<rect ${at} width="2" height="1.1" stroke="#090" stroke-width=".12" transform="translate(0 .4)"/>`,
    );
  }
  return marks;
}

/** Reproducible random numbers from 0 to 1 (mulberry32). */
export function makeRandom(seed: number): Random {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
