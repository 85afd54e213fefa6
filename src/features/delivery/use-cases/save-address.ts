/** A person saves an address, a new one or another text of one that they have, or deletes one. */
import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  deleteSavedAddress,
  findSavedAddresses,
  insertSavedAddress,
  makeDefaultAddress,
  type SavedAddressRow,
  updateSavedAddress,
} from '#delivery/database/saved-addresses.ts';
import type { AddressInput } from '#delivery/rules/address-fields.ts';
import { checkAddress } from '#delivery/rules/addresses.ts';
import type { Viewer } from '#kernel/people.ts';
import { type Refusal, refuseFields } from '#kernel/refusals.ts';
import { lockPerson } from '#people/database/people.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export const maxSavedAddresses = 10;

export type AddressSaving = {
  viewer: Viewer;
  /** Undefined: a new one. */
  id: string | undefined;
  address: AddressInput;
  /** The first of a person is always the default. */
  isDefault?: boolean | undefined;
  at: Date;
};

/** All addresses of the person. The same new address again is saved once. Refuses: invalid-input, address-not-found, too-many-addresses. */
export async function saveAddress(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, id, address: input, isDefault = false, at }: AddressSaving,
): Promise<SavedAddressRow[] | Refusal> {
  const address = checkAddress(input);
  if (Array.isArray(address)) return refuseFields('address', address);
  return await inTransaction(db, async (transaction) => {
    await lockPerson(transaction, viewer.id); // so that two tabs keep to the limit, and to one default
    const saved = await findSavedAddresses(transaction, viewer.id);
    const known = saved.find((one) => (id ? one.id === id : isDeepStrictEqual(one.address, address)));
    if (id && !known) return { refused: 'address-not-found' };
    if (!known && saved.length >= maxSavedAddresses)
      return { refused: 'too-many-addresses', limit: maxSavedAddresses };
    const savedId = known?.id ?? randomUUIDv7();
    if (known) await updateSavedAddress(transaction, savedId, { address, at });
    else await insertSavedAddress(transaction, { id: savedId, personId: viewer.id, address, at });
    if (isDefault || saved.length === 0) {
      await makeDefaultAddress(transaction, { personId: viewer.id, id: savedId });
    }
    return await findSavedAddresses(transaction, viewer.id);
  });
}

/** Where it was the default, the newest of the others becomes it. The addresses that are left. Refuses: address-not-found. */
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
