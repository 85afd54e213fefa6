/** Reads and writes of the addresses that people have saved. */
import type { Selectable } from 'kysely';
import type { Address } from '#delivery/rules/address-fields.ts';
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
