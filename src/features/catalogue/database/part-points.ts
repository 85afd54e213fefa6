/** Reads which points of parts are stale by what was sold and rated, and writes them, and averages that lists filter by. */
import { type RawBuilder, sql } from 'kysely';
import { computeRatingPoints, maxSalesPoints } from '#catalogue/rules/lists/precedence.ts';
import type { Database } from '#platform/database/connect.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

export type PartPoints = { id: string; salesPoints: number; ratingPoints: number };

/**
 * The points of parts whose stored ones differ. Others know what is sold and rated: `sales` selects part_id and points,
 * `ratings` part_id, count and sum, of buyers only (nobody else can lift a part).
 */
export async function findStalePoints(
  db: Database,
  { sales, ratings }: { sales: RawBuilder<unknown>; ratings: RawBuilder<unknown> },
): Promise<PartPoints[]> {
  const { rows } = await sql<{
    id: string;
    sales_points: number;
    rating_points: number;
    new_sales_points: number;
    count: number;
    sum: number;
  }>`
    with sales as (${sales}), ratings as (${ratings})
    select parts.id, sales_points, rating_points,
      least(greatest(coalesce(points, 0), 0), ${maxSalesPoints})::integer as new_sales_points,
      coalesce(count, 0)::integer as count, coalesce(sum, 0)::float8 as sum
    from parts left join sales on sales.part_id = parts.id left join ratings on ratings.part_id = parts.id
    where points is not null or count is not null or sales_points <> 0 or rating_points <> 0
    order by parts.id`.execute(db);
  return rows
    .map(({ new_sales_points, count, sum, ...stored }) => ({
      stored,
      points: {
        id: stored.id,
        salesPoints: new_sales_points,
        ratingPoints: computeRatingPoints({ count, sum }),
      },
    }))
    .filter(
      ({ stored, points }) =>
        stored.sales_points !== points.salesPoints || stored.rating_points !== points.ratingPoints,
    )
    .map(({ points }) => points);
}

export async function writePoints(transaction: Transaction, changes: readonly PartPoints[]): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await lockPartIds(transaction, ids);
  await sql`update parts set sales_points = new.sales_points, rating_points = new.rating_points
    from unnest(${ids}::uuid[], ${changes.map(({ salesPoints }) => salesPoints)}::integer[],
      ${changes.map(({ ratingPoints }) => ratingPoints)}::integer[]) as new (id, sales_points, rating_points)
    where parts.id = new.id`.execute(changeContent(transaction));
}

/** Null: a part that nobody has rated. */
export type PartRating = { id: string; tenths: number | null };

/** The parts must be locked. */
export async function writeRatings(transaction: Transaction, ratings: readonly PartRating[]): Promise<void> {
  await sql`update parts set rating_tenths = new.tenths
    from unnest(${ratings.map(({ id }) => id)}::uuid[], ${ratings.map(({ tenths }) => tenths)}::integer[]) as new (id, tenths)
    where parts.id = new.id and parts.rating_tenths is distinct from new.tenths`.execute(
    changeContent(transaction),
  );
}

/** In the same order everywhere, against deadlocks. */
export async function lockPartIds(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('parts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
