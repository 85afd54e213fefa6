/** Removes Monte Carlo noise from a rendering, guided by its albedo and normal, which are nearly noise-free. */
import { computeLocalMean, computeNoise } from './noise.ts';
import type { Picture } from './picture.ts';
import { regress } from './regression.ts';

const STEPS = [1, 2, 4, 8, 16];
const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16];
/** The difference of color that counts as noise on the first pass: the minimum, and per noise. */
const LEAST_STRENGTH = 0.1;
const STRENGTH_PER_NOISE = 4;
/** The strength is divided by this after each pass. */
const STRENGTH_DECAY = 1.25;
/** Differences of guides that count as none (squared), and their increase per noise. */
const SAME_ALBEDO = 1 / 900;
const SAME_NORMAL = 1 / 160;
const SAME_PER_NOISE = 12;
/** The minimum difference of a spark from all its neighbours. */
const SPARK = 0.1;

/**
 * A regression on the guides cleans edges and prints. An à-trous wavelet then removes the mottling on even surfaces; it
 * mixes only neighbours with the same surface and material, so edges stay. All pictures are RGB from 0 to 1.
 * After Dammertz and others, 'Edge-Avoiding À-Trous Wavelet Transform for fast Global Illumination Filtering',
 * High Performance Graphics 2010.
 */
export function denoise(noisy: Picture, albedo: Picture, normal: Picture): Picture {
  const noise = computeNoise(albedo, normal);
  const limited = removeSparks(noisy, albedo.pixels);
  let pixels = regress({ ...noisy, pixels: limited }, albedo, normal, noise);
  const strength = computeDeviation(limited, pixels, noisy.width).map((value) =>
    Math.max(LEAST_STRENGTH, STRENGTH_PER_NOISE * value),
  );
  const guides = { albedo: albedo.pixels, normal: normal.pixels, noise, strength };
  STEPS.forEach((step, pass) => {
    pixels = smooth({ ...noisy, pixels }, guides, step, STRENGTH_DECAY ** pass);
  });
  return { ...noisy, pixels };
}

/** The standard deviation of the removed noise around each pixel. */
function computeDeviation(noisy: Float32Array, clean: Float32Array, width: number): Float32Array {
  const squares = new Float32Array(noisy.length / 3).map(
    (_, at) => computeDistance(noisy, at * 3, at * 3, clean) / 3,
  );
  return computeLocalMean(squares, width).map(Math.sqrt);
}

/** Limits pixels that are far brighter or darker than all their neighbours, unless their material is. */
function removeSparks({ width, height, pixels }: Picture, albedo: Float32Array): Float32Array {
  const limited = pixels.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const here = (y * width + x) * 3 + channel;
        const { over, under } = measureOutlier(pixels, here, width);
        if (over <= SPARK && under <= SPARK) continue;
        const material = measureOutlier(albedo, here, width);
        if (over > SPARK + material.over) limited[here] = (limited[here] ?? 0) - over + SPARK + material.over;
        else if (under > SPARK + material.under)
          limited[here] = (limited[here] ?? 0) + under - SPARK - material.under;
      }
    }
  }
  return limited;
}

/** How far a value is over the highest and under the lowest of the eight around it; not below 0. */
function measureOutlier(values: Float32Array, here: number, width: number): { over: number; under: number } {
  let minimum = 1;
  let maximum = 0;
  for (const row of [-1, 0, 1]) {
    for (const column of [-1, 0, 1]) {
      if (row === 0 && column === 0) continue;
      const value = values[here + (row * width + column) * 3] ?? 0;
      minimum = Math.min(minimum, value);
      maximum = Math.max(maximum, value);
    }
  }
  const value = values[here] ?? 0;
  return { over: Math.max(0, value - maximum), under: Math.max(0, minimum - value) };
}

type Guides = { albedo: Float32Array; normal: Float32Array; noise: Float32Array; strength: Float32Array };

function smooth({ width, height, pixels }: Picture, guides: Guides, step: number, decay: number) {
  const { albedo, normal, noise, strength } = guides;
  const smoothed = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const here = (y * width + x) * 3;
      const tolerance = SAME_PER_NOISE * (noise[y * width + x] ?? 0);
      const colorScale = (decay / (strength[y * width + x] ?? 1)) ** 2;
      const albedoScale = 1 / (SAME_ALBEDO + tolerance);
      const normalScale = 1 / (SAME_NORMAL + tolerance);
      let red = 0;
      let green = 0;
      let blue = 0;
      let total = 0;
      for (let dy = -2; dy <= 2; dy++) {
        const row = y + dy * step;
        if (row < 0 || row >= height) continue;
        for (let dx = -2; dx <= 2; dx++) {
          const column = x + dx * step;
          if (column < 0 || column >= width) continue;
          const there = (row * width + column) * 3;
          const difference =
            computeDistance(pixels, here, there) * colorScale +
            computeDistance(albedo, here, there) * albedoScale +
            computeDistance(normal, here, there) * normalScale;
          const weight = (KERNEL[dx + 2] ?? 0) * (KERNEL[dy + 2] ?? 0) * Math.exp(-difference);
          red += weight * (pixels[there] ?? 0);
          green += weight * (pixels[there + 1] ?? 0);
          blue += weight * (pixels[there + 2] ?? 0);
          total += weight;
        }
      }
      smoothed[here] = red / total;
      smoothed[here + 1] = green / total;
      smoothed[here + 2] = blue / total;
    }
  }
  return smoothed;
}

/** The squared distance of two colors of one picture, or of two pictures. */
function computeDistance(values: Float32Array, here: number, there: number, other = values): number {
  const red = (values[here] ?? 0) - (other[there] ?? 0);
  const green = (values[here + 1] ?? 0) - (other[there + 1] ?? 0);
  const blue = (values[here + 2] ?? 0) - (other[there + 2] ?? 0);
  return red * red + green * green + blue * blue;
}
