/** A list of orders that grows by pages, and shrinks when one is cancelled. */
import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { isProblem, type Listed, type Problem } from '#web/api-client.ts';

/** The orders loaded so far; `more` loads the next page and answers a problem if there was one. */
export function useOrders(
  first: Listed<Order>,
  loadPage: (cursor: string) => Promise<Listed<Order> | Problem>,
) {
  const [listed, setListed] = useState(first);
  const [shown, setShown] = useState(first);
  if (shown !== first) {
    setShown(first); // the page was loaded anew
    setListed(first);
  }
  return {
    orders: listed.rows,
    total: listed.total,
    hasMore: listed.next !== undefined,
    replace(order: Order) {
      setListed(({ rows, ...rest }) => ({
        ...rest,
        rows: rows.map((row) => (row._id === order._id ? order : row)),
      }));
    },
    async more(): Promise<Problem | undefined> {
      if (!listed.next) return undefined;
      const page = await loadPage(listed.next);
      if (isProblem(page)) return page;
      setListed({ ...page, rows: [...listed.rows, ...page.rows] });
      return undefined;
    },
  };
}
