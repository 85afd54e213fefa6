/** What the home page shows. */
import type { RouterContextProvider } from 'react-router';
import { findPartsOnSale } from '#database/parts.ts';
import { pageContext } from '#web/shop-context.server.ts';

export async function readHome(context: Readonly<RouterContextProvider>) {
  const { db } = context.get(pageContext);
  const parts = await findPartsOnSale(db, { limit: 6 });
  return { parts: parts.rows.map((part) => ({ _id: part.id, name: part.name })) };
}
