/** The shop's own images on the server: their descriptions and placeholder colors, and the image of link previews. */
import { computePlaceholderColorOfHex } from '#kernel/placeholder-colors.ts';
import { parseUploadedImage } from '#kernel/uploaded-images.ts';
import type { PreviewImage } from '#ui/components/page-meta.ts';
import { parseImageAddress } from '#ui/images/image-files.ts';

type Manifest = Record<string, { description: string; colour: string }>;

// a glob, because the shop also builds without the images
const manifests = import.meta.glob<Manifest>('/catalogue/pictures/pictures.json', {
  eager: true,
  import: 'default',
});

export function describeImage(address: string): string | undefined {
  const key = /^\/pictures\/([\w-]+)-\d+\.\w+$/.exec(address)?.[1];
  return key ? Object.values(manifests)[0]?.[key]?.description : undefined;
}

/** An uploaded image may already have an absolute address. */
export function makeAbsoluteImageUrl(address: string, publicUrl: string): string {
  return address.startsWith('/') ? publicUrl + address : address;
}

export function findImagePlaceholder(key: string): string | undefined {
  const colour = Object.values(manifests)[0]?.[key]?.colour;
  return colour && computePlaceholderColorOfHex(colour);
}

export function makePreviewImage(
  { address, description }: { address: string; description: string },
  publicUrl: string,
): PreviewImage {
  const files = parseUploadedImage(address) ?? parseImageAddress(address);
  const size = files && { width: files.jpg, height: Math.round((files.jpg * files.height) / files.width) };
  return { address: makeAbsoluteImageUrl(address, publicUrl), description, size };
}
