/** What the server hands to the loaders of public pages. */
import { createContext, RouterContextProvider } from 'react-router';
import type { Catalogue } from '#database/catalogue/catalogue.ts';
import type { Database } from '#database/connect.ts';
import type { ReviewsFrom } from '#domain/reviews.ts';

export type PageContext = {
  db: Database;
  catalogue: Catalogue;
  /** Where the shop is reached, without a slash at the end. */
  publicUrl: string;
  /** Whose reviews are shown. */
  reviewsFrom: ReviewsFrom;
  /** Allows the inline scripts of this answer; only hydrated pages have any. */
  nonce: string;
  /** True when a developer asks, on the machine that the shop runs on, and nobody else can. */
  isFromHere: boolean;
  /** Sentences for administrators; the page is the same for everybody, and hides them from all others. */
  notices: string[];
};

export const pageContext = createContext<PageContext>();

/** The context of one request. */
export function providePageContext(context: PageContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(pageContext, context);
  return provider;
}
