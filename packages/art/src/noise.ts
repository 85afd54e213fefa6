/** Computes the noise of the guides: reflections of mirroring surfaces appear in albedo and normal. */
import type { Picture } from './picture.ts';

const REACH = 3;

/**
 * The variance (of values from 0 to 1) of the guides' noise around each pixel. Noise differs from the median of its
 * 3 × 3 pixels, unlike edges, and does so in both guides: in the albedo alone it is print, in the normal alone relief.
 */
export function computeNoise(albedo: Picture, normal: Picture): Float32Array {
  const [albedoVariance, normalVariance] = [computeVariance(albedo), computeVariance(normal)];
  return albedoVariance.map((variance, at) => Math.min(variance, normalVariance[at] ?? 0));
}

function computeVariance({ width, height, pixels }: Picture): Float32Array {
  const outliers = new Float32Array(width * height);
  const nine = new Float32Array(9);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let sum = 0;
      for (let channel = 0; channel < 3; channel++) {
        for (let k = 0; k < 9; k++) {
          const row = y + Math.floor(k / 3) - 1;
          nine[k] = pixels[(row * width + x + (k % 3) - 1) * 3 + channel] ?? 0;
        }
        const here = nine[4] ?? 0;
        nine.sort();
        sum += (here - (nine[4] ?? 0)) ** 2;
      }
      outliers[y * width + x] = sum / 3;
    }
  }
  return computeLocalMean(outliers, width);
}

/** The mean of the 7 × 7 values around each. */
export function computeLocalMean(values: Float32Array, width: number): Float32Array {
  return averageAlong(averageAlong(values, 1), width);
}

function averageAlong(values: Float32Array, step: number): Float32Array {
  return values.map((_, at) => {
    let sum = 0;
    for (let k = -REACH; k <= REACH; k++) sum += values[at + k * step] ?? 0;
    return sum / (2 * REACH + 1);
  });
}
