/** What the head of a page says that is somebody's own: searchers leave it out, browsers' tabs and histories show it. */
import type { MetaDescriptor } from 'react-router';
import { wording } from '#domain/wording.ts';

/** The title, given without the shop's name, and a description; nobody but its owner is to find the page. */
export function makePrivatePageMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { title: `${title} – ${wording.shop}` },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
  ];
}
