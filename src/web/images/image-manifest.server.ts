/** What the shop's own pictures show, in words, and their grounds, as the manifest beside them says. */
import { computePlaceholderColorOfHex } from '#domain/images/placeholder-colors.ts';

type Manifest = Record<string, { description: string; colour: string }>;

// a glob, because a shop without pictures is still a shop: the words are then the part's name
const manifests = import.meta.glob<Manifest>('/catalogue/pictures/pictures.json', {
  eager: true,
  import: 'default',
});

/** What is to be seen on the picture at this address, if it is one of ours. */
export function describeImage(address: string): string | undefined {
  const key = /^\/pictures\/([\w-]+)-\d+\.\w+$/.exec(address)?.[1];
  return key ? Object.values(manifests)[0]?.[key]?.description : undefined;
}

/** Where a picture is reached from elsewhere; an uploaded one may lie at another host anyway. */
export function makeAbsoluteImageUrl(address: string, publicUrl: string): string {
  return address.startsWith('/') ? publicUrl + address : address;
}

/** What stands in the place of one of our own pictures until it has come, by its key. */
export function findImagePlaceholder(key: string): string | undefined {
  const colour = Object.values(manifests)[0]?.[key]?.colour;
  return colour && computePlaceholderColorOfHex(colour);
}
