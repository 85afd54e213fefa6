/** How noisy the guides are: a surface that mirrors sends what it mirrors into its albedo and normal. */
import type { Picture } from './picture.ts';

const REACH = 3;

/**
 * Promises for each pixel the variance (of values from 0 to 1) that is noise in the guides around it. Noise is what
 * differs from the median of its nine, which edges do not, and differs so in both: what only the albedo has is print,
 * and what only the normal has is relief.
 */
export function computeNoise(albedo: Picture, normal: Picture): Float32Array {
  const [print, unevenness] = [unsteadiness(albedo), unsteadiness(normal)];
  return print.map((variance, at) => Math.min(variance, unevenness[at] ?? 0));
}

function unsteadiness({ width, height, pixels }: Picture): Float32Array {
  const lone = new Float32Array(width * height);
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
      lone[y * width + x] = sum / 3;
    }
  }
  return meanAround(lone, width);
}

/** Promises the mean of a plane's values over the square of 7 × 7 pixels around each. */
export function meanAround(of: Float32Array, width: number): Float32Array {
  return mean(mean(of, 1), width);
}

function mean(of: Float32Array, step: number): Float32Array {
  return of.map((_, at) => {
    let sum = 0;
    for (let k = -REACH; k <= REACH; k++) sum += of[at + k * step] ?? 0;
    return sum / (2 * REACH + 1);
  });
}
