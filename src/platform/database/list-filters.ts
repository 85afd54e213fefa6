/** Conditions of lists for administrators: days and customers. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { findInstant } from '#kernel/calendar.ts';
import { containsAllWords } from '#platform/database/text-search.ts';

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
  return containsAllWords(sql`orders.buyer_name || ' ' || orders.buyer_email`, customer);
}
