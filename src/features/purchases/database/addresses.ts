/** Corrects where the orders of a purchase go, and reads what was corrected. */
import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Address } from '#features/delivery/rules/address-fields.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';

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
