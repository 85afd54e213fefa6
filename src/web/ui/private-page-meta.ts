/** The head of private pages, which search engines must not index. */
import type { MetaDescriptor } from 'react-router';
import { wording } from '#domain/wording.ts';

export function makePrivatePageMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { title: `${title} – ${wording.shop}` },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
  ];
}
