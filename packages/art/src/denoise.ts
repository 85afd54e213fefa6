/** Takes Monte Carlo noise out of a rendering, guided by its nearly noise-free colours of material and directions of surface. */
import { computeNoise, meanAround } from './noise.ts';
import type { Picture } from './picture.ts';
import { regress } from './regression.ts';

const STEPS = [1, 2, 4, 8, 16];
const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16];
/** The difference of colour that counts as what is left of the noise on the first pass: at least, and per noise. */
const LEAST_STRENGTH = 0.1;
const STRENGTH_PER_NOISE = 4;
/** By what the strength shrinks from pass to pass. */
const FADING = 1.25;
/** Differences of guides that are as good as none (squared), and how much more where the guides are noisy. */
const SAME_ALBEDO = 1 / 900;
const SAME_NORMAL = 1 / 160;
const SAME_PER_NOISE = 12;
/** A pixel that stands out from all its neighbours by so much is a spark. */
const SPARK = 0.1;

/**
 * Promises a picture of the same size without noise and with its edges. All three are RGB from 0 to 1.
 * A regression on the guides cleans edges and prints; what mottling it leaves on even surfaces goes with an à-trous
 * wavelet, which mixes only neighbours on the same surface and of the same material, and so leaves the edges alone.
 * The wavelet: Dammertz and others, 'Edge-Avoiding À-Trous Wavelet Transform for fast Global Illumination Filtering',
 * High Performance Graphics 2010.
 */
export function denoise(noisy: Picture, albedo: Picture, normal: Picture): Picture {
  const noise = computeNoise(albedo, normal);
  const calm = withoutSparks(noisy, albedo.pixels);
  let pixels = regress({ ...noisy, pixels: calm }, albedo, normal, noise);
  const strength = deviation(calm, pixels, noisy.width).map((value) =>
    Math.max(LEAST_STRENGTH, STRENGTH_PER_NOISE * value),
  );
  const guides = { albedo: albedo.pixels, normal: normal.pixels, noise, strength };
  STEPS.forEach((step, pass) => {
    pixels = smooth({ ...noisy, pixels }, guides, step, FADING ** pass);
  });
  return { ...noisy, pixels };
}

/** How noisy the picture was around each pixel: the standard deviation of what was taken away. */
function deviation(noisy: Float32Array, clean: Float32Array, width: number): Float32Array {
  const squares = new Float32Array(noisy.length / 3).map((_, at) => apart(noisy, at * 3, at * 3, clean) / 3);
  return meanAround(squares, width).map(Math.sqrt);
}

/** Lone pixels far brighter or darker than all their neighbours are brought back to them, unless their material is so. */
function withoutSparks({ width, height, pixels }: Picture, albedo: Float32Array): Float32Array {
  const calm = pixels.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const here = (y * width + x) * 3 + channel;
        const { over, under } = outstanding(pixels, here, width);
        if (over <= SPARK && under <= SPARK) continue;
        const material = outstanding(albedo, here, width);
        if (over > SPARK + material.over) calm[here] = (calm[here] ?? 0) - over + SPARK + material.over;
        else if (under > SPARK + material.under)
          calm[here] = (calm[here] ?? 0) + under - SPARK - material.under;
      }
    }
  }
  return calm;
}

/** By how much a value lies over the highest and under the lowest of the eight around it; 0 if it does not. */
function outstanding(of: Float32Array, here: number, width: number): { over: number; under: number } {
  let least = 1;
  let maximum = 0;
  for (const row of [-1, 0, 1]) {
    for (const column of [-1, 0, 1]) {
      if (row === 0 && column === 0) continue;
      const value = of[here + (row * width + column) * 3] ?? 0;
      least = Math.min(least, value);
      maximum = Math.max(maximum, value);
    }
  }
  const value = of[here] ?? 0;
  return { over: Math.max(0, value - maximum), under: Math.max(0, least - value) };
}

type Guides = { albedo: Float32Array; normal: Float32Array; noise: Float32Array; strength: Float32Array };

function smooth({ width, height, pixels }: Picture, guides: Guides, step: number, fading: number) {
  const { albedo, normal, noise, strength } = guides;
  const to = new Float32Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const here = (y * width + x) * 3;
      const doubt = SAME_PER_NOISE * (noise[y * width + x] ?? 0);
      const colourScale = (fading / (strength[y * width + x] ?? 1)) ** 2;
      const albedoScale = 1 / (SAME_ALBEDO + doubt);
      const normalScale = 1 / (SAME_NORMAL + doubt);
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
            apart(pixels, here, there) * colourScale +
            apart(albedo, here, there) * albedoScale +
            apart(normal, here, there) * normalScale;
          const weight = (KERNEL[dx + 2] ?? 0) * (KERNEL[dy + 2] ?? 0) * Math.exp(-difference);
          red += weight * (pixels[there] ?? 0);
          green += weight * (pixels[there + 1] ?? 0);
          blue += weight * (pixels[there + 2] ?? 0);
          total += weight;
        }
      }
      to[here] = red / total;
      to[here + 1] = green / total;
      to[here + 2] = blue / total;
    }
  }
  return to;
}

/** The squared distance of two colours of one plane, or of one colour in two. */
function apart(of: Float32Array, here: number, there: number, other = of): number {
  const red = (of[here] ?? 0) - (other[there] ?? 0);
  const green = (of[here + 1] ?? 0) - (other[there + 1] ?? 0);
  const blue = (of[here + 2] ?? 0) - (other[there + 2] ?? 0);
  return red * red + green * green + blue * blue;
}
