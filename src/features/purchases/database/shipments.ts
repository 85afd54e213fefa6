/** What has happened to orders: their transitions, and the append-only record of their shipment details. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export async function recordShipmentDetails(
  db: Database,
  details: Omit<Insertable<DatabaseSchema['shipment_details']>, 'id'>,
): Promise<void> {
  await db
    .insertInto('shipment_details')
    .values({ id: randomUUIDv7(), ...details })
    .execute();
}

export function findShipmentDetails(db: Database, orderId: string) {
  return db
    .selectFrom('shipment_details')
    .innerJoin('people', 'people.id', 'shipment_details.told_by')
    .selectAll('shipment_details')
    .select('people.name')
    .where('order_id', '=', orderId)
    .orderBy('told_at')
    .orderBy('shipment_details.id')
    .execute();
}

export function findTransitions(db: Database, orderId: string) {
  return db
    .selectFrom('order_moves')
    .leftJoin('people', 'people.id', 'order_moves.actor_id')
    .selectAll('order_moves')
    .select('people.name')
    .where('order_id', '=', orderId)
    .orderBy('order_moves.id')
    .execute();
}

/** Of the order of the statement around; null: it has never been shipped. */
export const shippedAt = sql<Date | null>`
  case when orders.state in ('shipped', 'delivered', 'refunded') then (
    select max(moved_at) from order_moves where order_id = orders.id and to_state = 'shipped') end`;
