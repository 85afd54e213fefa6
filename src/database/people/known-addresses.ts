/** Reads where a person's parts may go. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { KnownAddress } from '#domain/delivery/saved-addresses.ts';

/** Where the last parts that were brought went to; for who has no such address, the texts of the profile or of that order. */
export function findKnownAddress(db: Database, personId: string): Promise<KnownAddress | undefined> {
  return db
    .selectFrom('people')
    .leftJoin('profiles', 'profiles.person_id', 'people.id')
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('orders')
          .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
          .select(['orders.location', 'orders.phone', 'purchases.address'])
          .whereRef('orders.buyer_id', '=', 'people.id')
          .where('purchases.pick_up_at', 'is', null)
          .orderBy('orders.id', 'desc')
          .limit(1)
          .as('last_order'),
      (join) => join.onTrue(),
    )
    .select((row) => [
      'people.name',
      'last_order.address',
      row.fn.coalesce('profiles.location', 'last_order.location', sql.lit('')).as('location'),
      row.fn.coalesce('profiles.phone', 'last_order.phone', sql.lit('')).as('phone'),
    ])
    .where('people.id', '=', personId)
    .executeTakeFirst();
}
