/** The head of pages, for search engines, link previews and browser tabs. */
import type { MetaDescriptor } from 'react-router';
import { type Matches, readShop } from '#ui/layout/shop.ts';

/** For link previews. */
export type PreviewImage = {
  /** Absolute. */
  address: string;
  description: string;
  /** In pixels; undefined for an image at another site. */
  size: { width: number; height: number } | undefined;
};

export type PageMeta = {
  matches: Matches;
  title: string;
  description: string;
  /** Absolute; pages without one are marked `noindex`. */
  canonical: string | undefined;
  image?: PreviewImage | undefined;
  type?: 'website' | 'product';
};

export function makePageMeta({
  matches,
  title,
  description,
  canonical,
  image,
  type = 'website',
}: PageMeta): MetaDescriptor[] {
  const shortDescription = shorten(description);
  const shop = readShop(matches).name;
  return [
    { title: `${title} – ${shop}` },
    { name: 'description', content: shortDescription },
    ...(canonical
      ? [
          { tagName: 'link', rel: 'canonical', href: canonical },
          { property: 'og:url', content: canonical },
        ]
      : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:site_name', content: shop },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: shortDescription },
    // Twitter takes title and description from Open Graph
    { name: 'twitter:card', content: image && isLarge(image) ? 'summary_large_image' : 'summary' },
    ...(image
      ? [
          { property: 'og:image', content: image.address },
          ...(image.size
            ? [
                { property: 'og:image:width', content: String(image.size.width) },
                { property: 'og:image:height', content: String(image.size.height) },
              ]
            : []),
          { property: 'og:image:alt', content: image.description },
          { name: 'twitter:image', content: image.address },
          { name: 'twitter:image:alt', content: image.description },
        ]
      : []),
  ];
}

/** In pixels; smaller ones are shown beside the words. Source: https://developers.facebook.com/docs/sharing/best-practices */
const minLargeSize = { width: 600, height: 315 };

function isLarge({ size }: PreviewImage): boolean {
  return size !== undefined && size.width >= minLargeSize.width && size.height >= minLargeSize.height;
}

/** Characters; search engines show about as many. */
const maxDescriptionLength = 160;

function shorten(text: string): string {
  if (text.length <= maxDescriptionLength) return text;
  const end = text.lastIndexOf(' ', maxDescriptionLength - 1);
  return `${text.slice(0, end > maxDescriptionLength / 2 ? end : maxDescriptionLength - 1).replace(/[\s,;.–-]+$/, '')}…`;
}

/** The `meta` of a page that anybody can see, but search engines must not index. */
export function describeUnlistedPage(title: string, description: string) {
  return ({ matches }: { matches: Matches }): MetaDescriptor[] =>
    makePageMeta({ matches, title, description, canonical: undefined });
}

/** The `meta` of a private page, which search engines must not index. */
export function describePrivatePage(title: string, description: string) {
  return ({ matches }: { matches: Matches }): MetaDescriptor[] =>
    makePrivatePageMeta(title, description, matches);
}

/** Of one whose title depends on what it shows. */
export function makePrivatePageMeta(title: string, description: string, matches: Matches): MetaDescriptor[] {
  return [
    { title: `${title} – ${readShop(matches).name}` },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
  ];
}
