/** A person edits their profile. */
import { checkImage } from '#images/use-cases/check-image.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { updatePerson, upsertProfile } from '#people/database/people.ts';
import { checkName } from '#people/rules/person-names.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { readSettings } from '#settings/database/settings.ts';

export type ProfileEdit = {
  viewer: Viewer;
  name: string | undefined;
  education: string;
  location: string;
  phone: string | undefined;
  link: string;
  at: Date;
};

/** Refuses: invalid-input (no such image; a new name like the shop's own, unless of an administrator). */
export async function saveProfile(
  { db }: Pick<Dependencies, 'db'>,
  edit: ProfileEdit,
): Promise<true | Refusal> {
  const { viewer, name = viewer.name, education, location, phone = null, link, at } = edit;
  if (name !== viewer.name && viewer.role !== 'admin') {
    const refusal = checkName(name, (await readSettings(db)).name);
    if (refusal) return refusal;
  }
  return await inTransaction(db, async (transaction) => {
    const imageRefusal = await checkImage({ db: transaction }, { field: 'link', address: link });
    if (imageRefusal) return imageRefusal;
    await updatePerson(transaction, viewer.id, { name, image: link, updated_at: at });
    await upsertProfile(transaction, {
      person_id: viewer.id,
      education,
      location,
      phone,
      link,
      updated_at: at,
    });
    return true as const;
  });
}
