/** Conditions of lists for administrators: days and customers. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { findInstant } from '#kernel/calendar.ts';
import { parseOrderNumber } from '#kernel/order-number.ts';

/** Days such as '2026-11-22' by the clocks of the shop, both included. */
export type DayFilter = { from?: string | undefined; to?: string | undefined; timeZone: string };
export type CustomerFilter = { customer?: string | undefined };

export function isWithinDays(column: string, { from, to, timeZone }: DayFilter): RawBuilder<SqlBool>[] {
  const time = sql.ref(column);
  return [
    ...(from ? [sql<SqlBool>`${time} >= ${findInstant(from, 0, timeZone)}`] : []),
    ...(to ? [sql<SqlBool>`${time} < ${findInstant(to, 24, timeZone)}`] : []),
  ];
}

/** Name and e-mail address of the buyer together contain each word. */
export function isOfCustomer({ customer }: CustomerFilter): RawBuilder<SqlBool>[] {
  return splitWords(customer).map((word) =>
    contains(sql`orders.buyer_name || ' ' || orders.buyer_email`, word),
  );
}

/** Text search of lists: one text for each row, with a trigram index (`migrations/0003-lists.sql`). */
const searchTexts = {
  orders: sql`part_name || ' ' || buyer_name || ' ' || buyer_email || ' ' || location || ' ' || id::text || ' ' || part_id::text`,
  parts: sql`name || ' ' || brand || ' ' || sku || ' ' || id::text`,
  people: sql`name || ' ' || email`,
  admins: sql`coalesce(admins.name || ' ' || admins.email, 'command line')`,
};

/** A word that is an order number also finds its order. */
export function matchesAllWords(
  table: keyof typeof searchTexts,
  q: string | undefined,
): RawBuilder<SqlBool>[] {
  const text = searchTexts[table];
  return splitWords(q).map((word) => {
    const idEnd = table === 'orders' ? parseOrderNumber(word) : undefined;
    return idEnd
      ? sql<SqlBool>`(${contains(text, word)} or ${contains(text, `-${idEnd} `)})`
      : contains(text, word);
  });
}

function splitWords(q: string | undefined): string[] {
  return q?.trim().split(/\s+/).filter(Boolean) ?? [];
}

/** In any case. */
function contains(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${text}) ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`;
}
