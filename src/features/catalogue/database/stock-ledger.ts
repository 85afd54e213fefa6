/** The ledger of a part's stock as administrators read it. */
import { sql } from 'kysely';
import { type SortedCursor, sortedCursor } from '#kernel/cursors.ts';
import type { Database } from '#platform/database/connect.ts';
import { type PageRequest, readPage, sortRows } from '#platform/database/pages.ts';

/** The newest first, each with the stock after it and the administrator whose edit it was. */
export async function findStockMovements(
  db: Database,
  { partId, ...request }: PageRequest<SortedCursor> & { partId: string },
) {
  const { cursor } = request;
  const movements = db.selectFrom('stock_movements').where('part_id', '=', partId);
  const ledger = db
    .selectFrom(
      movements
        .selectAll()
        .select(sql<number>`(sum(units) over (order by moved_at, id))::int`.as('stock'))
        .as('ledger'),
    )
    .selectAll()
    .select(
      sql<string | null>`case when order_id is null then (
        select name from admin_changes join people on people.id = admin_id
        where subject = 'parts' and subject_id = part_id and changed_at = moved_at limit 1) end`.as(
        'admin_name',
      ),
    );
  const after = cursor && [new Date(cursor.place), cursor.id];
  const sorted = sortRows(ledger, ['moved_at', 'id'], 'desc', after);
  return await readPage(request, movements, sorted, ({ moved_at, id }) =>
    sortedCursor.encode({ place: moved_at.getTime(), id }),
  );
}
