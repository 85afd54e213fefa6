/** Reads of reviews. */
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { type Page, type PageRequest, pageOf } from '#database/pages.ts';
import type { Tables } from '#database/schema.ts';

export type ReviewRow = Selectable<Tables['reviews']>;

/** Reviews of the shop, newest first. */
export async function findReviews(db: Database, { limit, cursor }: PageRequest): Promise<Page<ReviewRow>> {
  const after = cursor ? readCursor(cursor) : undefined;
  let rows = db
    .selectFrom('reviews')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after)
    rows = rows.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const [found, { total }] = await Promise.all([
    rows.execute(),
    db
      .selectFrom('reviews')
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return pageOf(found, total, limit, (row) => `${row.created_at.toISOString()}~${row.id}`);
}

function readCursor(cursor: string): { at: string; id: string } | undefined {
  const match = /^([\dT:.Z-]{24})~([0-9a-f-]{36})$/.exec(cursor);
  return match?.[1] && match[2] ? { at: match[1], id: match[2] } : undefined;
}
