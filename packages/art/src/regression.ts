/** Fits the colors around each pixel to its guides, so that edges become as smooth as in the guides. */
import type { Picture } from './picture.ts';

/** The terms of the fit: a constant, the position (x, y), albedo and normal (three each). */
const TERMS = 9;
const REACH = 4;
const SIGMA = 1.8;
/** The ridge of the guides' terms, for rounding, and its increase per noise. */
const RIDGE = 3e-4;
const RIDGE_PER_NOISE = 4;

type Neighbour = { dx: number; dy: number; weight: number };

const neighbours: Neighbour[] = [];
for (let dy = -REACH; dy <= REACH; dy++) {
  for (let dx = -REACH; dx <= REACH; dx++) {
    const squared = dx * dx + dy * dy;
    if (squared <= REACH * REACH)
      neighbours.push({ dx, dy, weight: Math.exp(-squared / (2 * SIGMA * SIGMA)) });
  }
}

// Shared by all pixels: a picture has 700,000.
const squares = new Float64Array(TERMS * TERMS);
const products = new Float64Array(TERMS * 3);
const terms = new Float64Array(TERMS);

/**
 * A weighted least-squares fit of each pixel's color to position, albedo and normal of its neighbours; near ones weigh
 * most. A pixel on an edge is the same mixture in the guides as in the picture, so it needs no similar neighbour.
 * `noise` is the guides' noise for each pixel; noisy guides weigh less.
 * After Bitterli and others, 'Nonlinearly Weighted First-order Regression for Denoising Monte Carlo Renderings',
 * Eurographics Symposium on Rendering 2016, without its weights by color, which make edges jagged again.
 */
export function regress(noisy: Picture, albedo: Picture, normal: Picture, noise: Float32Array): Float32Array {
  const { width, height, pixels } = noisy;
  const fitted = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      sumEquations(noisy, albedo.pixels, normal.pixels, x, y);
      const ridge = (RIDGE + RIDGE_PER_NOISE * (noise[at] ?? 0)) * (squares[0] ?? 0);
      for (let term = 1; term < TERMS; term++) add(squares, term * TERMS + term, term < 3 ? 0 : ridge);
      factorize();
      for (let channel = 0; channel < 3; channel++) fitted[at * 3 + channel] = solve(channel);
    }
  }
  return fitted;
}

/** Sums the normal equations of one pixel, relative to its guides and position: its color is the constant term. */
function sumEquations(
  { width, height, pixels }: Picture,
  albedo: Float32Array,
  normal: Float32Array,
  x: number,
  y: number,
) {
  const here = (y * width + x) * 3;
  squares.fill(0);
  products.fill(0);
  terms[0] = 1;
  for (const { dx, dy, weight } of neighbours) {
    const column = x + dx;
    const row = y + dy;
    if (column < 0 || column >= width || row < 0 || row >= height) continue;
    const there = (row * width + column) * 3;
    terms[1] = dx / REACH;
    terms[2] = dy / REACH;
    for (let channel = 0; channel < 3; channel++) {
      terms[3 + channel] = (albedo[there + channel] ?? 0) - (albedo[here + channel] ?? 0);
      terms[6 + channel] = (normal[there + channel] ?? 0) - (normal[here + channel] ?? 0);
    }
    for (let term = 0; term < TERMS; term++) {
      const weighted = weight * (terms[term] ?? 0);
      if (weighted === 0) continue;
      for (let other = 0; other <= term; other++)
        add(squares, term * TERMS + other, weighted * (terms[other] ?? 0));
      for (let channel = 0; channel < 3; channel++)
        add(products, term * 3 + channel, weighted * (pixels[there + channel] ?? 0));
    }
  }
}

/** Replaces `squares` by its Cholesky factor. */
function factorize(): void {
  for (let row = 0; row < TERMS; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = squares[row * TERMS + column] ?? 0;
      for (let k = 0; k < column; k++)
        rest -= (squares[row * TERMS + k] ?? 0) * (squares[column * TERMS + k] ?? 0);
      squares[row * TERMS + column] =
        row === column ? Math.sqrt(Math.max(rest, 1e-9)) : rest / (squares[column * TERMS + column] ?? 1);
    }
  }
}

/** The constant term of one channel's fit. */
function solve(channel: number): number {
  for (let row = 0; row < TERMS; row++) {
    let rest = products[row * 3 + channel] ?? 0;
    for (let k = 0; k < row; k++) rest -= (squares[row * TERMS + k] ?? 0) * (products[k * 3 + channel] ?? 0);
    products[row * 3 + channel] = rest / (squares[row * TERMS + row] ?? 1);
  }
  for (let row = TERMS - 1; row >= 0; row--) {
    let rest = products[row * 3 + channel] ?? 0;
    for (let k = row + 1; k < TERMS; k++)
      rest -= (squares[k * TERMS + row] ?? 0) * (products[k * 3 + channel] ?? 0);
    products[row * 3 + channel] = rest / (squares[row * TERMS + row] ?? 1);
  }
  return products[channel] ?? 0;
}

function add(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] ?? 0) + value;
}
