/** Pagination of lists, newest first, and the filter on `created`, as in every list of Stripe. */
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Ledger } from '../ledger/ledger.ts';
import { type Kind, noSuch } from './errors.ts';
import { integer, text } from './parameters.ts';

const range = z.strictObject({ gt: integer(), gte: integer(), lt: integer(), lte: integer() }).partial();

export const pageParameters = {
  limit: integer({ min: 1, max: 100 }).default(10),
  starting_after: text().optional(),
  created: z.union([integer(), range]).optional(),
};

type PageInput = {
  limit: number;
  starting_after?: string | undefined;
  created?: number | z.infer<typeof range> | undefined;
};

/** Columns that must hold one of the values; `undefined` means no condition. */
type Conditions = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * One page of the objects of a kind, newest first. A cursor is the id of the object before the page; an unknown id throws
 * Stripe's error. https://docs.stripe.com/api/pagination
 */
export function listPage<Row, Item>(
  ledger: Ledger,
  kind: Kind,
  input: PageInput,
  present: (row: Row) => Item,
  where: Conditions = {},
): Stripe.ApiList<Item> {
  const table = `${kind}s`;
  const { limit, starting_after } = input;
  const { from, to } = readSpan(input.created);
  const conditions = ['created between ? and ?'];
  const values: (string | number)[] = [from, to];
  for (const [column, allowed] of Object.entries(where)) {
    if (!allowed) continue;
    conditions.push(`${column} in (${allowed.map(() => '?').join(', ')})`);
    values.push(...allowed);
  }
  if (starting_after !== undefined) {
    const [row] = ledger.rows(`select seq from ${table} where id = ?`, [starting_after]) as { seq: number }[];
    if (!row) throw noSuch(kind, starting_after, 'starting_after', 400);
    conditions.push('seq < ?');
    values.push(row.seq);
  }

  const query = `select * from ${table} where ${conditions.join(' and ')} order by seq desc limit ?`;
  // One more than the limit, for has_more.
  const rows = ledger.rows(query, [...values, limit + 1]) as Row[];
  const shown = rows.slice(0, limit);
  return { object: 'list', data: shown.map(present), has_more: rows.length > limit, url: `/v1/${table}` };
}

/** A filter on one value, or none. */
export function only(value: string | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [value];
}

/** The first and last second that match `created`: one second, or a range. */
function readSpan(created: PageInput['created']): { from: number; to: number } {
  if (typeof created === 'number') return { from: created, to: created };
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = created ?? {};
  return { from: Math.max(gt + 1, gte), to: Math.min(lt - 1, lte) };
}
