/** What the head of a public page says to those who only see that: searchers' lists, previews in messages, browsers' tabs. */
import type { MetaDescriptor } from 'react-router';
import { wording } from '#domain/wording.ts';

export type PageMeta = {
  /** Without the shop's name. */
  title: string;
  description: string;
  /** The one address of the page, absolute; pages without one are not to be found. */
  canonical: string | undefined;
  /** What previews show, under its absolute address. */
  picture?: { address: string; description: string } | undefined;
  type?: 'website' | 'product';
};

/** Title, description, canonical address, and the previews' words (Open Graph, https://ogp.me, and Twitter's cards). */
export function makePageMeta({
  title,
  description,
  canonical,
  picture,
  type = 'website',
}: PageMeta): MetaDescriptor[] {
  const described = shorten(description);
  return [
    { title: `${title} – ${wording.shop}` },
    { name: 'description', content: described },
    ...(canonical
      ? [
          { tagName: 'link', rel: 'canonical', href: canonical },
          { property: 'og:url', content: canonical },
        ]
      : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:site_name', content: wording.shop },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: described },
    // what is missing of a card (title, description, picture) is taken from Open Graph's words
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(picture
      ? [
          { property: 'og:image', content: picture.address },
          { property: 'og:image:alt', content: picture.description },
          { name: 'twitter:image', content: picture.address },
          { name: 'twitter:image:alt', content: picture.description },
        ]
      : []),
  ];
}

/** About as many characters as searchers' lists show. */
const maxDescriptionLength = 160;

function shorten(text: string): string {
  if (text.length <= maxDescriptionLength) return text;
  const end = text.lastIndexOf(' ', maxDescriptionLength - 1);
  return `${text.slice(0, end > maxDescriptionLength / 2 ? end : maxDescriptionLength - 1).replace(/[\s,;.–-]+$/, '')}…`;
}
