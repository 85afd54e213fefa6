/** A picture in memory, as the denoiser uses it. */

/** RGB, row by row, each channel from 0 to 1. */
export type Picture = { width: number; height: number; pixels: Float32Array };
