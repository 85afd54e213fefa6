/** What the server passes to the loaders of all public pages. */
import { createContext } from 'react-router';
import type { Database } from '#platform/database/connect.ts';
import type { ShownStock } from '#platform/database/stock-changes.ts';

export type PageContext = {
  db: Database;
  publicUrl: string;
  /** There is a mail server; without one, mails stay in the outbox. */
  sendsMail: boolean;
  now: Date;
  /** The page may be kept no longer; of several times the earliest counts. */
  keepUntil: (time: Date) => void;
  /** What the page shows of the stock; a page that does not say it is rendered anew after every change of stock. */
  showsStock: (shown: ShownStock) => void;
  /** Allows the inline scripts of this response; only hydrated pages have any. */
  nonce: string;
  /** The request comes from the machine that the shop runs on, and the shop is not public. */
  isLocalRequest: boolean;
};

export const pageContext = createContext<PageContext>();
