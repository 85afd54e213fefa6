/** What becomes of the log-ins at providers that are linked to an account. */
import type { Database } from '#database/connect.ts';
import { deleteSessions, deleteUnconfirmedLinks, markLink } from '#database/people/linked-log-ins.ts';

/**
 * Marks a new link with what is known of the person's address, and calls `notify` for those who have confirmed theirs: the
 * others get a mail to confirm it.
 */
export async function recordLink(
  db: Database,
  { id, userId }: { id: string; userId: string },
  notify: (person: { email: string; name: string }) => Promise<void>,
): Promise<void> {
  const person = await markLink(db, { id, personId: userId });
  if (person.email_verified) await notify(person);
}

/** For whoever has read a mail to the address: what was made before it was confirmed may be somebody else's. */
export async function removeDoubtfulAccess(db: Database, personId: string): Promise<void> {
  await deleteUnconfirmedLinks(db, personId);
  await deleteSessions(db, { personId }); // again: one of these links may have begun one meanwhile
}
