/** The image of a page's link previews, with the size of its file. */
import { parseUploadedImage } from '#domain/images/uploaded-images.ts';
import { parseImageAddress } from '#web/images/image-files.ts';
import { makeAbsoluteImageUrl } from '#web/images/image-manifest.server.ts';
import type { PreviewImage } from '#web/ui/page-meta.ts';

export function makePreviewImage(
  { address, description }: { address: string; description: string },
  publicUrl: string,
): PreviewImage {
  const files = parseUploadedImage(address) ?? parseImageAddress(address);
  const size = files && { width: files.jpg, height: Math.round((files.jpg * files.height) / files.width) };
  return { address: makeAbsoluteImageUrl(address, publicUrl), description, size };
}
