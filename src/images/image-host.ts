/** What the shop keeps pictures with: a store, and turns, so that preparing pictures never starves the shop. */
import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import sharp from 'sharp';
import type { ImageStore } from '#images/store.ts';

export type ImageHost = { store: ImageStore; takeTurn: LimitFunction };

/** At most two pictures are prepared at a time, each on one core, and where it can be, one core is left to the shop. */
export function makeImageHost(store: ImageStore): ImageHost {
  sharp.concurrency(1);
  return { store, takeTurn: pLimit(Math.min(2, Math.max(1, availableParallelism() - 1))) };
}
