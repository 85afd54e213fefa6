/** Stores an uploaded image in all its formats and widths. */
import { recordUpload } from '#images/database/images.ts';
import { makeImageFilesTask } from '#images/use-cases/isolated-tasks.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { imageMediaTypes } from '#kernel/uploaded-images.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { runIsolated } from '#platform/system/isolation/run-isolated.ts';

/** Refuses: as makeImageFiles, image-host-busy, and image-store-unavailable: a repeated upload completes missing files. */
export async function storeImage(
  { db, images, isolation }: Pick<Dependencies, 'db' | 'images' | 'isolation'>,
  { viewer, upload, at }: { viewer: Viewer; upload: Buffer; at: Date },
): Promise<{ key: string; width: number; height: number } | Refusal> {
  const image = await runIsolated({ isolation }, { task: makeImageFilesTask, args: [upload], viewer });
  if (isRefused(image)) {
    if (image.refused === 'work-busy') return { refused: 'image-host-busy' };
    return image.refused === 'work-too-costly' ? { refused: 'image-too-costly' } : image;
  }
  const { key, width, height, files } = image;
  // recorded before its files exist, so that no file is unknown to the shop
  if (!(await recordUpload(db, key, at))) return { refused: 'image-store-unavailable' };
  for (const { name, format, bytes } of files) {
    const exists = await images.has(name);
    if (isRefused(exists)) return exists;
    if (exists) continue;
    const failed = await images.put(name, bytes, imageMediaTypes[format]);
    if (failed) return failed;
  }
  return { key, width, height };
}
