/** The append-only record of the shipment details of orders. */
import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { DatabaseSchema } from '#database/schema.ts';

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
