/** Reads sales and ratings of parts, and writes the points that follow from them. */
import { sql } from 'kysely';
import {
  computeRatingPoints,
  maxSalesPoints,
  salesPointDays,
} from '#features/catalogue/rules/lists/precedence.ts';
import type { Database } from '#platform/database/connect.ts';
import { changeContent, type Transaction } from '#platform/database/transaction.ts';

export type PartPoints = { id: string; salesPoints: number; ratingPoints: number };

/** The points of parts whose stored ones differ. Only ratings by buyers count: nobody else can lift a part. */
export async function findStalePoints(db: Database, at: Date): Promise<PartPoints[]> {
  const { rows } = await sql<{
    id: string;
    sales_points: number;
    rating_points: number;
    new_sales_points: number;
    count: number;
    sum: number;
  }>`
    with sales as (
      select part_id, sum(quantity::bigint * (${salesPointDays}
        - ((${at}::timestamptz at time zone 'UTC')::date - (placed_at at time zone 'UTC')::date))) as points
      from orders
      where state in ('paid', 'shipped', 'delivered')
        and placed_at > ${at}::timestamptz - make_interval(days => ${salesPointDays}) and placed_at <= ${at}
      group by part_id
    ), ratings as (
      select part_id, count(*) as count, sum(rating) as sum
      from reviews
      where part_id is not null and hidden_at is null and exists (
        select from orders where orders.buyer_id = author_id and orders.part_id = reviews.part_id
          and state in ('paid', 'shipped', 'delivered'))
      group by part_id
    )
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
  // the same order everywhere, against deadlocks
  await transaction
    .selectFrom('parts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await sql`update parts set sales_points = new.sales_points, rating_points = new.rating_points
    from unnest(${ids}::uuid[], ${changes.map(({ salesPoints }) => salesPoints)}::integer[],
      ${changes.map(({ ratingPoints }) => ratingPoints)}::integer[]) as new (id, sales_points, rating_points)
    where parts.id = new.id`.execute(changeContent(transaction));
}
