/** What the server hands to the loaders of public pages. */
import { createContext, RouterContextProvider } from 'react-router';
import type { Database } from '#database/connect.ts';

export type PageContext = {
  db: Database;
  /** Allows the inline scripts of this answer; only hydrated pages have any. */
  nonce: string;
};

export const pageContext = createContext<PageContext>();

/** The context of one request. */
export function providePageContext(context: PageContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(pageContext, context);
  return provider;
}
