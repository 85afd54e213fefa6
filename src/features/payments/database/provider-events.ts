/** The card provider's events: which are received, and until when all of them are. */
import { sql } from 'kysely';
import type { ProviderEvent } from '#payments/rules/payments.ts';
import type { Database } from '#platform/database/connect.ts';

export async function claimEvent(db: Database, { id, type, at }: ProviderEvent, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhook_events')
    .values({ id, type, happened_at: at, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Their ids. */
export async function findReceivedEvents(db: Database, events: ProviderEvent[]): Promise<Set<string>> {
  const ids = events.map(({ id }) => id);
  const isOne = sql<boolean>`id = any(${ids})`;
  const received = await db.selectFrom('webhook_events').select('id').where(isOne).execute();
  return new Set(received.map(({ id }) => id));
}

export async function findEventCursor(db: Database, provider: string): Promise<Date | undefined> {
  const cursor = await db
    .selectFrom('event_cursors')
    .select('caught_up_to')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return cursor?.caught_up_to;
}

export async function moveEventCursor(db: Database, provider: string, to: Date): Promise<void> {
  await db
    .insertInto('event_cursors')
    .values({ provider, caught_up_to: to })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ caught_up_to: to })
        .where('event_cursors.caught_up_to', '<>', to),
    )
    .execute();
}
