/** What a page of the list of parts shows. */
import { data, type RouterContextProvider } from 'react-router';
import { findPartsOnSaleByPage } from '#database/parts.ts';
import { cardOf } from '#web/part-cards.server.ts';
import { pageContext } from '#web/shop-context.server.ts';

/** Fills two columns and three. */
const pageSize = 24;

/** The page that the address asks for; one that does not exist is answered with 404 and says how many there are. */
export async function readParts(context: Readonly<RouterContextProvider>, url: URL) {
  const { db } = context.get(pageContext);
  const asked = url.searchParams.get('page') ?? '1';
  const page = /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : undefined;
  const { rows, total } = await findPartsOnSaleByPage(db, page ?? 1, pageSize);
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const isThere = page !== undefined && page <= pageCount;
  return data(
    {
      parts: isThere ? rows.map(cardOf) : [],
      page: isThere ? page : undefined,
      pageCount,
      total,
      from: ((page ?? 1) - 1) * pageSize + 1,
    },
    { status: isThere ? 200 : 404 },
  );
}
