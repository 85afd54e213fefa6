/** What has happened to orders: their transitions, and the append-only record of their shipment details. */
import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import type { OrderState } from '#purchases/rules/orders.ts';

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
    .select([
      'shipment_details.carrier',
      'shipment_details.tracking',
      'shipment_details.told_at',
      'people.name',
    ])
    .where('order_id', '=', orderId)
    .orderBy('told_at')
    .orderBy('shipment_details.id')
    .execute();
}

export function findTransitions(db: Database, orderId: string) {
  return db
    .selectFrom('order_moves')
    .leftJoin('people', 'people.id', 'order_moves.actor_id')
    .select([
      'order_moves.to_state',
      'order_moves.actor_id',
      'order_moves.noticed_through',
      'order_moves.reason',
      'order_moves.moved_at',
      'people.name',
    ])
    .where('order_id', '=', orderId)
    .orderBy('order_moves.id')
    .execute();
}

/** By order id, without those that have never been shipped. */
export async function findShippingTimes(
  db: Database,
  orders: readonly { id: string; state: OrderState }[],
): Promise<ReadonlyMap<string, Date>> {
  const ids = orders.filter(({ state }) => afterShipping.includes(state)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const transitions = await db
    .selectFrom('order_moves')
    .select(['order_id', 'moved_at'])
    .where('order_id', 'in', ids)
    .where('to_state', '=', 'shipped')
    .execute();
  return new Map(transitions.map(({ order_id, moved_at }) => [order_id, moved_at]));
}

const afterShipping: readonly OrderState[] = ['shipped', 'delivered', 'refunded'];
