/** Takes Monte Carlo noise out of a rendering, guided by its noise-free colours of material and directions of surface. */

export type Picture = { width: number; height: number; pixels: Float32Array };

const STEPS = [1, 2, 4, 8, 16];
const KERNEL = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16];

/**
 * Promises a picture of the same size in which only neighbours on the same surface and of the same material were mixed.
 * All three are RGB from 0 to 1. `strength` is the difference of colour that counts as noise on the first pass.
 * The edge-avoiding à-trous wavelet of Dammertz and others, 'Edge-Avoiding À-Trous Wavelet Transform for fast Global
 * Illumination Filtering', High Performance Graphics 2010.
 */
export function denoise(noisy: Picture, albedo: Picture, normal: Picture, strength = 0.42): Picture {
  let pixels = withoutSparks(noisy);
  STEPS.forEach((step, pass) => {
    pixels = smooth({ ...noisy, pixels }, albedo.pixels, normal.pixels, step, strength / 2 ** pass);
  });
  return { ...noisy, pixels };
}

/** Lone pixels that are brighter or darker than all their neighbours are brought back among them. */
function withoutSparks({ width, height, pixels }: Picture): Float32Array {
  const calm = pixels.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const here = (y * width + x) * 3 + channel;
        let least = 1;
        let most = 0;
        for (const row of [-1, 0, 1]) {
          for (const column of [-1, 0, 1]) {
            if (row === 0 && column === 0) continue;
            const value = pixels[here + (row * width + column) * 3] ?? 0;
            least = Math.min(least, value);
            most = Math.max(most, value);
          }
        }
        calm[here] = Math.min(most, Math.max(least, pixels[here] ?? 0));
      }
    }
  }
  return calm;
}

function smooth(from: Picture, albedo: Float32Array, normal: Float32Array, step: number, spread: number) {
  const { width, height, pixels } = from;
  const to = new Float32Array(pixels.length);
  const colourScale = 1 / (spread * spread);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const here = (y * width + x) * 3;
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
            apart(albedo, here, there) * 900 +
            apart(normal, here, there) * 160;
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

function apart(of: Float32Array, here: number, there: number): number {
  const red = (of[here] ?? 0) - (of[there] ?? 0);
  const green = (of[here + 1] ?? 0) - (of[there + 1] ?? 0);
  const blue = (of[here + 2] ?? 0) - (of[there + 2] ?? 0);
  return red * red + green * green + blue * blue;
}
