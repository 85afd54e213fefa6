/** Removes Monte Carlo noise from a rendering, guided by its albedo and normal, which are nearly noise-free. */
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

/** RGB, row by row, each channel from 0 to 1. */
export type Picture = { width: number; height: number; pixels: Float32Array };

/** The terms of the fit: a constant, the position (x, y), albedo and normal (three each). */
const TERMS = 9;
const REACH = 4;
const SIGMA = 1.8;
/** The ridge of the guides' terms, for rounding, and its increase per noise. */
const RIDGE = 3e-4;
const RIDGE_PER_NOISE = 4;

const neighbours: { dx: number; dy: number; weight: number }[] = [];
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
function regress(noisy: Picture, albedo: Picture, normal: Picture, noise: Float32Array): Float32Array {
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

const NOISE_REACH = 3;

/**
 * The variance (of values from 0 to 1) of the guides' noise around each pixel. Noise differs from the median of its
 * 3 × 3 pixels, unlike edges, and does so in both guides: in the albedo alone it is print, in the normal alone relief.
 */
function computeNoise(albedo: Picture, normal: Picture): Float32Array {
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
function computeLocalMean(values: Float32Array, width: number): Float32Array {
  return averageAlong(averageAlong(values, 1), width);
}

function averageAlong(values: Float32Array, step: number): Float32Array {
  return values.map((_, at) => {
    let sum = 0;
    for (let k = -NOISE_REACH; k <= NOISE_REACH; k++) sum += values[at + k * step] ?? 0;
    return sum / (2 * NOISE_REACH + 1);
  });
}
