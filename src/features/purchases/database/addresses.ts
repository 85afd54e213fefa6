/** Reads where the parts of a person may go, corrects where the orders of a purchase go, and reads what was corrected. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Address } from '#delivery/rules/address-fields.ts';
import type { KnownAddress } from '#delivery/rules/saved-addresses.ts';
import { selectWithProfiles } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

/** Where the last parts that were brought went to; for who has no such address, the texts of the profile or of that order. */
export function findKnownAddress(db: Database, personId: string): Promise<KnownAddress | undefined> {
  return selectWithProfiles(db)
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

export async function updatePurchaseAddress(
  db: Database,
  { purchaseId, address }: { purchaseId: string; address: Address },
): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ address: JSON.stringify(address) })
    .where('id', '=', purchaseId)
    .execute();
}

export async function recordAddressCorrections(
  db: Database,
  corrections: Omit<Insertable<DatabaseSchema['address_corrections']>, 'id'>[],
): Promise<void> {
  const rows = corrections.map((correction) => ({ id: randomUUIDv7(), ...correction }));
  await db.insertInto('address_corrections').values(rows).execute();
}

export function findAddressCorrections(db: Database, orderId: string) {
  return db
    .selectFrom('address_corrections')
    .innerJoin('people', 'people.id', 'corrected_by')
    .select(['before', 'after', 'corrected_at', 'corrected_by', 'people.name'])
    .where('order_id', '=', orderId)
    .orderBy('corrected_at')
    .orderBy('address_corrections.id')
    .execute();
}
