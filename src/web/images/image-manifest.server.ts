/** Descriptions and placeholder colors of the shop's own images, from their manifest. */
import { computePlaceholderColorOfHex } from '#domain/images/placeholder-colors.ts';

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
