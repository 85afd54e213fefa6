/** Pages of a list, newest first, and the filter by time of making, as every list of the provider has them. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { integer, text } from './parameters.ts';

const range = z.strictObject({ gt: integer(), gte: integer(), lt: integer(), lte: integer() }).partial();

export const pageParameters = {
  limit: integer({ least: 1, most: 100 }).default(10),
  starting_after: text().optional(),
  created: z.union([integer(), range]).optional(),
};

export type Span = { /** Seconds, both ends included. */ from: number; to: number };

/** The seconds that `created` lets through: one second, or a range with open or closed ends. */
export function spanOf(created: number | z.infer<typeof range> | undefined): Span {
  if (typeof created === 'number') return { from: created, to: created };
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = created ?? {};
  return { from: Math.max(gt + 1, gte), to: Math.min(lt - 1, lte) };
}

/** A page out of rows of which one more was read than is shown, to know whether there are more. */
export function page<Row, Item>(
  url: string,
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): Stripe.ApiList<Item> {
  return { object: 'list', data: rows.slice(0, limit).map(present), has_more: rows.length > limit, url };
}
