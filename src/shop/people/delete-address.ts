/** A person deletes a saved address; where it was the default, the newest of the others becomes it. */
import { lockPerson } from '#database/people/people.ts';
import {
  deleteSavedAddress,
  findSavedAddresses,
  makeDefaultAddress,
  type SavedAddressRow,
} from '#database/people/saved-addresses.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** The addresses that are left. Refuses: address-not-found. */
export async function deleteAddress(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<SavedAddressRow[] | Refusal> {
  return await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, viewer.id);
    const saved = await findSavedAddresses(transaction, viewer.id);
    const deleted = saved.find((one) => one.id === id);
    if (!deleted) return { refused: 'address-not-found' };
    await deleteSavedAddress(transaction, id);
    const next = saved.filter((one) => one.id !== id).at(-1);
    if (deleted.is_default && next) {
      await makeDefaultAddress(transaction, { personId: viewer.id, id: next.id });
    }
    return await findSavedAddresses(transaction, viewer.id);
  });
}
