/** Conditions of lists for administrators: days and customers. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { containsAllWords } from '#database/text-search.ts';

/** Days such as '2026-11-22' in UTC, both included. */
export type DayFilter = { from?: string | undefined; to?: string | undefined };
export type CustomerFilter = { customer?: string | undefined };

export function isWithinDays(column: string, { from, to }: DayFilter): RawBuilder<SqlBool>[] {
  const time = sql.ref(column);
  return [
    ...(from ? [sql<SqlBool>`${time} >= ${from}::date at time zone 'UTC'`] : []),
    ...(to ? [sql<SqlBool>`${time} < (${to}::date + 1) at time zone 'UTC'`] : []),
  ];
}

/** Name and e-mail address of the buyer together contain each word. */
export function isOfCustomer({ customer }: CustomerFilter): RawBuilder<SqlBool>[] {
  return containsAllWords(sql`orders.buyer_name || ' ' || orders.buyer_email`, customer);
}
