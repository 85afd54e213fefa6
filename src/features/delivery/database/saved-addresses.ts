/** Reads and writes of the addresses that people have saved, and reads where their parts may go. */
import { type Selectable, sql } from 'kysely';
import type { Address } from '#features/delivery/rules/address-fields.ts';
import type { KnownAddress } from '#features/delivery/rules/saved-addresses.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

export type SavedAddressRow = Selectable<DatabaseSchema['saved_addresses']>;

/** The default first, then in the order in which they were added. */
export function findSavedAddresses(db: Database, personId: string): Promise<SavedAddressRow[]> {
  return db
    .selectFrom('saved_addresses')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertSavedAddress(
  db: Database,
  { id, personId, address, at }: { id: string; personId: string; address: Address; at: Date },
): Promise<void> {
  const row = { id, person_id: personId, address: JSON.stringify(address), is_default: false, saved_at: at };
  await db.insertInto('saved_addresses').values(row).execute();
}

export async function updateSavedAddress(
  db: Database,
  id: string,
  { address, at }: { address: Address; at: Date },
): Promise<void> {
  await db
    .updateTable('saved_addresses')
    .set({ address: JSON.stringify(address), saved_at: at })
    .where('id', '=', id)
    .execute();
}

export async function deleteSavedAddress(db: Database, id: string): Promise<void> {
  await db.deleteFrom('saved_addresses').where('id', '=', id).execute();
}

/** All others of the person are it no more. */
export async function makeDefaultAddress(
  db: Database,
  { personId, id }: { personId: string; id: string },
): Promise<void> {
  const ofPerson = db.updateTable('saved_addresses').where('person_id', '=', personId);
  // first, because there is never a second one
  await ofPerson.set({ is_default: false }).where('is_default', '=', true).where('id', '!=', id).execute();
  await ofPerson.set({ is_default: true }).where('id', '=', id).execute();
}

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
