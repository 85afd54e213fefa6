/** Announces changes of the content: every process that follows the content version hears of them. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import { currentPosition, parsePosition } from '#platform/database/log-positions.ts';
import type { PartStock } from '#platform/database/stock-changes.ts';
import { recordWrite } from '#platform/database/time-budget.ts';

export const changeChannel = 'compact_catalogue';
export const stockChannel = 'compact_stock';

/** Call it after the commit: a notification in a transaction serializes all commits. Says where the change is. Never fails. */
export async function announceContentChange(db: Database): Promise<void> {
  await announce(db, changeChannel, sql`position`);
}

/** The same for a transaction that has changed nothing but the stock of these parts. */
export async function announceStockChange(db: Database, partIds: readonly string[]): Promise<void> {
  if (partIds.length > maxAnnouncedParts) return await announceContentChange(db);
  const stock = sql`(select json_agg(${sql.raw(partStock)}) from parts where id = any(${partIds}::uuid[]))`;
  await announce(db, stockChannel, sql`position || ' ' || ${stock}`);
}

/** A notification has at most 8,000 bytes. */
const maxAnnouncedParts = 50;

async function announce(db: Database, channel: string, content: RawBuilder<unknown>): Promise<void> {
  const announcing = sql<{ position: string }>`
    select position, pg_notify(${channel}, ${content})
    from (select ${sql.raw(currentPosition)}::text as position) as written`.execute(db);
  const answer = await announcing.catch(() => undefined);
  recordWrite(parsePosition(answer?.rows[0]?.position ?? ''));
}

/** As JSON, in `readPartStock`'s order. */
export const partStock = 'json_build_array(id, changed_in::text, stock >= minimum_order)';

export function readPartStock(rows: unknown): PartStock[] {
  return (rows as [string, string, boolean][]).map(([id, changedIn, isAvailable]) => ({
    id,
    changedIn,
    isAvailable,
  }));
}
