/** Denoising a rendering removes its noise and keeps its edges as smooth as in the guides. */
import { expect, test } from 'vitest';
import { makeRandom } from '../src/boards.ts';
import { denoise, type Picture } from '../src/denoise.ts';

const SIDE = 64;
const dark = [0.2, 0.25, 0.3];
const bright = [0.8, 0.75, 0.7];

/** The part of a pixel above a slanted line, from 0 to 1. */
function coverage(x: number, y: number): number {
  return Math.min(1, Math.max(0, y - 20 - x * 0.3 + 0.5));
}

function picture(colorAt: (x: number, y: number) => number[]): Picture {
  const colors = Array.from({ length: SIDE * SIDE }, (_, at) => colorAt(at % SIDE, Math.floor(at / SIDE)));
  return { width: SIDE, height: SIDE, pixels: Float32Array.from(colors.flat()) };
}

function mixed(below: number[], above: number[]): Picture {
  return picture((x, y) =>
    below.map((value, channel) => value + ((above[channel] ?? 0) - value) * coverage(x, y)),
  );
}

/** Root mean square of the difference, over the pixels that `counts` picks. */
function distance(of: Picture, from: Picture, counts: (x: number, y: number) => boolean): number {
  const squares = Array.from(of.pixels, (value, at) => (value - (from.pixels[at] ?? 0)) ** 2).filter(
    (_, at) => counts(Math.floor(at / 3) % SIDE, Math.floor(at / 3 / SIDE)),
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

const isEdge = (x: number, y: number) => coverage(x, y) > 0 && coverage(x, y) < 1;

test('noise is removed, on even surfaces and on the antialiased edge between them', () => {
  const random = makeRandom(4);
  const truth = mixed(dark, bright);
  const noise = Float32Array.from(truth.pixels, () => (random() - 0.5) * 0.3);
  const noisy = { ...truth, pixels: truth.pixels.map((value, at) => value + (noise[at] ?? 0)) };
  const clean = denoise(
    noisy,
    mixed([0.1, 0.1, 0.1], [0.9, 0.9, 0.9]),
    mixed([0.5, 0.5, 1], [0.5, 0.2, 0.8]),
  );
  expect(distance(noisy, truth, isEdge)).toBeGreaterThan(0.08);
  expect(distance(clean, truth, isEdge)).toBeLessThan(0.025);
  expect(distance(clean, truth, (x, y) => !isEdge(x, y))).toBeLessThan(0.012);
});

test('a print that only the albedo has stays legible', () => {
  const random = makeRandom(5);
  const print = picture((x, y) => (x % 4 === 0 && y % 3 === 0 ? [0.9, 0.9, 0.9] : [0.3, 0.3, 0.3]));
  const truth = { ...print, pixels: print.pixels.map((value) => value * 0.8) };
  const noisy = { ...truth, pixels: truth.pixels.map((value) => value + (random() - 0.5) * 0.2) };
  const clean = denoise(
    noisy,
    print,
    picture(() => [0.5, 0.5, 1]),
  );
  expect(distance(clean, truth, () => true)).toBeLessThan(distance(noisy, truth, () => true) / 2);
});

test('a spark does not spread over its surroundings', () => {
  const truth = picture(() => dark);
  const pixels = truth.pixels.slice();
  pixels.fill(1, (30 * SIDE + 30) * 3, (30 * SIDE + 31) * 3);
  const clean = denoise(
    { ...truth, pixels },
    picture(() => [0.4, 0.4, 0.4]),
    picture(() => [0.5, 0.5, 1]),
  );
  expect(
    Math.max(...clean.pixels.map((value, at) => Math.abs(value - (truth.pixels[at] ?? 0)))),
  ).toBeLessThan(0.02);
});
