/** Changes the basket of a person or visitor under its lock, and begins one where there is none. */
import { createHash, randomUUID } from 'node:crypto';
import {
  type BasketRow,
  findBasket,
  insertBasket,
  lockBasket,
  updateBasket,
} from '#basket/database/basket.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { countAttempt } from '#platform/database/attempts.ts';
import type { Database } from '#platform/database/connect.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** A person, or a visitor: with the id of a basket, or without one. */
export type BasketOwner = {
  personId: string | undefined;
  basketId: string | undefined;
  /** Where a visitor comes from: nobody may begin baskets without end. */
  network: string;
};

export type BasketChange = {
  owner: BasketOwner;
  at: Date;
  change: (db: Database, basketId: string) => Promise<Refusal | undefined>;
};

/** For each network in ten minutes; many visitors may share a router. */
export const maxNewBaskets = 200;
const newBasketsWindowMs = 10 * 60 * 1000;

/** Returns the id of the basket. Refuses: too-many-baskets, and what the change refuses. */
export async function changeBasket(
  { db }: Pick<Dependencies, 'db'>,
  { owner, at, change }: BasketChange,
): Promise<string | Refusal> {
  const refusal = await limitNewBaskets({ db }, { owner, at });
  if (refusal) return refusal;
  return await inTransaction(db, async (transaction) => {
    const { id } = await openBasket(transaction, owner, at);
    const refused = await change(transaction, id);
    if (isRefused(refused)) return refused;
    // whoever changes it has seen what the last merge did
    await updateBasket(transaction, id, { used_at: at, merged_at: null, left_out: 0 });
    return id;
  });
}

/** An unknown id is never taken over: the visitor gets a new one. */
async function openBasket(db: Database, { personId, basketId }: BasketOwner, at: Date): Promise<BasketRow> {
  if (personId !== undefined) return await insertBasket(db, { id: randomUUID(), personId, at });
  const known = basketId === undefined ? undefined : await lockBasket(db, { basketId });
  return known ?? (await insertBasket(db, { id: randomUUID(), personId: null, at }));
}

async function limitNewBaskets(
  { db }: Pick<Dependencies, 'db'>,
  { owner: { personId, basketId, network }, at }: Pick<BasketChange, 'owner' | 'at'>,
): Promise<Refusal | undefined> {
  if (personId !== undefined) return undefined;
  if (basketId !== undefined && (await findBasket(db, { basketId }))) return undefined;
  const key = createHash('sha256').update(`new baskets\n${network}`).digest('hex');
  const { count } = await countAttempt({ db }, { key, windowMs: newBasketsWindowMs, at });
  return count > maxNewBaskets ? { refused: 'too-many-baskets' } : undefined;
}
