/** The image store with a concurrency limit, so that encoding does not starve the shop. */
import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import sharp from 'sharp';
import type { ImageStore } from '#images/store.ts';

export type ImageHost = { store: ImageStore; limitConcurrency: LimitFunction };

/** Encodes at most two images at a time, each on one core, and leaves one core to the shop if possible. */
export function makeImageHost(store: ImageStore): ImageHost {
  sharp.concurrency(1);
  return { store, limitConcurrency: pLimit(Math.min(2, Math.max(1, availableParallelism() - 1))) };
}
