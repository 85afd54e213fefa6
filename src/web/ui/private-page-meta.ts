/** The head of private pages, which search engines must not index. */
import type { MetaDescriptor } from 'react-router';
import { type Matches, readShop } from '#web/layout/shop.ts';

export function makePrivatePageMeta(title: string, description: string, matches: Matches): MetaDescriptor[] {
  return [
    { title: `${title} – ${readShop(matches).name}` },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
  ];
}
