/** A person removes a log-in at an identity provider from their account. */
import type { Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import {
  deleteLinkedLogIn,
  deleteSessions,
  findLinkedLogIns,
  findPassword,
} from '#people/database/linked-log-ins.ts';
import { lockPerson } from '#people/database/people.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** Ends all other sessions: they may have begun with it. Refuses: linked-log-in-not-found, last-log-in. */
export function removeLinkedLogIn(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, sessionId, id }: { viewer: Viewer; sessionId: string | undefined; id: string },
): Promise<Refusal | undefined> {
  return inTransaction(db, async (transaction): Promise<Refusal | undefined> => {
    await lockPerson(transaction, viewer.id);
    const linked = await findLinkedLogIns(transaction, viewer.id);
    if (!linked.some((one) => one.id === id)) return { refused: 'linked-log-in-not-found' };
    const password = await findPassword(transaction, { 'people.id': viewer.id });
    if (linked.length === 1 && password === undefined) return { refused: 'last-log-in' };
    await deleteLinkedLogIn(transaction, id);
    await deleteSessions(transaction, { personId: viewer.id, except: sessionId });
    return undefined;
  });
}
