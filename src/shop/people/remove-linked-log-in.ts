/** A person removes a log-in at an identity provider from their account. */
import {
  deleteLinkedLogIn,
  deleteSessions,
  findLinkedLogIns,
  hasPassword,
} from '#database/people/linked-log-ins.ts';
import { lockPerson } from '#database/people/people.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** Ends all other sessions: they may have begun with it. Refuses: linked-log-in-not-found, last-log-in. */
export function removeLinkedLogIn(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, sessionId, id }: { viewer: Viewer; sessionId: string | undefined; id: string },
): Promise<Refusal | undefined> {
  return inTransaction(db, async (transaction): Promise<Refusal | undefined> => {
    await lockPerson(transaction, viewer.id);
    const linked = await findLinkedLogIns(transaction, viewer.id);
    if (!linked.some((one) => one.id === id)) return { refused: 'linked-log-in-not-found' };
    const isLast = linked.length === 1 && !(await hasPassword(transaction, viewer.id));
    if (isLast) return { refused: 'last-log-in' };
    await deleteLinkedLogIn(transaction, id);
    await deleteSessions(transaction, { personId: viewer.id, except: sessionId });
    return undefined;
  });
}
