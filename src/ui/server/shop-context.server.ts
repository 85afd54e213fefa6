/** What the server passes to the loaders of public pages. */
import { createContext, RouterContextProvider } from 'react-router';
import type { Basket } from '#features/basket/use-cases/view-basket.ts';
import type { Catalogue } from '#features/catalogue/database/catalogue.ts';
import type { ReviewsFrom } from '#features/reviews/rules/reviews.ts';
import type { ShownSettings } from '#features/settings/database/settings.ts';
import type { Database } from '#platform/database/connect.ts';
import type { ShownStock } from '#platform/database/stock-changes.ts';

export type PageContext = {
  db: Database;
  catalogue: Catalogue;
  publicUrl: string;
  now: Date;
  /** The page may be kept no longer; of several times the earliest counts. */
  keepUntil: (time: Date) => void;
  /** What the page shows of the stock; a page that does not say it is rendered anew after every change of stock. */
  showsStock: (shown: ShownStock) => void;
  reviewsFrom: ReviewsFrom;
  /** Allows the inline scripts of this response; only hydrated pages have any. */
  nonce: string;
  /** The request comes from the machine that the shop runs on, and the shop is not public. */
  isLocalRequest: boolean;
  settings: ShownSettings;
  /** Undefined on pages that are the same for everybody. */
  readBasket: (() => Promise<Basket>) | undefined;
};

export const pageContext = createContext<PageContext>();

export function providePageContext(context: PageContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(pageContext, context);
  return provider;
}
